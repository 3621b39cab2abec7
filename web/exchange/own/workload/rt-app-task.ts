// The scheduling attributes of an rt-app task: policy, priority, CPUs. An attribute that may change from phase to
// phase is taken if there is one phase, and otherwise refused unless it may be left out.

import { kernelCpuList, ScenarioError } from '../../../scenario/index.ts';
import type { TaskForm } from '../../../scenario/program/schema.ts';
import type { ReaderNotes } from '../notes.ts';
import type { Leaving } from './left-out.ts';
import type { LooseEntry, LooseObject } from './loose-json.ts';
import { find, sourcePlace, textOfEntry, wholeNumber } from './rt-app-values.ts';

type Policy = NonNullable<TaskForm['policy']>;

export interface RtAppSettings {
  readonly object: LooseObject;
  readonly path: string;
  readonly notes: ReaderNotes;
  readonly leaving: Leaving;
  /** Its phases; none where the task itself is one. */
  readonly phases: readonly LooseEntry[];
}

const policies: Readonly<Record<string, NamedPolicy>> = {
  SCHED_OTHER: 'other',
  SCHED_BATCH: 'batch',
  SCHED_IDLE: 'idle',
  SCHED_FIFO: 'fifo',
  SCHED_RR: 'rr',
  SCHED_DEADLINE: 'deadline',
};

/** SCHED_DEADLINE is no policy of a task here: the user says whether it may be left out. */
export type NamedPolicy = Policy | 'deadline';

export function policyNamed(entry: LooseEntry, path: string): NamedPolicy {
  const name = textOfEntry(entry, path);
  if (Object.hasOwn(policies, name)) return policies[name]!;
  const problem = `is ${JSON.stringify(name.slice(0, 40))}`;
  throw new ScenarioError(
    sourcePlace(entry, path),
    problem,
    `write one of ${Object.keys(policies).join(', ')}`,
  );
}

/** The entry of a task, or that of its only phase; what other phases say has to be left out. */
function settingOf(
  key: string,
  word: 'phase-policy' | 'phase-cpus',
  settings: RtAppSettings,
): LooseEntry | undefined {
  const { object, path, phases, leaving } = settings;
  const own = find(object, key);
  const inPhases = phases.flatMap((phase) => {
    const found = phase.value.is === 'object' ? find(phase.value, key) : undefined;
    return found ? [{ found, phase }] : [];
  });
  if (inPhases.length === 0) return own;
  if (phases.length === 1) return inPhases[0]!.found;
  const { found, phase } = inPhases[0]!;
  const place = sourcePlace(found, `${path}.phases.${phase.key}.${key}`);
  leaving.leaves(word, place, 'changes from phase to phase, which is not simulated');
  return own;
}

const niceRange = [-20, 19] as const;
const rtRange = [1, 99] as const;

export function priorityOf(
  settings: RtAppSettings,
  usual: NamedPolicy,
): Pick<TaskForm, 'policy' | 'nice' | 'rt'> {
  const { object, path, notes, leaving } = settings;
  const entry = settingOf('policy', 'phase-policy', settings);
  const said = entry ? policyNamed(entry, `${path}.policy`) : usual;
  if (said === 'deadline') {
    leaving.leaves(
      'deadline',
      entry ? sourcePlace(entry, `${path}.policy`) : path,
      'is SCHED_DEADLINE, which is not simulated',
    );
  }
  const policy = said === 'deadline' ? 'other' : said;
  if (said !== 'deadline' && find(object, 'dl-runtime')) {
    notes.add(`${path}.dl-runtime asks for a slice of its own; the kernel's holds.`);
  }
  const unused = ['util_min', 'util_max', 'nodes_membind'].filter((key) => find(object, key));
  if (unused.length > 0) {
    notes.add(
      `${unused.join(', ')} are left out: neither utilisation clamps nor memory policies are simulated.`,
    );
  }
  const priority =
    said === 'deadline' ? undefined : settingOf('priority', 'phase-policy', settings);
  const isRt = policy === 'fifo' || policy === 'rr';
  const value =
    priority && wholeNumber(priority, `${path}.priority`, notes, isRt ? rtRange : niceRange);
  return { policy, ...(isRt ? { rt: value ?? 10 } : value !== undefined && { nice: value }) };
}

export function rtAppCpus(settings: RtAppSettings): Pick<TaskForm, 'cpus'> {
  const { path, notes, leaving } = settings;
  // In 2010 the key was "cpu".
  const entry = settingOf('cpus', 'phase-cpus', settings) ?? find(settings.object, 'cpu');
  if (!entry) return {};
  if (leaving.has('cpus')) {
    leaving.leaves('cpus', sourcePlace(entry, `${path}.cpus`), '');
    return {};
  }
  const items = entry.value.is === 'list' ? entry.value.items : undefined;
  if (!items || items.length === 0) {
    throw new ScenarioError(
      sourcePlace(entry, `${path}.cpus`),
      'is not a list of CPUs',
      'write [0, 1]',
    );
  }
  const numbers = items.map((value, index) =>
    wholeNumber(
      { key: String(index), value, line: value.line },
      `${path}.cpus[${index}]`,
      notes,
      [0, 9999],
    ),
  );
  return { cpus: kernelCpuList([...new Set(numbers)]) };
}

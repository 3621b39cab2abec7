// The state of a mark that is pointed at, in words, for readers who do not see the ring. Also the colour of the
// mark, as the underline of the word that points at it. Made from the frame on stage and nothing else.

import { taskName } from '../engine/task-names.ts';
import type { Catalog, Frame } from '../engine/types.ts';
import type { Pointer } from '../scenario/pointer.ts';
import { taskHues } from '../ui/theme.ts';
import { activities } from '../views/topology/activity.ts';
import { pointerMeaning } from '../views/topology/layers/ring/places.ts';
import { roleHue } from '../views/topology/roles.ts';
import { cpuSentence, lineNames, words as machine, taskSentence } from '../views/topology/words.ts';
import { lineName, lockName } from './names.ts';
import type { VariantId } from './playback/playback.ts';
import { selectorOf } from './ring.ts';

const words = {
  busy: (name: string, busy: number, all: number) => `${name}: ${busy} of ${all} CPUs busy`,
  waiting: (name: string, count: number) =>
    `${name}: ${count === 0 ? 'no CPU waits' : count === 1 ? '1 CPU waits' : `${count} CPUs wait`}`,
  owner: (core: number) => (core < 0 ? '' : `, core ${core} owns it`),
  ways: (from: string, to: string) => `from ${from} to ${to}`,
  tasks: (role: string, states: string) => `${role}: ${states}`,
  onSide: (side: string, said: string) => `${side}: ${said}`,
} as const;

const count = (of: ArrayLike<number>, is: (value: number, at: number) => boolean): number =>
  Array.prototype.filter.call(of, is).length;

const lineNamesBy = new WeakMap<Catalog, readonly string[]>();
const namesOf = (catalog: Catalog): readonly string[] => {
  const known = lineNamesBy.get(catalog) ?? lineNames(catalog);
  lineNamesBy.set(catalog, known);
  return known;
};

/** CPUs at work in a part of the machine. */
function busyIn(name: string, of: ArrayLike<number>, part: number, { cpus }: Frame): string {
  const isIn = (cpu: number) => of[cpu] === part;
  const busy = count(
    cpus.activity,
    (activity, cpu) => isIn(cpu) && activities[activity] !== 'idle',
  );
  return words.busy(
    name,
    busy,
    count(of, (each) => each === part),
  );
}

function tasksSaid(catalog: Catalog, tasks: readonly number[], frame: Frame): string {
  const [first] = tasks;
  if (first === undefined) return '';
  if (tasks.length === 1) return taskSentence(catalog, first, frame);
  const states = new Map<string, number>();
  for (const task of tasks) {
    const state =
      taskSentence(catalog, task, frame)
        .split(', ')[1]
        ?.replace(/ since.*/, '') ?? '';
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  const role = taskName(catalog, first).replace(/ \d+$/, '');
  return words.tasks(role, [...states].map(([state, many]) => `${many} ${state}`).join(', '));
}

function lineSaid(catalog: Catalog, line: number | undefined, { cpus, lines }: Frame): string {
  if (line === undefined) return '';
  const waiting = words.waiting(
    lineName(catalog, line),
    count(cpus.line, (each) => each === line),
  );
  return waiting + words.owner(lines.owner[lines.index.indexOf(line)] ?? -1);
}

/** What a mark shows on one machine; '' where it has nothing to say. */
export function wordsOfMark(pointer: Pointer, catalog: Catalog, frame: Frame): string {
  const { topology } = catalog;
  const { cpus } = frame;
  const { line, locks = [], tasks } = pointerMeaning(catalog, pointer);
  switch (pointer.kind) {
    case 'cpu':
    case 'list': {
      const activity = activities[cpus.activity[pointer.number] ?? 0] ?? 'idle';
      const name = (task: number) => taskName(catalog, task);
      return cpuSentence(pointer.number, frame, namesOf(catalog), name, activity);
    }
    case 'core':
      return busyIn(`core ${pointer.number}`, topology.core, pointer.number, frame);
    case 'llc':
      return busyIn(machine.llc(pointer.number), topology.llc, pointer.number, frame);
    case 'node':
      return busyIn(machine.node(pointer.number), topology.node, pointer.number, frame);
    case 'socket':
      return busyIn(machine.package(pointer.number), topology.package, pointer.number, frame);
    case 'task':
    case 'role':
      return tasksSaid(catalog, tasks ?? [], frame);
    case 'line':
    case 'field':
      return lineSaid(catalog, line, frame);
    case 'lock':
      return words.waiting(
        locks[0] === undefined ? pointer.name : lockName(catalog, locks[0]),
        count(cpus.lock, (each) => locks.includes(each)),
      );
    case 'gate':
      return words.waiting(
        machine.aLock,
        count(cpus.lock, (each) => each >= 0),
      );
    case 'ribbon': {
      const name = pointer.of === 'llc' ? machine.llc : machine.node;
      return words.ways(name(pointer.from), name(pointer.to));
    }
    default:
      return '';
  }
}

interface Shown {
  readonly side: VariantId;
  readonly name: string;
  readonly catalog: Catalog;
  readonly frame: Frame;
}

/** The state of a mark, on each machine that shows it. */
export function stateOfMark(pointer: Pointer, shown: readonly Shown[]): string {
  const selector = selectorOf(pointer);
  if (selector !== undefined) {
    const marks = [...document.querySelectorAll(selector)].map((each) => each.textContent.trim());
    return marks.filter(Boolean).join('; ');
  }
  return shown
    .filter(({ side }) => pointer.side === undefined || pointer.side === side)
    .map(({ name, catalog, frame }) => [name, wordsOfMark(pointer, catalog, frame)] as const)
    .filter(([, said]) => said)
    .map(([name, said]) => words.onSide(name, said))
    .join('; ');
}

const hues: Readonly<Record<string, string>> = {
  ...{ line: '--cpu-line', field: '--cpu-line', ribbon: '--cpu-line' },
  ...{ lock: '--cpu-lock', gate: '--cpu-lock', mask: '--cpu-kernel', list: '--accent' },
};
const hueOfEntry: Readonly<Record<string, string>> = {
  ...{ user: '--cpu-user', kernel: '--cpu-kernel', line: '--cpu-line', lock: '--cpu-lock' },
};

/** The colour of a mark, by its name in the themes. */
export function colourOf(pointer: Pointer, catalog: Catalog | undefined): string {
  const { kind, side } = pointer;
  if (kind === 'legend') {
    const hue = /^hue-(\d)$/.exec(pointer.id)?.[1];
    return hue ? `--task-${hue}` : (hueOfEntry[pointer.id] ?? '--outline-strong');
  }
  if ((kind === 'role' || kind === 'task') && catalog) {
    const [task = -1] = pointerMeaning(catalog, pointer).tasks ?? [];
    const hue = roleHue(catalog, task);
    return hue < 0 ? '--ink-muted' : `--task-${(hue % taskHues) + 1}`;
  }
  if (kind === 'score' && side) return `--${side.toLowerCase()}`;
  return hues[kind] ?? '--ink-muted';
}

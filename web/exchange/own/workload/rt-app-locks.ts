// What a run does under the locks of its phase, as rt-app wrote it before 1.0: "lock_order" names resources that are taken one
// after the other, "resources" of the task how long each is held, within the time of the run, and which others are taken
// before it ("access"). What a resource is (a mutex, or something to wait for, signal or sleep on) the file's own section says.

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import type { Loose, LooseEntry, LooseObject } from './loose-json.ts';
import {
  find,
  type LegalNames,
  objectOf,
  sourcePlace,
  textAt,
  wholeNumber,
} from './rt-app-values.ts';

/** µs: the longest amount that our form takes. */
const MOST_US = 10_000_000;
/** Resources of one run, and of one that is taken meanwhile. */
const MOST_LOCKS = 64;

const kinds = ['mutex', 'wait', 'signal', 'broadcast', 'sync', 'sleep', 'run'] as const;

interface Declared {
  readonly type: string;
  /** The name of what a signal, a broadcast or a sync wakes. */
  readonly target: string;
  readonly line: number;
}

/** By the name that the file gives each; undefined: it declares none. */
export type Resources = ReadonlyMap<string, Declared> | undefined;

/** The section "resources": an object by name; a number or a list, as in 2010, are of mutexes. Throws ScenarioError. */
export function resourcesOf(entry: LooseEntry | undefined): Resources {
  if (entry?.value.is !== 'object') return undefined;
  return new Map(
    entry.value.entries.map(({ key, line, value }) => {
      const path = `resources.${key}`;
      const own = value.is === 'object' ? value : { is: 'object' as const, entries: [], line };
      const type = textAt(own, 'type', 'mutex', path);
      return [key, { type, target: textAt(own, 'target', key, path), line }] as const;
    }),
  );
}

/** True for the list of locks, "lock" in 2010; the event "lock_order": "m" of later versions is a text. */
export const isLockOrder = ({ key, value }: LooseEntry): boolean =>
  (key === 'lock_order' || key === 'lock') && value.is === 'list';

/** Keys that belong to the locks of a run. */
export const isLockKey = (entry: LooseEntry): boolean =>
  isLockOrder(entry) || (entry.key === 'resources' && entry.value.is === 'object');

export interface LockWorld {
  readonly names: LegalNames;
  readonly notes: ReaderNotes;
  readonly resources: Resources;
}

/** The steps of a run of `us` under the locks of its phase; undefined where the phase names none. Throws ScenarioError. */
export function lockedRun(
  us: number,
  phase: LooseObject,
  path: string,
  world: LockWorld,
): readonly string[] | undefined {
  const order = phase.entries.find(isLockOrder);
  if (!order) return undefined;
  const held = find(phase, 'resources');
  const own = held && objectOf(held, `${path}.resources`);
  const steps: string[] = [];
  let left = us;
  for (const name of namesOf(order, `${path}.lock_order`)) {
    const hold = holdOf(name, own, path, world.notes);
    const taken = takenFor(name, own, path);
    const { before, after, isIdle } = stepsOf(taken, hold, sourcePlace(order, path), world);
    steps.push(...before, ...(hold > 0 && !isIdle ? [`run ${hold}us`] : []), ...after);
    if (!isIdle) left -= hold;
  }
  if (left < 0) {
    world.notes.add(
      `${path} holds its locks for ${us - left} µs of a run of ${us} µs: nothing of the run is left after them.`,
    );
  }
  return left > 0 ? [...steps, `run ${left}us`] : steps;
}

function holdOf(
  name: string,
  own: LooseObject | undefined,
  path: string,
  notes: ReaderNotes,
): number {
  const at = `${path}.resources.${name}`;
  const entry = own && find(own, name);
  const duration = entry && find(objectOf(entry, at), 'duration');
  return duration ? wholeNumber(duration, `${at}.duration`, notes, [0, MOST_US]) : 0;
}

/** What is taken for a resource, itself last: those that it accesses, and those that they do, each once. */
function takenFor(name: string, own: LooseObject | undefined, path: string): readonly string[] {
  const taken = new Set([name]);
  for (const each of taken) {
    const at = `${path}.resources.${each}`;
    const entry = own && find(own, each);
    const access = entry && find(objectOf(entry, at), 'access');
    for (const other of access ? namesOf(access, `${at}.access`) : []) taken.add(other);
    if (taken.size > MOST_LOCKS) {
      const problem = `takes more than ${MOST_LOCKS} resources`;
      throw new ScenarioError(sourcePlace(entry!, at), problem, `name at most ${MOST_LOCKS}`);
    }
  }
  const [itself, ...others] = taken;
  return [...others, itself!];
}

/** Types that no task's list names may be others: events of later versions have them. Throws ScenarioError. */
function kindOf({ type, line }: Declared, name: string): (typeof kinds)[number] {
  const kind = kinds.find((each) => each === type);
  if (kind) return kind;
  const problem = `is of the type ${JSON.stringify(type.slice(0, 40))}`;
  const remedy = `write one of ${kinds.join(', ')}`;
  throw new ScenarioError(sourcePlace({ line }, `resources.${name}`), problem, remedy);
}

/** What a name stands for: a mutex, where the file does not say. Throws ScenarioError. */
function declared(name: string, { notes, resources }: LockWorld) {
  const found = resources?.get(name);
  if (found) return { kind: kindOf(found, name), target: found.target };
  notes.add(
    resources
      ? 'Resources that the section "resources" does not declare are treated as mutexes.'
      : 'The file has no section "resources": all resources that its tasks name are treated as mutexes. Parts of a workload are joined by doc/merge.py of rt-app.',
  );
  return { kind: 'mutex' as const, target: name };
}

/** What each of the taken does before the run and behind it, and whether it leaves no run at all. Throws ScenarioError. */
function stepsOf(taken: readonly string[], hold: number, place: string, world: LockWorld) {
  const before: string[] = [];
  const locked: string[] = [];
  let isIdle = false;
  for (const name of taken) {
    const { kind, target } = declared(name, world);
    const [legal, woken, mutex] = [world.names.of(name), world.names.of(target), locked.at(-1)];
    if ((kind === 'wait' || kind === 'sync') && mutex === undefined) {
      const problem = `waits for "${legal}" without a mutex`;
      throw new ScenarioError(place, problem, `name one in "access" of ${legal}`);
    }
    if (kind === 'mutex') {
      before.push(`lock ${legal}`);
      locked.push(legal);
    } else if (kind === 'wait') before.push(`wait ${legal} ${mutex}`);
    else if (kind === 'sync') before.push(`sync ${woken} ${mutex}`);
    else if (kind === 'sleep') {
      if (hold > 0) before.push(`sleep ${hold}us`);
      isIdle = true;
    } else if (kind !== 'run') before.push(`${kind} ${woken}`);
  }
  return { before, after: locked.reverse().map((name) => `unlock ${name}`), isIdle };
}

/** Names of a list; numbers stand for the names of resources that are counted. */
function namesOf(entry: LooseEntry, path: string): readonly string[] {
  const { value } = entry;
  const items = value.is === 'list' ? value.items : [];
  const names = items.flatMap(nameIn);
  if (value.is === 'list' && names.length === items.length && names.length <= MOST_LOCKS) {
    return names;
  }
  const remedy = `write at most ${MOST_LOCKS} names of locks`;
  throw new ScenarioError(sourcePlace(entry, path), 'is not a list of locks', remedy);
}

function nameIn(item: Loose): readonly string[] {
  if (item.is === 'text') return [item.value];
  return item.is === 'number' && item.whole ? [`${item.value}`] : [];
}

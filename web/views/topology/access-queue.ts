// The queue of one cache line or of one lock: its holder, then the CPUs that wait, in order.

import type { Catalog, Frame } from '../../engine/types.ts';
import type { Selection } from './types.ts';

export interface AccessQueue {
  /** -1: it is a lock's, or there is none yet. */
  readonly line: number;
  /** -1: it is a line's. */
  readonly lock: number;
  /** Core that holds the line modified or exclusive, or -1. */
  readonly holder: number;
  /** CPUs that wait for it, longest first; all of them. */
  readonly waiting: readonly number[];
  /** ns each of them has waited. */
  readonly since: readonly number[];
  /** CPUs that wait at that moment for other lines and locks. */
  readonly elsewhere: number;
}

/** The hottest line of a frame, or -1 before the first miss. */
export function hottestLine(frame: Frame): number {
  return frame.lines.count > 0 ? frame.lines.index[0]! : -1;
}

/** CPUs that wait for the same thing, in the order they came (ties: lower CPU first), and for how long. */
function queueOf({ cpus }: Frame, of: Int32Array, thing: number) {
  const waiting: number[] = [];
  let elsewhere = 0;
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (thing >= 0 && of[cpu] === thing) waiting.push(cpu);
    else if (cpus.line[cpu]! >= 0 || cpus.lock[cpu]! >= 0) elsewhere++;
  }
  waiting.sort((a, b) => cpus.since[b]! - cpus.since[a]! || a - b);
  return { waiting, since: waiting.map((cpu) => cpus.since[cpu]!), elsewhere };
}

/** The queue of a line: CPUs whose `line` it is, and the core that has it. */
export function accessQueueOfLine(frame: Frame, line: number): AccessQueue {
  const { cpus, lines } = frame;
  const row = lines.index.indexOf(line);
  const holder = row < 0 ? -1 : lines.owner[row]!;
  return { line, lock: -1, holder, ...queueOf(frame, cpus.line, line) };
}

/** The queue of a lock: the CPUs that spin for it. A frame does not name the holder of a lock. */
export const accessQueueOfLock = (frame: Frame, lock: number): AccessQueue => ({
  line: -1,
  lock,
  holder: -1,
  ...queueOf(frame, frame.cpus.lock, lock),
});

/** Another line or a lock comes into the queue when so many times as many CPUs wait for it as for the line that is due there. */
const ahead = 2;

/** Of what most CPUs wait for, if these are many beside `few`; -1: of nothing. `before` stays where others have as many. */
function crowdedOf(counts: ReadonlyMap<number, number>, few: number, before: number): number {
  let [found, most] = [-1, 0];
  for (const [each, count] of counts) {
    const weight = each === before ? count * ahead : count;
    if (weight > most) [found, most] = [each, weight];
  }
  return most > Math.max(1, few * ahead) ? found : -1;
}

/**
 * The numbers of CPUs that wait for each line, and for each lock; a CPU that waits for a line does not count as
 * spinning.
 */
function countWaits({ cpus }: Frame) {
  const [lines, locks] = [new Map<number, number>(), new Map<number, number>()];
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    const [counts, thing] =
      cpus.line[cpu]! >= 0 ? [lines, cpus.line[cpu]!] : [locks, cpus.lock[cpu]!];
    if (thing >= 0) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  }
  return { lines, locks };
}

/** The lock most CPUs spin for, if these are many beside those of the line; -1: the line's queue it is. */
export function crowdedLock(frame: Frame, line: number, before: number): number {
  const { lines, locks } = countWaits(frame);
  return crowdedOf(locks, lines.get(line) ?? 0, before);
}

/** The line most CPUs wait for, if these are many beside those of `line`; -1: none. */
export function crowdedLine(frame: Frame, line: number, before: number): number {
  const { lines } = countWaits(frame);
  const few = lines.get(line) ?? 0;
  lines.delete(line);
  return crowdedOf(lines, few, before);
}

/** Whether a lock lies in the structure that a line is of: "zone.lock of node 0" in a zone. */
function isOfStructure({ lines, structures, locks }: Catalog, lock: number, line: number): boolean {
  return locks[lock]?.startsWith(`${structures[lines.structure[line]!]}.`) ?? false;
}

/** This many CPUs at one lock or line are shown even while another line is selected, if no CPU waits for that one. */
const crowd = 6;

/**
 * The queue that is shown at a moment: that of the selection; else of the line with most misses, or of a lock or a
 * line with more waiters now. A CPU that spins for a lock waits for no line: if all do that, the lock's queue
 * stands for that of a line of its structure. A selected line without waiters stays as long as there is no crowd
 * elsewhere.
 */
export function shownAccessQueue(
  frame: Frame,
  { line, lock }: Selection,
  before: AccessQueue,
  catalog: Catalog,
): AccessQueue {
  if (lock !== undefined) return accessQueueOfLock(frame, lock);
  const of = line ?? hottestLine(frame);
  const own = accessQueueOfLine(frame, of);
  /** Whether `queue` may take the place of that of the selected line. */
  const isFree = ({ waiting }: AccessQueue) =>
    line === undefined || (own.waiting.length === 0 && waiting.length >= crowd);
  const crowdedBy = crowdedLock(frame, of, before.lock);
  if (crowdedBy >= 0) {
    const locked = accessQueueOfLock(frame, crowdedBy);
    if (isFree(locked) || isOfStructure(catalog, crowdedBy, of)) return locked;
  }
  const other = crowdedLine(frame, of, before.line);
  if (other < 0) return own;
  const there = accessQueueOfLine(frame, other);
  return isFree(there) ? there : own;
}

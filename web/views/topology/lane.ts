// The queue of one cache line, or of one lock, as a lane: who holds it, and who waits in which order.

import type { Catalog, Frame } from '../../engine/types.ts';
import type { Selection } from './types.ts';

export interface Lane {
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
}

/** The hottest line of a frame, or -1 before the first miss. */
export function hottestLine(frame: Frame): number {
  return frame.lines.count > 0 ? frame.lines.index[0]! : -1;
}

/** CPUs that wait for the same thing, in the order they came (ties: lower CPU first), and for how long. */
function queueOf({ cpus }: Frame, of: Int32Array, thing: number): Pick<Lane, 'waiting' | 'since'> {
  const waiting: number[] = [];
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (of[cpu] === thing) waiting.push(cpu);
  }
  waiting.sort((a, b) => cpus.since[b]! - cpus.since[a]! || a - b);
  return { waiting, since: waiting.map((cpu) => cpus.since[cpu]!) };
}

/** The lane of a line: CPUs whose `line` it is, and the core that has it. */
export function laneOf(frame: Frame, line: number): Lane {
  const { cpus, lines } = frame;
  const row = lines.index.indexOf(line);
  const holder = row < 0 ? -1 : lines.owner[row]!;
  return { line, lock: -1, holder, ...queueOf(frame, cpus.line, line) };
}

/** The lane of a lock: CPUs that spin for it. Who holds it a frame does not say. */
export const laneOfLock = (frame: Frame, lock: number): Lane => ({
  line: -1,
  lock,
  holder: -1,
  ...queueOf(frame, frame.cpus.lock, lock),
});

/** A lock comes into the lane when so many times as many CPUs wait for it as for the hottest line. */
const lockAhead = 2;

/** The lock most CPUs spin for, if these are many beside those of the line; -1: the line's lane it is. */
export function crowdedLock({ cpus }: Frame, line: number, before: number): number {
  const waiters = new Map<number, number>();
  let ofLine = 0;
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (cpus.line[cpu]! >= 0) {
      if (cpus.line[cpu] === line) ofLine++;
    } else if (cpus.lock[cpu]! >= 0) {
      waiters.set(cpus.lock[cpu]!, (waiters.get(cpus.lock[cpu]!) ?? 0) + 1);
    }
  }
  let [lock, most] = [-1, 0];
  for (const [each, count] of waiters) {
    // The one that is there stays where others have as many.
    const weight = each === before ? count * lockAhead : count;
    if (weight > most) [lock, most] = [each, weight];
  }
  return most > Math.max(1, ofLine * lockAhead) ? lock : -1;
}

/** Whether a lock lies in the structure that a line is of: "zone.lock of node 0" in a zone. */
function isOfStructure({ lines, structures, locks }: Catalog, lock: number, line: number): boolean {
  return locks[lock]?.startsWith(`${structures[lines.structure[line]!]}.`) ?? false;
}

/** So many CPUs at a lock are told of even where a line is selected for which nobody waits. */
const crowd = 6;

/**
 * The lane at a moment: of what is selected; else of the hottest line, or of a lock that more wait for. Who spins for a
 * lock waits for no line: where all do that, the lane of a line of its structure is the lock's, and so is that of a line
 * that nobody wants any more because the crowd has moved on to another lock.
 */
export function laneNow(
  frame: Frame,
  { line, lock }: Selection,
  before: Lane,
  catalog: Catalog,
): Lane {
  if (lock !== undefined) return laneOfLock(frame, lock);
  const of = line ?? hottestLine(frame);
  const crowded = crowdedLock(frame, of, before.lock);
  const own = laneOf(frame, of);
  if (crowded < 0) return own;
  const locked = laneOfLock(frame, crowded);
  const hasMovedOn = own.waiting.length === 0 && locked.waiting.length >= crowd;
  const isLock = line === undefined || isOfStructure(catalog, crowded, line) || hasMovedOn;
  return isLock ? locked : own;
}

// The queue of one cache line as a lane: who holds it, and who waits in which order.

import type { Frame } from '../../engine/types.ts';

export interface Lane {
  readonly line: number;
  /** Core that holds the line modified or exclusive, or -1. */
  readonly holder: number;
  /** CPUs that wait for it, longest first; all of them. */
  readonly waiting: readonly number[];
  /** ns each of them has waited. */
  readonly since: readonly number[];
}

/** The lane shows so many waiters; the rest is a number. */
export const laneWaiters = 12;

/** The hottest line of a frame, or -1 before the first miss. */
export function hottestLine(frame: Frame): number {
  return frame.lines.count > 0 ? frame.lines.index[0]! : -1;
}

/** The lane of a line: CPUs whose `line` it is, in the order they came (ties: lower CPU first). */
export function laneOf(frame: Frame, line: number): Lane {
  const { cpus, lines } = frame;
  const waiting: number[] = [];
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (cpus.line[cpu] === line) waiting.push(cpu);
  }
  waiting.sort((a, b) => cpus.since[b]! - cpus.since[a]! || a - b);
  const row = lines.index.indexOf(line);
  const since = waiting.map((cpu) => cpus.since[cpu]!);
  return { line, holder: row < 0 ? -1 : lines.owner[row]!, waiting, since };
}

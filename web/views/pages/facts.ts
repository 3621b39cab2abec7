// Facts of the Pages view about a moment, computed from plain numbers: the CPUs that queue for a lock, and the
// spread of free pages over block sizes. No drawing.

import type { LockNow, PageLists, ZonePages } from '../../engine/pages-moment.ts';
import type { Frame } from '../../engine/types.ts';
import type { ZoneSample } from '../../engine/zones-history.ts';

export interface Waiter {
  readonly cpu: number;
  /** ns. */
  readonly since: number;
}

/** The CPUs that spin for a lock now, longest first. */
export function waitersOf({ cpus }: Pick<Frame, 'cpus'>, { lock, holder }: LockNow): Waiter[] {
  const found: Waiter[] = [];
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (cpus.lock[cpu] === lock && cpu !== holder) found.push({ cpu, since: cpus.since[cpu]! });
  }
  return found.sort((a, b) => b.since - a.since || a.cpu - b.cpu);
}

/** The CPUs of a zone. */
export function cpusOfZone({ zone, count }: PageLists, node: number): number[] {
  return Array.from({ length: count }, (_, cpu) => cpu).filter((cpu) => zone[cpu] === node);
}

/** What stands at the top of the bars: the highest mark, or more where a list holds more. */
export function barScale(lists: PageLists, cpus: readonly number[]): number {
  return cpus.reduce((most, cpu) => Math.max(most, lists.high[cpu]!, lists.held[cpu]!), 1);
}

/** Orders from which on a block counts as small, middle or large. */
const bandsFrom = [0, 3, 9] as const;

/** Pages free in small, middle and large blocks. */
export function bandsOf(blocks: readonly number[]): [number, number, number] {
  const bands: [number, number, number] = [0, 0, 0];
  blocks.forEach((number, order) => {
    const band = bandsFrom.findLastIndex((from) => order >= from);
    bands[band]! += number * 2 ** order;
  });
  return bands;
}

/** Shares of the free pages, 0 to 1; of none, all are in large blocks. */
export function blockShares(blocks: readonly number[]): [number, number, number] {
  const bands = bandsOf(blocks);
  const free = bands[0] + bands[1] + bands[2];
  return free === 0 ? [0, 0, 1] : [bands[0] / free, bands[1] / free, bands[2] / free];
}

/** The edges of the two lower bands over time, in a square of 1: points "x,y" from the left. */
export function bandEdges(history: readonly ZoneSample[], duration: number): [string, string] {
  const edge = (bands: number) =>
    history
      .map(({ time, blocks }) => {
        const share = blockShares(blocks)
          .slice(0, bands)
          .reduce((sum, each) => sum + each, 0);
        return `${(time / duration).toFixed(4)},${(1 - share).toFixed(4)}`;
      })
      .join(' ');
  return [edge(1), edge(2)];
}

/** Share of the CPU time of a zone's node that was spent spinning for a lock, 0 to 1. */
export function waitedShare({ cpus }: ZonePages, { waited }: LockNow, window: number): number {
  return window > 0 ? waited / (cpus * window) : Number.NaN;
}

// The page allocator of each node as it stands at one moment: free blocks, the lists of every CPU, who
// holds the two locks, and what the last refill and the last flush did page by page. Loaded when the
// Pages view asks; what a run sums up to is in zones.ts.

import { captureExplain } from './capture-window.ts';
import type { Explain } from './types.ts';
import type { World } from './world.ts';
import { captureZones, type LockResult, type ZoneResult } from './zones.ts';
import type { ZoneSample } from './zones-history.ts';

/** A lock now; who waits stands in the frame (CpuColumns.lock). */
export interface LockNow extends LockResult {
  /** Id, as in Catalog.locks. */
  readonly lock: number;
  /** CPU, or -1. */
  readonly holder: number;
  readonly waiters: number;
  /** Taken since the start. */
  readonly takes: number;
}

/** One page of a refill or a flush. */
export interface HoldStep {
  /** Of the zone. */
  readonly page: number;
  /** Refill: order of the block it was split off; flush: order of the block it became part of. */
  readonly order: number;
  /** ns its lines took. */
  readonly cost: number;
}

export interface LastHold {
  readonly cpu: number;
  readonly pages: number;
  /** At most 512; a larger hold says so by `pages`. */
  readonly steps: readonly HoldStep[];
  /** Undefined where the record has been forgotten. */
  readonly explain: Explain | undefined;
}

export interface ZonePages extends ZoneResult {
  readonly lruPages: number;
  readonly locks: { readonly zone: LockNow; readonly lru: LockNow };
  readonly refill: LastHold | undefined;
  readonly flush: LastHold | undefined;
}

/** One row a CPU, index = CPU number. */
export interface PageLists {
  readonly count: number;
  /** Node, or -1 where the node has no zone. */
  readonly zone: Int32Array;
  /** Pages on all lists, and the marks they move between. */
  readonly held: Uint32Array;
  readonly batch: Uint32Array;
  readonly high: Uint32Array;
  readonly highMin: Uint32Array;
  readonly highMax: Uint32Array;
  /** Pages that wait for the LRU lock. */
  readonly pagevec: Uint32Array;
}

export interface PagesMoment {
  /** ns. */
  readonly time: number;
  readonly zones: readonly ZonePages[];
  readonly lists: PageLists;
  /** Free blocks from the start to the head of the run. */
  readonly history: readonly ZoneSample[];
}

/** Everything but the history, which is the head's. `explainOf` finds records the world forgot. */
export function capturePages(
  world: World,
  explainOf: (id: number) => Explain | undefined,
): Omit<PagesMoment, 'time' | 'history'> {
  const results = captureZones(world);
  const zones = results.map((result, index): ZonePages => {
    const locks = world.zoneLocks();
    const lock = (row: number, times: LockResult): LockNow => {
      const { lock: id, holder, waiters, takes } = locks.at(2 * index + row);
      return { ...times, lock: id, holder, waiters, takes };
    };
    return {
      ...result,
      lruPages: world.zones().at(index).lruPages,
      locks: { zone: lock(0, result.zoneLock), lru: lock(1, result.lruLock) },
      refill: captureHold(world, 2 * index, explainOf),
      flush: captureHold(world, 2 * index + 1, explainOf),
    };
  });
  return { zones, lists: captureLists(world) };
}

function captureHold(
  world: World,
  row: number,
  explainOf: (id: number) => Explain | undefined,
): LastHold | undefined {
  const hold = world.zoneHolds().at(row);
  const { cpu, pages, explain: id, steps: count } = hold;
  if (cpu < 0) return undefined;
  const steps = Array.from({ length: count }, (_, at) => ({
    page: hold.page[at]!,
    order: hold.order[at]!,
    cost: hold.costPs[at]! / 1000,
  }));
  return { cpu, pages, steps, explain: captureExplain(world, id) ?? explainOf(id) };
}

function captureLists(world: World): PageLists {
  const rows = world.pageLists();
  const column = (of: (row: typeof rows) => number) =>
    Uint32Array.from({ length: rows.count }, (_, cpu) => of(rows.at(cpu)));
  return {
    count: rows.count,
    zone: Int32Array.from({ length: rows.count }, (_, cpu) => rows.at(cpu).zone),
    held: column((row) => row.held),
    batch: column((row) => row.batch),
    high: column((row) => row.high),
    highMin: column((row) => row.highMin),
    highMax: column((row) => row.highMax),
    pagevec: column((row) => row.pagevec),
  };
}

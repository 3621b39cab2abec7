// The page allocator of each node as it stands at one moment: free blocks, the lists of every CPU, the holders of
// the two locks, and what the last refill and the last flush did page by page. Loaded when the Pages view asks;
// what a run sums up to is in zones.ts.

import { captureExplain } from './capture-window.ts';
import type { LastHold, LockNow, PageLists, PagesMoment, ZonePages } from './pages-moment.ts';
import type { Explain } from './types/explain.ts';
import type { World } from './world.ts';
import { pageLists, zoneHolds, zoneLocks } from './world-views.ts';
import { captureZones, type LockResult } from './zones.ts';

/** Everything but the history, which is the head's. `explainOf` finds records the world forgot. */
export function capturePages(
  world: World,
  explainOf: (id: number) => Explain | undefined,
): Omit<PagesMoment, 'time' | 'history'> {
  const results = captureZones(world);
  const zones = results.map((result, index): ZonePages => {
    const locks = zoneLocks(world);
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
  const hold = zoneHolds(world).at(row);
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
  const rows = pageLists(world);
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

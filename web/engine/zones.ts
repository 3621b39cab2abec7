// What the page allocator of each node did in a run: pages, blocks, and the waiting for its two
// locks. Numbers come from the core's views; what they mean stands in schedscape.h.

import type * as abi from './abi.gen.ts';
import type { World } from './world.ts';
import { pageLists, zoneLocks } from './world-views.ts';

/** Kinds of supply: L1, L2, another core, LLC, memory. */
const SUPPLIES = 5;

/** ns of the measured window, summed over CPUs. */
export interface LockResult {
  readonly waited: number;
  readonly held: number;
  /** ns, since the start. */
  readonly longestHold: number;
  /** Times it was taken in the measured window. */
  readonly taken: number;
}

export interface ZoneResult {
  readonly node: number;
  /** Nodes of the machine; those without a zone do the same as this one. */
  readonly nodes: number;
  /** CPUs of the node, each with a task. */
  readonly cpus: number;
  readonly pages: number;
  readonly freePages: number;
  /** Free blocks by order. */
  readonly freeBlocks: readonly number[];
  /** Pageblocks by migrate type: unmovable, movable, reclaimable, others. */
  readonly typeBlocks: readonly number[];
  /** Pages on the lists of its CPUs. */
  readonly listPages: number;
  /** Since the start. */
  readonly refills: number;
  readonly flushes: number;
  readonly merges: number;
  readonly splits: number;
  readonly fallbacks: number;
  /** Lines touched: own L1, own L2, another core, LLC, memory. */
  readonly supply: readonly number[];
  readonly zoneLock: LockResult;
  readonly lruLock: LockResult;
}

const lockOf = (lock: abi.LockView): LockResult => ({
  waited: lock.waitedWindow,
  held: lock.heldWindow,
  longestHold: lock.longestHold,
  taken: lock.takesWindow,
});

/** Pages on the lists of the CPUs of a zone. */
function listPages(lists: abi.PcpView, zone: number): number {
  let pages = 0;
  for (let cpu = 0; cpu < lists.count; cpu++) {
    const { zone: of, held } = lists.at(cpu);
    if (of === zone) pages += held;
  }
  return pages;
}

/** The zones of a world as they stand now. */
export function captureZones(world: World): ZoneResult[] {
  const count = world.at.zoneViewCount;
  if (count === 0) return [];
  world.refresh();
  const zones = world.zones();
  const locks = zoneLocks(world);
  const lists = pageLists(world);
  return Array.from({ length: count }, (_, index): ZoneResult => {
    const { node, cpus, pages, freePages, nrFree, ...rest } = numbersOf(zones.at(index));
    return {
      ...{ node, cpus, pages, freePages, nodes: world.definition.nodes, freeBlocks: nrFree },
      ...rest,
      listPages: listPages(lists, index),
      zoneLock: lockOf(locks.at(2 * index)),
      lruLock: lockOf(locks.at(2 * index + 1)),
    };
  });
}

function numbersOf(zone: abi.ZoneView) {
  const { node, cpus, pages, freePages, refills, flushes, merges, splits, fallbacks } = zone;
  return {
    ...{ node, cpus, pages, freePages, refills, flushes, merges, splits, fallbacks },
    nrFree: [...zone.nrFree],
    typeBlocks: [...zone.typeBlocks],
    supply: Array.from({ length: SUPPLIES }, (_, kind) => zone.supply(kind)),
  };
}

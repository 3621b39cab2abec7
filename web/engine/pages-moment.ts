// The data of the Pages view for one moment: locks, lists, the last refill and the last flush of each node. Types
// only; pages.ts reads them out of a world.

import type { Explain } from './types/explain.ts';
import type { LockResult, ZoneResult } from './zones.ts';
import type { ZoneSample } from './zones-history.ts';

/** A lock now; its waiters are in the frame (CpuColumns.lock). */
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

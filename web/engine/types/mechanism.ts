// The optional parts of a frame, for mechanisms on the stage: page lists, the masks of cpupri, the accounts of
// cache-aware balancing, the sharers of lines, the holders of locks, the traffic of memory. A frame has a part only
// where it was asked for. Types only; ../frame.ts packs them.
//
// Units and codes as in frame.ts: simulated ns, small integers as ids, -1 for none.

/** The parts that can be asked for. */
export const mechanismParts = [
  'pages',
  'cpupri',
  'accounts',
  'sharers',
  'locks',
  'traffic',
] as const;
export type MechanismPart = (typeof mechanismParts)[number];

/** The per-CPU page lists, one row a CPU, and the zones, one row a zone. */
export interface PagesColumns {
  /** Per CPU: index of its zone, or -1. */
  readonly zone: Int32Array;
  /** Per CPU: pages on all its lists, and the marks they move between. */
  readonly held: Uint32Array;
  readonly batch: Uint32Array;
  readonly high: Uint32Array;
  readonly highMin: Uint32Array;
  readonly highMax: Uint32Array;
  /** Per CPU: pages by migrate type. */
  readonly unmovable: Uint32Array;
  readonly movable: Uint32Array;
  readonly reclaimable: Uint32Array;
  /** Per CPU: pages that wait for the LRU lock. */
  readonly pagevec: Uint32Array;
  readonly zones: number;
  /** Per zone: its node, free pages and pages in all. */
  readonly node: Uint32Array;
  readonly freePages: Uint32Array;
  readonly pages: Uint32Array;
  /** Per zone: free blocks by order, [zone * orders + order]. */
  readonly freeBlocks: Uint32Array;
  /** Per zone: id (as CpuColumns.lock) and holder of zone->lock, and of the LRU lock. */
  readonly zoneLock: Int32Array;
  readonly zoneHolder: Int32Array;
  readonly lruLock: Int32Array;
  readonly lruHolder: Int32Array;
  /**
   * Per zone: the last refill and the last flush: its CPU (-1: none yet), its pages, the ns when it began and how many
   * it takes under the lock (0: no longer known).
   */
  readonly refillCpu: Int32Array;
  readonly refillPages: Uint32Array;
  readonly refillTime: Float64Array;
  readonly refillCost: Uint32Array;
  readonly flushCpu: Int32Array;
  readonly flushPages: Uint32Array;
  readonly flushTime: Float64Array;
  readonly flushCost: Uint32Array;
}

/** The vector of cpupri of the root domain as a search would find it now. */
export interface CpupriColumns {
  readonly levels: number;
  /** 32-bit words a mask. */
  readonly words: number;
  /** Per level: vec->count as it is stored. */
  readonly counts: Int32Array;
  /** Per level: CPUs whose bit a search sees set, [level * words + cpu / 32]. */
  readonly masks: Uint32Array;
  /** The same: of these, CPUs that are filed elsewhere (ghosts). */
  readonly ghosts: Uint32Array;
}

/** What cache-aware balancing keeps of each process whose threads it gathers. */
export interface AccountColumns {
  readonly processes: number;
  /** Per process: the LLC it prefers, or -1. */
  readonly preferred: Int32Array;
  /** Per process and LLC: occupancy as the account has it (the kernel's unit), and running threads counted there, [process * llcs + llc]. */
  readonly occupancy: Float64Array;
  readonly running: Uint32Array;
  /** Per process: footprint in KiB, threads, and whether each limit refuses to gather it now (bit 0: threads, bit 1: memory). */
  readonly footprintKib: Uint32Array;
  readonly threads: Uint32Array;
  readonly refused: Uint8Array;
}

/** The sharers of the lines in LineColumns, by row of that table. */
export interface SharerColumns {
  /** 32-bit words a set of cores. */
  readonly words: number;
  /** Cores that hold the line, [row * words + core / 32]. */
  readonly cores: Uint32Array;
}

/** The holder of each lock of Catalog.locks; its waiters are in CpuColumns.lock. */
export interface LockColumns {
  /** CPU, or -1. */
  readonly holder: Int32Array;
  /** ns since it was taken; 0 where it is free or handed over. */
  readonly held: Uint32Array;
}

/** Per node: what the work that runs now takes from its memory, and the most that the memory gives. */
export interface TrafficColumns {
  /** Bytes a second now: nothing counts what has been moved so far. */
  readonly rate: Float64Array;
  /** Bytes a second; 0: no limit is modelled. */
  readonly limit: Float64Array;
  /** CPUs whose tasks take from it now. */
  readonly cpus: Uint32Array;
}

/** What of a moment was asked for. */
export interface Mechanisms {
  readonly pages?: PagesColumns | undefined;
  readonly cpupri?: CpupriColumns | undefined;
  readonly accounts?: AccountColumns | undefined;
  readonly sharers?: SharerColumns | undefined;
  readonly locks?: LockColumns | undefined;
  readonly traffic?: TrafficColumns | undefined;
}

// One moment of one variant as plain typed arrays. Types only; ../frame.ts packs a Frame into one transferable buffer
// and reads it back.
//
// Times are simulated nanoseconds as plain numbers (a run is far shorter than 2^53 ns). Ids are the core's small
// integers; -1 means none. Codes (activity, ledger kind, record kind ...) are those of abi.gen.ts.

import type { Mechanisms } from './mechanism.ts';

/** Kinds of a CPU's time ledger, in the order of LEDGER_ codes; they sum to wall time exactly. */
export const ledgerKinds = [
  'user',
  'kernel',
  'private',
  'llc',
  'remote',
  'memory',
  'lineWait',
  'lockWait',
  'idle',
  'idleExit',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** A frame carries no more records than this: more than a picture can draw, less than 256 KiB. */
export const frameRecordLimit = 4096;
/** A frame carries no more lines than this: the hottest. The rest is in the noise of any view. */
export const frameLineLimit = 256;

/** One row a CPU, index = CPU number. */
export interface CpuColumns {
  readonly count: number;
  /** ACTIVITY_ code. */
  readonly activity: Uint8Array;
  /** 1 while it runs an interrupt handler. */
  readonly inInterrupt: Uint8Array;
  /** 1 while its RT runqueue is overloaded (more than one runnable RT task). */
  readonly overloaded: Uint8Array;
  /** LEDGER_ code that the present moment is charged to. */
  readonly ledgerKind: Uint8Array;
  /** cpupri level; -1 invalid. */
  readonly level: Int16Array;
  /** Runnable tasks, the running one included. */
  readonly queued: Uint16Array;
  /** Task running, or -1. */
  readonly task: Int32Array;
  /** Line, address (line * lineBytes + byte in it) and lock waited for, or -1. */
  readonly line: Int32Array;
  readonly word: Int32Array;
  readonly lock: Int32Array;
  /** ns in this activity, saturating at 2^32 - 1. */
  readonly since: Uint32Array;
  /** Kernel function at the top of its path: index into Catalog.symbols; 0 in user mode. */
  readonly symbol: Uint16Array;
  /** IDLE_STATE_ code of an idle CPU; 0 otherwise, and where the states are not modelled. */
  readonly idleState: Uint16Array;
}

/** One row a task, index = task id. */
export interface TaskColumns {
  readonly count: number;
  /** CPU it is on or last ran on; -1 before its first. */
  readonly cpu: Int32Array;
  /** Instance of the workload it belongs to, or -1. */
  readonly group: Int32Array;
  /** TASK_ code. */
  readonly state: Uint8Array;
  /** 0 normal, 1 FIFO, 2 RR. */
  readonly policy: Uint8Array;
  /** Kernel prio: 0 is RT99, 99 is RT0, 120 is nice 0. */
  readonly priority: Int16Array;
  readonly migrations: Uint32Array;
  readonly wakeups: Uint32Array;
  /** ns from the last wake-up to running. */
  readonly lastLatency: Uint32Array;
  /** Process whose threads cache-aware balancing gathers, or -1. */
  readonly process: Int32Array;
  /** LLC where it wants the task, or -1. */
  readonly preferredLlc: Int32Array;
  /** ns in this state, saturating at 2^32 - 1. */
  readonly since: Uint32Array;
  /** ns of CPU time since the start. */
  readonly runtime: Float64Array;
}

/**
 * The hottest tracked lines: those with misses, most misses first (ties: lower line index), at most
 * frameLineLimit of them.
 */
export interface LineColumns {
  readonly count: number;
  /** Line index: what CpuColumns.line and WordColumns.line speak of. */
  readonly index: Uint32Array;
  /** Index into Catalog.structures. */
  readonly structure: Uint32Array;
  /** Which one of the structures (CPU, vector ...). */
  readonly instance: Uint32Array;
  /** 1-based line inside the structure. */
  readonly lineNumber: Uint32Array;
  /** Core that holds it modified or exclusive, or -1. */
  readonly owner: Int32Array;
  readonly sharers: Uint32Array;
  readonly dirty: Uint32Array;
  /** Node of the backing memory. */
  readonly home: Uint32Array;
  /** CPUs waiting for it now. */
  readonly queue: Uint32Array;
  readonly misses: Float64Array;
  /** ns all requests waited behind others. */
  readonly waitSum: Float64Array;
  /** ns the line's home was occupied. */
  readonly busySum: Float64Array;
  readonly localHitm: Uint32Array;
  readonly remoteHitm: Uint32Array;
}

/** Records of the event ring, oldest first. What a to e mean is said at RECORD_ in schedscape/codes.h. */
export interface RecordColumns {
  readonly count: number;
  /** Sequence number of the first; the next are consecutive. */
  readonly first: number;
  /** Records since the previous frame that did not fit (they came before `first`). */
  readonly dropped: number;
  readonly time: Float64Array;
  readonly cpu: Uint16Array;
  /** RECORD_ code. */
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly c: Uint32Array;
  readonly d: Uint32Array;
  readonly e: Uint32Array;
}

/** Counters since the start of the run; differences between two frames are rates. */
export interface Counters {
  /** Records written: sequence of the next one. */
  readonly records: number;
  readonly explains: number;
  /** Accesses of shared words, hits included. */
  readonly accesses: number;
  readonly misses: number;
  readonly switches: number;
  readonly wakeups: number;
  readonly migrations: number;
  /** Units of work the workload finished. */
  readonly score: number;
  /** ns from wake-up to running, and of how many wake-ups: since the measured window began. */
  readonly latencySum: number;
  readonly latencyCount: number;
}

/** Which epoch it is, from 1 on, when the next one begins, and how long one is; ns. */
export interface EpochClock {
  readonly number: number;
  readonly next: number;
  readonly period: number;
}

/** One moment of one variant. Every array is a view of `buffer`, which may be transferred. */
export interface Frame {
  readonly buffer: ArrayBuffer;
  /** ns. */
  readonly time: number;
  /** ns: how far the simulation head has got; at least `time`. */
  readonly headTime: number;
  /** Hash over all records so far: 16 hexadecimal digits. */
  readonly traceHash: string;
  /** True inside the measured window. */
  readonly measuring: boolean;
  /**
   * True if `records` goes on exactly where the frame before it ended (or says in `dropped` how many
   * are missing). False at the first frame, and after a step back or a jump: then the records are
   * the latest ones before `time`.
   */
  readonly continuous: boolean;
  readonly counters: Counters;
  readonly cpus: CpuColumns;
  /** Cumulative ns: [cpu * ledgerKinds.length + kind]. */
  readonly ledger: Float64Array;
  readonly tasks: TaskColumns;
  /**
   * The begin of the window that the figures of this moment describe: a sample of the head (track.ts, `tally`).
   * Empty if no samples are taken.
   */
  readonly windowStart: Float64Array;
  readonly llcs: number;
  /** Cumulative transfers of lines, dirty and clean: [from LLC * llcs + to LLC]. */
  readonly transfers: Uint32Array;
  /** Processes by number, then all tasks without one; 0 if no work has a footprint. */
  readonly owners: number;
  /** KiB of footprints that an LLC holds: [llc * owners + owner]. */
  readonly occupancy: Uint32Array;
  /** KiB of one LLC. */
  readonly llcKib: number;
  /** The epochs in which cache-aware balancing counts, the same for all CPUs; undefined without it. */
  readonly epoch: EpochClock | undefined;
  readonly lines: LineColumns;
  /** Lines with misses, those left out of `lines` included. */
  readonly linesTouched: number;
  readonly records: RecordColumns;
  /** What mechanisms on the stage asked for. */
  readonly mechanisms?: Mechanisms | undefined;
}

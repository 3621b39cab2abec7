// What the engine hands to everybody above it: the moment of a run as plain typed arrays, the names
// and shapes that never change during a run, and the numbers of the measured window. Types only;
// frame.ts packs a Frame into one transferable buffer and reads it back.
//
// Times are simulated nanoseconds as plain numbers (a run is far shorter than 2^53 ns). Ids are the
// core's small integers; -1 means none. Codes (activity, ledger kind, record kind ...) are those of
// abi.gen.ts.

import type { Explain, ToldStep } from './explain-types.ts';
import type { PagesMoment } from './pages-moment.ts';
import type {
  DetailQuery,
  SumsQuery,
  TimelineDetail,
  TimelineQuery,
  TimelineSums,
  TimelineWindow,
} from './slices.ts';
import type { ZoneResult } from './zones.ts';

export type { BalanceFacts, Explain, ToldStep } from './explain-types.ts';

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

/** Records of the event ring, oldest first. What a to e mean is said at RECORD_ in schedscape.h. */
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
  readonly llcs: number;
  /** Cumulative transfers of lines, dirty and clean: [from LLC * llcs + to LLC]. */
  readonly transfers: Uint32Array;
  /** Processes by number, then everybody else; 0 where no work has a footprint. */
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
}

/** Where every CPU sits; index = CPU number; ids are dense and start at 0. */
export interface Topology {
  readonly cpus: number;
  readonly cores: number;
  readonly llcs: number;
  readonly nodes: number;
  readonly packages: number;
  readonly core: Uint16Array;
  readonly l2: Uint16Array;
  readonly llc: Uint16Array;
  readonly node: Uint16Array;
  readonly package: Uint16Array;
  /** nodes x nodes, as SLIT: [from * nodes + to]. */
  readonly distance: Uint16Array;
}

/** The distance ruler: ns to fetch a line that another core has modified; 0 where there is none. */
export interface Ruler {
  readonly sameCore: number;
  readonly sameLlc: number;
  readonly sameNode: number;
  readonly near: number;
  readonly far: number;
  readonly otherSocket: number;
  readonly dramLocal: number;
}

/** Bytes of a cache line; an address is line * lineBytes + byte in the line. */
export const lineBytes = 64;

/** Where the named fields of structures lie; alike in every instance. By structure, then offset. */
export interface FieldPlaces {
  readonly count: number;
  /** Index into Catalog.structures. */
  readonly structure: Uint16Array;
  /** Bytes from the start of the structure. */
  readonly offset: Uint32Array;
  readonly size: Uint32Array;
  readonly name: readonly string[];
}

/** What the index of a line stands for; all lines, not only the hot ones. Index = line. */
export interface LineNames {
  readonly count: number;
  readonly structure: Uint32Array;
  readonly instance: Uint32Array;
  readonly lineNumber: Uint32Array;
}

/** What is constant during a run. Index of each list of names = the core's id; '' where none is. */
export interface Catalog {
  readonly topology: Topology;
  readonly ruler: Ruler;
  readonly clockMhz: number;
  readonly tasks: number;
  readonly symbols: readonly string[];
  readonly fields: FieldPlaces;
  readonly structures: readonly string[];
  readonly decisions: readonly string[];
  /** Each reason as a sentence. */
  readonly reasons: readonly string[];
  /** And by its code, as the core's sources call it. */
  readonly reasonCodes: readonly string[];
  readonly locks: readonly string[];
  readonly lines: LineNames;
}

/** Rows as perf c2c counts them, of the measured window; in order of first use. */
export interface C2cRows {
  readonly count: number;
  /** Accesses that found no free row. */
  readonly dropped: number;
  readonly line: Uint32Array;
  readonly offset: Uint16Array;
  /** Index into Catalog.symbols. */
  readonly symbol: Uint16Array;
  readonly loads: Uint32Array;
  readonly stores: Uint32Array;
  readonly locked: Uint32Array;
  readonly localHitm: Uint32Array;
  readonly remoteHitm: Uint32Array;
  readonly storeL1Hit: Uint32Array;
  readonly storeL1Miss: Uint32Array;
  /** Non-HITM loads of at least the threshold, and their cycles. */
  readonly loadCount: Uint32Array;
  readonly loadCycles: Float64Array;
  readonly hitmCycles: Float64Array;
  readonly maxCycles: Uint32Array;
  readonly records: Uint32Array;
}

/** Whose decisions are wanted; all that are given must hold. */
export interface DecisionFilter {
  /** The CPU that decided. */
  readonly cpu?: number | undefined;
  /** The task it was decided about. */
  readonly task?: number | undefined;
}

export interface DecisionsQuery extends DecisionFilter {
  /** Who asks, where several do: a newer question replaces only an older one of the same asker. */
  readonly asker?: 'why' | 'pages';
  /** ns: the latest that counts. */
  readonly time: number;
  /** How many are wanted. */
  readonly most: number;
}

/** Who of the fair class was to run next on a CPU, and why; the run itself keeps no record of it. */
export interface Pick {
  readonly time: number;
  readonly cpu: number;
  /** Task that ran, or the idle one, whose number is that of the CPU. */
  readonly previous: number;
  /** -1: nobody was left. */
  readonly chosen: number;
  readonly told: readonly ToldStep[];
}

/** One decision, as the event ring has it. */
export interface DecisionMark {
  readonly time: number;
  readonly cpu: number;
  readonly task: number;
  /** Index into Catalog.decisions. */
  readonly decision: number;
  /** CPU, or -1. */
  readonly result: number;
  /** Of its explain record. */
  readonly id: number;
}

/** A line that had to be fetched, or a lock that was taken. Times are ns. */
export interface DecisionStep {
  readonly kind: 'fetch' | 'lock';
  readonly time: number;
  /** Fetch: line * lineBytes + byte in it. */
  readonly address: number;
  /** Behind others. */
  readonly waited: number;
  /** The CPU stood still: less than the fetch took where several were under way at once. */
  readonly stalled: number;
  /** Fetch: a store or an atomic. */
  readonly isWrite: boolean;
  /** Fetch: index into Catalog.symbols. */
  readonly symbol: number;
  /** Lock: its id; else -1. */
  readonly lock: number;
}

/** How a decision came about. */
export interface DecisionStory {
  readonly explain: Explain;
  /** In order; hits in the core's own caches are not among them. */
  readonly steps: readonly DecisionStep[];
  /** Steps beyond the number a story lists. */
  readonly leftOut: number;
}

/** A hot line of the measured window, as c2c would rank it. */
export interface HotLine {
  readonly line: number;
  readonly structure: string;
  readonly instance: number;
  readonly lineNumber: number;
  readonly localHitm: number;
  readonly remoteHitm: number;
  readonly loads: number;
  readonly stores: number;
  /** Mean cycles of non-HITM loads of at least the threshold (perf's column); 0 if none. */
  readonly loadCycles: number;
  /** Mean cycles of HITM loads; 0 if none. */
  readonly hitmCycles: number;
  /** Mean ns a request waited behind others, since the start. */
  readonly meanWait: number;
}

/** Latencies of one kind, as the workload itself measures them. ns; percentiles within 1.6 %. */
export interface Latency {
  readonly samples: number;
  readonly p50: number;
  readonly p99: number;
  readonly greatest: number;
}

/** The numbers of the measured window, from its start to the head. */
export interface Headline {
  /** False: still warming up; all numbers are 0. */
  readonly measuring: boolean;
  /** ns. */
  readonly windowStart: number;
  readonly windowLength: number;
  /** Share of busy CPU time that is not user work, 0 to 1: how the published figures count it. */
  readonly kernelShare: number;
  /** Share of all CPU time, 0 to 1: everything but idle (idle exit counts as idle). */
  readonly busyShare: number;
  /** Units of work finished a second of simulated time. */
  readonly throughput: number;
  readonly score: number;
  /** ns from wake-up to running. */
  readonly meanLatency: number;
  readonly wakeups: number;
  /** Of wake-ups, of requests, of refills of page lists; none if the workload measures none. */
  readonly latencies: {
    readonly wake?: Latency;
    readonly request?: Latency;
    readonly refill?: Latency;
  };
  /** Sums over all CPUs, ns, by kind. */
  readonly ledger: Readonly<Record<LedgerKind, number>>;
  /** At most ten, most HITM first. */
  readonly hotLines: readonly HotLine[];
}

/** What the measured window has shown up to one moment of the head. */
export interface Measured {
  readonly headline: Headline;
  readonly rows: C2cRows;
  /** By line: mean number of CPUs that waited for it. */
  readonly waiting: Float64Array;
  /** The page allocator of each node; none for a run without one. */
  readonly zones: readonly ZoneResult[];
}

export type RunState =
  /** The head is running ahead. */
  | 'running'
  /** The head is as far ahead as it was asked to be, or paused. */
  | 'waiting'
  /** Reached the end of the scenario, or nothing is pending any more. */
  | 'finished'
  /** Stopped for good: see message. */
  | 'failed';

/** How a run is getting on. */
export interface RunStatus {
  readonly state: RunState;
  /** ns. */
  readonly headTime: number;
  readonly duration: number;
  readonly measuring: boolean;
  /** Memory of the two worlds, and of the recording with its bound: bytes. */
  readonly worldBytes: number;
  readonly recordingBytes: number;
  readonly recordingLimit: number;
  readonly keyframes: number;
  /** ns between keyframes where they are densest. */
  readonly keyframeSpacing: number;
  /** Memory of the timeline's slices, with its bound: bytes. */
  readonly timelineBytes: number;
  readonly timelineLimit: number;
  /** ns of the first occurrences asked for (see marks.ts), by question; undefined: not yet. */
  readonly marks: readonly (number | undefined)[];
  /** Set when failed: what broke, in words meant for a reader. */
  readonly message?: string;
}

/** What a record must be for a step to stop at it; all that are given must hold. */
export interface StepFilter {
  readonly cpu?: number;
  readonly task?: number;
  /** RECORD_ codes. */
  readonly kinds?: readonly number[];
}

/**
 * One variant, running somewhere else (a worker; see start.ts): every call is asynchronous there.
 * Calls that need a moment run one after the other; a newer frameAt cancels the one before it, whose
 * promise then gives undefined.
 */
export interface VariantEngine {
  readonly catalog: () => Catalog;
  readonly status: () => RunStatus;
  /** Lets the head run `ns` ahead of the playhead (the last time asked for), then wait. */
  readonly setLead: (ns: number) => void;
  /**
   * The moment at `time` (clamped to 0 .. duration) as the buffer of a Frame; see decodeFrame. `since`:
   * the records of the frame it goes on from, if that is not the one given last; null: from none, it
   * is a jump.
   */
  readonly frameAt: (time: number, since?: number | null) => Promise<ArrayBuffer | undefined>;
  /** The place shown last, also between two records of one moment, with the records that lead to it. */
  readonly frameAgain: () => Promise<ArrayBuffer | undefined>;
  /** The moment just after the next (+1) or previous (-1) record that passes the filter. */
  readonly stepEvent: (by: 1 | -1, filter?: StepFilter) => Promise<ArrayBuffer | undefined>;
  /** The same for decisions (fork, wake-up, push, pull ...). */
  readonly stepDecision: (by: 1 | -1, filter?: StepFilter) => Promise<ArrayBuffer | undefined>;
  /** The c2c rows as they stand at `time`. */
  readonly rows: (time: number) => Promise<C2cRows>;
  /** The page allocators as they stand at `time`; without zones where there are none. */
  readonly pages: (time: number) => Promise<PagesMoment | undefined>;
  /** Numbers of the measured window, at the head. */
  readonly headline: () => Promise<Headline>;
  /** All of the measured window so far, at the head; undefined before it. Disturbs nothing. */
  readonly measured: () => Promise<Measured | undefined>;
  /** Undefined if the core has forgotten it (its ring is bounded) and no replay can bring it back. */
  readonly explain: (id: number) => Promise<Explain | undefined>;
  /** The latest decisions up to a moment, newest first; undefined if a newer one of its asker replaced this. */
  readonly decisions: (query: DecisionsQuery) => Promise<DecisionMark[] | undefined>;
  /** How decision `id` came about; undefined if there is none, or a newer question replaced this. */
  readonly decisionStory: (id: number) => Promise<DecisionStory | undefined>;
  /** The latest picks up to a moment, newest first: a few of each CPU; none without the full fair class. */
  readonly picks: (query: DecisionsQuery) => Promise<Pick[] | undefined>;
  /** The timeline of a window, as far as it is known now. Rejects with RangeError. */
  readonly timelineWindow: (query: TimelineQuery) => Promise<TimelineWindow>;
  /** ns of the nearest slice or mark after or before `time`, on one CPU or any. */
  readonly timelineNext: (time: number, by: 1 | -1, cpu?: number) => Promise<number | undefined>;
  /** Every wait in a window, and sums over a span; a newer call replaces one under way. */
  readonly timelineDetail: (query: DetailQuery) => Promise<TimelineDetail | undefined>;
  readonly timelineSums: (query: SumsQuery) => Promise<TimelineSums | undefined>;
  readonly dispose: () => void;
}

// The numbers of the measured window: the headline and the rows of c2c. Types only; ../metrics.ts and ../capture.ts
// gather them.

import type { ZoneResult } from '../zones.ts';
import type { LedgerKind } from './frame.ts';

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
  /** It is measured, but what reads the figures could not be fetched; asking again tries again. */
  readonly unfetched?: true;
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
  /** Of the whole window, as the same run gave it before: this one is still on its way. */
  readonly isKept?: true;
  /** Of kept figures: the trace hash of the run that gave them. This one has to end with the same. */
  readonly traceHash?: string;
}

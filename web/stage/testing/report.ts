// A made-up report of the page allocator, for tests: every figure differs, so that two that are alike are one.

import type { RunReport } from '../measures.ts';

interface Made {
  /** CPUs of the machine, of nodes, and nodes that have an allocator of their own. */
  readonly cpus?: number;
  readonly nodes?: number;
  readonly zones?: number;
  /** Pages a second in those. */
  readonly throughput?: number;
}

/** 1 ms of a machine of four nodes one of which stands for the others, unless said otherwise. */
export function pagesReport({
  cpus = 192,
  nodes = 4,
  zones = 1,
  throughput = 811_000,
}: Made = {}): RunReport {
  const windowLength = 1_000_000;
  const ofNode = cpus / nodes;
  const lock = (share: number) => ({
    waited: share * ofNode * windowLength,
    longestHold: 4_321,
    taken: 97,
  });
  const zone = (node: number) => ({
    ...{ node, nodes, cpus: ofNode, fallbacks: 3, listPages: 5_111, typeBlocks: [2, 11] },
    ...{ zoneLock: lock(0.5), lruLock: lock(0.125) },
  });
  const ns = zones * ofNode * windowLength;
  const latency = { samples: 9, p50: 610, p99: 7_310, greatest: 8_850 };
  return {
    catalog: { topology: { cpus }, structures: [], lines: { structure: [], count: 0 } },
    rows: { count: 0 },
    zones: Array.from({ length: zones }, (_, node) => zone(node)),
    headline: {
      measuring: true,
      ...{ windowLength, throughput, score: 811, kernelShare: 0.77, busyShare: 0.2351 },
      ...{ wakeups: 13, meanLatency: 1_730 },
      ledger: { lineWait: 0.07 * ns, lockWait: 0.61 * ns },
      latencies: { wake: latency, request: { ...latency, p50: 990, p99: 9_170 }, refill: latency },
    },
  } as unknown as RunReport;
}

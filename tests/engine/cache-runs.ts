// Worlds in which cache-aware balancing has something to decide, for tests of what it records and tells.

import { FAIR, WORKLOAD } from '../../web/engine/abi.gen.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';

const cores = 16;
const each = <T>(of: (cpu: number) => T) => Array.from({ length: 2 * cores }, (_, cpu) => of(cpu));

/** One node of two LLCs of eight cores with two threads each, 32 MiB an LLC. */
const machine = {
  cpus: 2 * cores,
  cpu_core: each((cpu) => cpu % cores),
  cpu_l2: each((cpu) => cpu % cores),
  cpu_llc: each((cpu) => Math.floor((cpu % cores) / 8)),
  fair_class: FAIR.FULL,
  workload: WORKLOAD.SPINNERS,
  llc_kib: 32 * 1024,
  explain_records: 2 ** 16,
  seed_low: 1,
};

/** The same with two nodes of two LLCs of four cores, where NUMA balancing is on. */
const twoNodes = {
  nodes: 2,
  cpu_llc: each((cpu) => Math.floor((cpu % cores) / 4)),
  cpu_node: each((cpu) => Math.floor((cpu % cores) / 8)),
  cpu_package: each((cpu) => Math.floor((cpu % cores) / 8)),
  distance: [10, 20, 20, 10],
  numa_balancing: 1,
};

export interface Run {
  /** processes, threads, others, MiB, on, off, places, later, leaving, when: see spinners.c. */
  readonly parameters: readonly number[];
  readonly version: number;
  readonly ms: number;
  readonly tolerance?: number;
  readonly machine?: DefinitionInput;
}

const M = 1_000_000;

/** Worlds in which each rule has something to decide. */
export const runs: Readonly<Record<string, Run>> = {
  gathers: { parameters: [1, 10], version: 2, ms: 200 },
  sleeps: { parameters: [1, 4, 0, 0, 30 * M, 90 * M], version: 2, ms: 250 },
  burst: { parameters: [1, 24], version: 2, ms: 120 },
  memory: { parameters: [1, 4, 0, 40], version: 2, ms: 50 },
  lone: { parameters: [1, 1], version: 2, ms: 50 },
  leaves: { parameters: [1, 2, 0, 0, 0, 0, 0, 0, 1, 40 * M], version: 2, ms: 100 },
  crowd: { parameters: [1, 40, 0, 0, 0, 0, 1], version: 2, ms: 150, tolerance: 100 },
  naps: { parameters: [1, 60, 0, 0, M, M, 1], version: 3, ms: 150, tolerance: 100 },
  several: {
    ...{ parameters: [4, 12, 12, 0, 3 * M, 3 * M, 0, 20 * M], version: 3, ms: 120 },
    tolerance: 100,
  },
  astray: {
    ...{ parameters: [1, 24, 0, 0, 3 * M, 5 * M, 1, 0, 0, 0, 2], version: 2, ms: 150 },
    ...{ tolerance: 100, machine: twoNodes },
  },
};

export function definitionOf({
  parameters,
  version,
  tolerance = 1,
  ...more
}: Run): DefinitionInput {
  return {
    ...machine,
    ...more.machine,
    workload_parameter: [...parameters],
    cache_version: version,
    cache_tolerance: tolerance,
  };
}

// A small machine of two nodes with tasks that fork, for tests of what placement and balancing tell.

import { FAIR, WORKLOAD } from '../../web/engine/abi.gen.ts';

const cores = 8;
const each = <T>(of: (cpu: number) => T) => Array.from({ length: 2 * cores }, (_, cpu) => of(cpu));

/** Two nodes of an LLC of four cores, two threads a core. */
export const twoNodes = {
  cpus: 2 * cores,
  nodes: 2,
  cpu_core: each((cpu) => cpu % cores),
  cpu_l2: each((cpu) => cpu % cores),
  cpu_llc: each((cpu) => Math.floor((cpu % cores) / 4)),
  cpu_package: each((cpu) => Math.floor((cpu % cores) / 4)),
  cpu_node: each((cpu) => Math.floor((cpu % cores) / 4)),
  distance: [10, 20, 20, 10],
  fair_class: FAIR.FULL,
  workload: WORKLOAD.FORK_BURST,
  workload_parameter: [3, 20, 500_000, 300_000],
  seed_low: 1,
};

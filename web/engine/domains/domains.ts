// The scheduling domains of one CPU of a machine, as the core's topology code builds them. Nothing is
// worked out here.

import { PROBE } from '../abi.gen.ts';
import type { ProbeRunner } from '../probes.ts';
import { boundWords, type CpuDomainWords, type Observed, readObserved } from './words.ts';

/** What the domains of a machine follow from: fields of a definition. Arrays are by CPU. */
export interface MachineShape {
  readonly cpus: number;
  readonly nodes: number;
  readonly node_reclaim_distance: number;
  readonly sched_smt: number;
  readonly sched_cluster: number;
  readonly sched_mc: number;
  readonly cpu_core: readonly number[];
  readonly cpu_l2: readonly number[];
  readonly cpu_llc: readonly number[];
  readonly cpu_package: readonly number[];
  readonly cpu_node: readonly number[];
  /** nodes x nodes, row first. */
  readonly distance: readonly number[];
}

export type DomainsOfCpu = Omit<Observed, 'cpus'> & CpuDomainWords;

/** Throws MachineRefused for a shape that no machine has. */
export function domainsOf(probe: ProbeRunner, shape: MachineShape, cpu: number): DomainsOfCpu {
  const { cpus, nodes, distance } = shape;
  const input = Int32Array.from([
    cpus,
    nodes,
    shape.node_reclaim_distance,
    shape.sched_smt,
    shape.sched_cluster,
    shape.sched_mc,
    ...shape.cpu_core,
    ...shape.cpu_l2,
    ...shape.cpu_llc,
    ...shape.cpu_package,
    ...shape.cpu_node,
    ...distance,
    1,
    cpu,
  ]);
  const bound = boundWords({ cpus, nodes, distances: new Set(distance).size });
  const answer = probe.run(PROBE.TOPOLOGY, input, bound.machine + bound.cpu);
  const { cpus: asked, ...machine } = readObserved(answer, cpus, 1);
  return { ...machine, ...asked[0]! };
}

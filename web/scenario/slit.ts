// What later kernels make of the firmware's distances between nodes before domains are built from them.
// Source: slit_cluster_distance of arch/x86/kernel/smpboot.c, v7.2; spec "Scheduling topology" section 8.1.

import type { Machine } from './topology.ts';

/** Packages of fewer nodes keep their distances. */
const LEAST_NODES = 3;

/**
 * The table of a machine, nodes x nodes: where packages have three nodes or more, every distance between two of
 * them is the average over both directions, rounded down. Firmware that tells such nodes apart makes domains
 * that do not cover what they span.
 */
export function sanitisedDistance(machine: Machine): readonly number[] {
  const { nodes, distance } = machine;
  const all = Array.from({ length: nodes }, (_, node) => node);
  const packageOf = all.map((node) => machine.package[machine.node.indexOf(node)]!);
  const besides = (node: number) => all.filter((other) => packageOf[other] === packageOf[node]);
  return distance.map((given, at) => {
    const [here, there] = [besides(Math.floor(at / nodes)), besides(at % nodes)];
    if (here[0] === there[0] || Math.min(here.length, there.length) < LEAST_NODES) return given;
    const both = here.flatMap((x) =>
      there.flatMap((y) => [distance[x * nodes + y]!, distance[y * nodes + x]!]),
    );
    return Math.floor(both.reduce((sum, each) => sum + each, 0) / both.length);
  });
}

// Which numbers of nodes a package may be cut into, and the machine that comes of it.

import { expect, it } from 'vitest';
import type { MachineShape } from '../../engine/domains/domains.ts';
import { nodesPerPackageChoices, withNodesPerPackage } from './nodes.ts';

/** Two packages of four caches of two cores. */
const cpus = Array.from({ length: 16 }, (_, cpu) => cpu);
const machine: MachineShape = {
  cpus: 16,
  nodes: 2,
  node_reclaim_distance: 30,
  sched_smt: 1,
  sched_cluster: 1,
  sched_mc: 1,
  cpu_core: cpus,
  cpu_l2: cpus,
  cpu_llc: cpus.map((cpu) => cpu >> 1),
  cpu_package: cpus.map((cpu) => cpu >> 3),
  cpu_node: cpus.map((cpu) => cpu >> 3),
  distance: [10, 32, 32, 10],
};

it('offers only numbers of nodes that share out the caches evenly', () => {
  expect(nodesPerPackageChoices(machine)).toEqual([1, 2, 4]);
  const three = { ...machine, cpu_llc: cpus.map((cpu) => (cpu >> 3) * 3 + Math.min(2, cpu % 8)) };
  expect(nodesPerPackageChoices(three)).toEqual([1]);
});

it('deals whole caches to nodes, and keeps nodes of a package nearer than others', () => {
  const { nodes, cpu_node, distance } = withNodesPerPackage(machine, 2);
  expect(nodes).toBe(4);
  expect(cpu_node).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  expect(distance.slice(0, 4)).toEqual([10, 12, 32, 32]);
  expect(withNodesPerPackage(machine, 1).distance).toEqual([10, 32, 32, 10]);
});

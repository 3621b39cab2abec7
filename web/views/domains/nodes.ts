// The same machine with another number of NUMA nodes in a package, as firmware offers it (NPS on AMD,
// SNC on Intel): last-level caches are dealt to nodes in order.

import type { MachineShape } from '../../engine/domains/domains.ts';

/** Customary distances: own node, another one of the package, beyond. */
const local = 10;
const inPackage = 12;
const beyond = 32;
const choices = [1, 2, 4];

/** The caches of each package, in order. */
function cachesByPackage({ cpu_llc, cpu_package }: MachineShape): number[][] {
  const caches: number[][] = [];
  cpu_llc.forEach((llc, cpu) => {
    const own = cpu_package[cpu]!;
    caches[own] ??= [];
    if (!caches[own].includes(llc)) caches[own].push(llc);
  });
  return caches.map((list) => list.sort((a, b) => a - b));
}

/** Nodes a package may have so that every node gets as many caches, and whole ones. */
export function nodesPerPackageChoices(shape: MachineShape): number[] {
  const caches = cachesByPackage(shape);
  return choices.filter((nodes) => caches.every((list) => list.length % nodes === 0));
}

export function withNodesPerPackage(shape: MachineShape, nodes: number): MachineShape {
  const caches = cachesByPackage(shape);
  const packageOf = (node: number) => Math.floor(node / nodes);
  const count = caches.length * nodes;
  const cpu_node = shape.cpu_llc.map((llc, cpu) => {
    const own = shape.cpu_package[cpu]!;
    const list = caches[own]!;
    return own * nodes + Math.floor((list.indexOf(llc) * nodes) / list.length);
  });
  const distance = Array.from({ length: count * count }, (_, at) => {
    const [from, to] = [Math.floor(at / count), at % count];
    if (from === to) return local;
    return packageOf(from) === packageOf(to) ? inPackage : beyond;
  });
  return { ...shape, nodes: count, cpu_node, distance };
}

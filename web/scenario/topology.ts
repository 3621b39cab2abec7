// From the description of a machine's shape to what the core wants: for every CPU its core, L2, LLC,
// package and node, with dense ids. Refuses shapes that no machine has. Costs are timings.ts.

import { pathStep, ScenarioError } from './error.ts';
import { CPUS, LLCS, NODES } from './limits.ts';
import type { CountedTopology, ListedTopology, TopologyDescription } from './topology-schema.ts';

/** A machine's shape. Arrays are by CPU; distance is nodes x nodes, row first. */
export interface Machine {
  readonly title: string;
  readonly cpus: number;
  readonly cores: number;
  readonly llcs: number;
  readonly nodes: number;
  readonly packages: number;
  /** Of the widest core. */
  readonly threadsPerCore: number;
  readonly core: readonly number[];
  readonly l2: readonly number[];
  readonly llc: readonly number[];
  readonly package: readonly number[];
  readonly node: readonly number[];
  readonly distance: readonly number[];
  readonly nodeReclaimDistance: number;
  readonly schedSmt: boolean;
  readonly schedCluster: boolean;
  readonly schedMc: boolean;
}

/** Linux's own default; AMD Zen parts set 32. */
const NODE_RECLAIM_DISTANCE = 30;
/** Customary SLIT values for shapes that give none: own node, other node of the package, beyond. */
const LOCAL_DISTANCE = 10;
const PACKAGE_DISTANCE = 12;
const REMOTE_DISTANCE = 21;

/** CPU numbers of a list such as "0-39,240-279". Throws ScenarioError at `path`. */
export function parseCpuList(text: string, cpus: number, path: string): number[] {
  const result: number[] = [];
  for (const part of text.split(',')) {
    const [first, last = first] = part.split('-').map(Number) as [number, number?];
    if (last < first || last >= cpus) {
      throw new ScenarioError(
        path,
        `holds "${part}"`,
        `write CPUs from 0 to ${cpus - 1}, the smaller first`,
      );
    }
    for (let cpu = first; cpu <= last; cpu++) result.push(cpu);
  }
  return result;
}

/** CPU numbers as the kernel prints them: "0-39,240-279". */
export function kernelCpuList(cpus: readonly number[]): string {
  const sorted = [...cpus].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; ) {
    let end = i;
    while (sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(end > i ? `${sorted[i]}-${sorted[end]}` : `${sorted[i]}`);
    i = end + 1;
  }
  return parts.join(',');
}

/** The machine of a validated description; `path` is where the description stands. */
export function buildMachine(shape: TopologyDescription, path: string): Machine {
  const machine = 'llcs' in shape ? fromLists(shape, path) : fromCounts(shape, path);
  checkLimit(machine.llcs, LLCS, 'last-level caches', path);
  checkLimit(machine.nodes, NODES, 'nodes', path);
  checkNesting(machine, path);
  return machine;
}

function checkLimit(count: number, most: number, what: string, path: string): void {
  if (count <= most) return;
  throw new ScenarioError(path, `makes ${count} ${what}`, `make at most ${most}`);
}

type Shared = Pick<
  Machine,
  'title' | 'nodeReclaimDistance' | 'schedSmt' | 'schedCluster' | 'schedMc'
>;

const shared = (shape: TopologyDescription): Shared => ({
  title: shape.title ?? 'custom machine',
  nodeReclaimDistance: shape.node_reclaim_distance ?? NODE_RECLAIM_DISTANCE,
  schedSmt: shape.sched_smt ?? true,
  schedCluster: shape.sched_cluster ?? true,
  schedMc: shape.sched_mc ?? true,
});

function fromLists(shape: ListedTopology, path: string): Machine {
  const { cpus, cores, threads_per_core: threads } = shape;
  // Lists may name cores of fewer threads; "block" and "adjacent" number equal ones.
  const isUneven = Array.isArray(shape.numbering) && cpus < cores * threads;
  if (cpus !== cores * threads && !isUneven) {
    throw new ScenarioError(
      `${path}.cpus`,
      `is ${cpus}, but ${cores} cores of ${threads} threads are ${cores * threads} CPUs`,
      'make the three numbers agree, or list the CPUs of each core under numbering',
    );
  }
  const partition = (lists: readonly string[], key: string) =>
    partitionOf(lists, cpus, path ? `${path}.${key}` : key);
  const core = coresOf(shape, path);
  return {
    ...shared(shape),
    cpus,
    cores,
    llcs: shape.llcs.length,
    nodes: shape.nodes.length,
    packages: shape.packages.length,
    threadsPerCore: threads,
    core,
    l2: shape.l2_clusters ? partition(shape.l2_clusters, 'l2_clusters') : core,
    llc: partition(shape.llcs, 'llcs'),
    package: partition(shape.packages, 'packages'),
    node: partition(shape.nodes, 'nodes'),
    distance: packedDistance(shape.distance, shape.nodes.length, `${path}.distance`),
  };
}

function coresOf(shape: ListedTopology, path: string): number[] {
  const { cpus, cores, threads_per_core: threads, numbering } = shape;
  if (numbering === 'block') return Array.from({ length: cpus }, (_, cpu) => cpu % cores);
  if (numbering === 'adjacent') {
    return Array.from({ length: cpus }, (_, cpu) => Math.floor(cpu / threads));
  }
  if (numbering.length !== cores) {
    throw new ScenarioError(
      `${path}.numbering`,
      `lists ${numbering.length} cores`,
      `list the CPUs of each of the ${cores} cores`,
    );
  }
  const owner = partitionOf(numbering, cpus, `${path}.numbering`);
  const sizes = new Array<number>(cores).fill(0);
  for (const core of owner) sizes[core]! += 1;
  const widest = Math.max(...sizes);
  if (widest === threads) return owner;
  throw new ScenarioError(
    `${path}.threads_per_core`,
    `is ${threads}, but the widest core of numbering has ${widest}`,
    `write ${widest}`,
  );
}

/** For every CPU the index of the list that holds it; every CPU must be in exactly one. */
function partitionOf(lists: readonly string[], cpus: number, path: string): number[] {
  const owner = new Array<number>(cpus).fill(-1);
  lists.forEach((text, index) => {
    const at = path + pathStep(index);
    for (const cpu of parseCpuList(text, cpus, at)) {
      if (owner[cpu]! >= 0) {
        throw new ScenarioError(
          at,
          `holds CPU ${cpu}, which ${path}[${owner[cpu]}] holds too`,
          'put every CPU into one list',
        );
      }
      owner[cpu] = index;
    }
  });
  const missing = owner.indexOf(-1);
  if (missing >= 0) {
    throw new ScenarioError(path, `leaves out CPU ${missing}`, 'put every CPU into one list');
  }
  return owner;
}

function packedDistance(
  rows: readonly (readonly number[])[],
  nodes: number,
  path: string,
): number[] {
  if (rows.length !== nodes || rows.some((row) => row.length !== nodes)) {
    throw new ScenarioError(
      path,
      `is not a table of ${nodes} x ${nodes}`,
      'write one row per node, each with a distance to every node',
    );
  }
  rows.forEach((row, node) => {
    if (row[node] === LOCAL_DISTANCE) return;
    throw new ScenarioError(
      `${path}[${node}][${node}]`,
      `is ${row[node]}`,
      `write ${LOCAL_DISTANCE}: that is the distance of a node to itself`,
    );
  });
  return rows.flat();
}

/** Cores are numbered package by package, node by node, LLC by LLC (spec "Scheduling topology" section 8). */
function fromCounts(shape: CountedTopology, path: string): Machine {
  const { packages, cores_per_llc: llcCores } = shape;
  const threads = shape.threads_per_core ?? 1;
  const nodeCores = (shape.llcs_per_node ?? 1) * llcCores;
  const packageCores = (shape.nodes_per_package ?? 1) * nodeCores;
  const cores = packages * packageCores;
  const cpus = cores * threads;
  checkLimit(cpus, CPUS, 'CPUs', path);
  const core = Array.from({ length: cpus }, (_, cpu) => coreOfCpu(shape, cpu, cores, threads));
  const divided = (by: number) => core.map((c) => Math.floor(c / by));
  const nodes = shape.interleaved_memory ? 1 : packages * (shape.nodes_per_package ?? 1);
  return {
    ...shared(shape),
    cpus,
    cores,
    llcs: cores / llcCores,
    nodes,
    packages,
    threadsPerCore: threads,
    core,
    l2: l2Of(core, llcCores, shape.cores_per_l2 ?? 1),
    llc: divided(llcCores),
    package: divided(packageCores),
    node: shape.interleaved_memory ? core.map(() => 0) : divided(nodeCores),
    distance: shape.distance
      ? packedDistance(shape.distance, nodes, `${path}.distance`)
      : customaryDistance(nodes, shape.nodes_per_package ?? 1),
  };
}

function coreOfCpu(shape: CountedTopology, cpu: number, cores: number, threads: number): number {
  if (shape.numbering === 'adjacent') return Math.floor(cpu / threads);
  const first = cpu % cores;
  if (shape.numbering !== 'interleaved') return first;
  const { packages } = shape;
  return (first % packages) * (cores / packages) + Math.floor(first / packages);
}

/** L2 ids are dense; an L2 never reaches over an LLC, so the last one of each may be smaller. */
function l2Of(core: readonly number[], llcCores: number, l2Cores: number): number[] {
  const l2s = Math.ceil(llcCores / l2Cores);
  return core.map((c) => {
    const llc = Math.floor(c / llcCores);
    return llc * l2s + Math.floor((c % llcCores) / l2Cores);
  });
}

function customaryDistance(nodes: number, nodesPerPackage: number): number[] {
  return Array.from({ length: nodes * nodes }, (_, i) => {
    const from = Math.floor(i / nodes);
    const to = i % nodes;
    if (from === to) return LOCAL_DISTANCE;
    const samePackage = Math.floor(from / nodesPerPackage) === Math.floor(to / nodesPerPackage);
    return samePackage ? PACKAGE_DISTANCE : REMOTE_DISTANCE;
  });
}

/** A core lies in one L2, an L2 in one LLC, an LLC in one node and one package. */
function checkNesting(machine: Machine, path: string): void {
  const levels = [
    ['core', machine.core, 'L2 cache', machine.l2],
    ['L2 cache', machine.l2, 'last-level cache', machine.llc],
    ['last-level cache', machine.llc, 'node', machine.node],
    ['last-level cache', machine.llc, 'package', machine.package],
  ] as const;
  for (const [inner, innerOf, outer, outerOf] of levels) {
    const seen = new Map<number, number>();
    for (let cpu = 0; cpu < machine.cpus; cpu++) {
      const other = seen.get(innerOf[cpu]!);
      if (other === undefined) seen.set(innerOf[cpu]!, cpu);
      else if (outerOf[other] !== outerOf[cpu]) {
        throw new ScenarioError(
          path,
          `puts CPUs ${other} and ${cpu} into one ${inner}, but not into one ${outer}`,
          `keep every ${inner} inside one ${outer}`,
        );
      }
    }
  }
}

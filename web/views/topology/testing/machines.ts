// Machines for tests: shapes as the core describes them, made by hand. Not used by
// the product.

import type { Catalog, Topology } from '../../../engine/types.ts';

export interface MachineShape {
  readonly sockets: number;
  /** 0: one node over all sockets (memory interleaved by firmware). */
  readonly nodesPerSocket: number;
  readonly llcsPerNode: number;
  readonly coresPerLlc: number;
  readonly threads: number;
}

/** CPUs numbered as on Intel and AMD servers: thread t of core c is CPU t * cores + c. */
export function topologyOf(shape: MachineShape): Topology {
  const { sockets, nodesPerSocket, llcsPerNode, coresPerLlc, threads } = shape;
  const llcsPerSocket = Math.max(1, nodesPerSocket) * llcsPerNode;
  const cores = sockets * llcsPerSocket * coresPerLlc;
  const cpus = cores * threads;
  const nodes = nodesPerSocket === 0 ? 1 : sockets * nodesPerSocket;
  const columns = {
    core: new Uint16Array(cpus),
    l2: new Uint16Array(cpus),
    llc: new Uint16Array(cpus),
    node: new Uint16Array(cpus),
    package: new Uint16Array(cpus),
  };
  for (let cpu = 0; cpu < cpus; cpu++) {
    const core = cpu % cores;
    const llc = Math.floor(core / coresPerLlc);
    columns.core[cpu] = core;
    columns.l2[cpu] = core;
    columns.llc[cpu] = llc;
    columns.node[cpu] = nodesPerSocket === 0 ? 0 : Math.floor(llc / llcsPerNode);
    columns.package[cpu] = Math.floor(llc / llcsPerSocket);
  }
  return {
    cpus,
    cores,
    llcs: sockets * llcsPerSocket,
    nodes,
    packages: sockets,
    ...columns,
    distance: new Uint16Array(nodes * nodes).fill(10),
  };
}

/** Shapes of the presets, and the ends of what is allowed. */
export const shapes = {
  'granite rapids 2s snc3': {
    sockets: 2,
    nodesPerSocket: 3,
    llcsPerNode: 1,
    coresPerLlc: 40,
    threads: 2,
  },
  'sapphire rapids 2s, one node': {
    sockets: 2,
    nodesPerSocket: 0,
    llcsPerNode: 1,
    coresPerLlc: 30,
    threads: 2,
  },
  'genoa 4n': { sockets: 1, nodesPerSocket: 4, llcsPerNode: 2, coresPerLlc: 8, threads: 2 },
  'milan 2s nps1': { sockets: 2, nodesPerSocket: 1, llcsPerNode: 8, coresPerLlc: 8, threads: 2 },
  'milan 2s nps4': { sockets: 2, nodesPerSocket: 4, llcsPerNode: 2, coresPerLlc: 8, threads: 2 },
  'skylake 4s': { sockets: 4, nodesPerSocket: 1, llcsPerNode: 1, coresPerLlc: 24, threads: 2 },
  desktop: { sockets: 1, nodesPerSocket: 1, llcsPerNode: 1, coresPerLlc: 4, threads: 1 },
  laptop: { sockets: 1, nodesPerSocket: 1, llcsPerNode: 1, coresPerLlc: 4, threads: 2 },
  'ring of four': { sockets: 4, nodesPerSocket: 1, llcsPerNode: 1, coresPerLlc: 2, threads: 1 },
  'one CPU': { sockets: 1, nodesPerSocket: 1, llcsPerNode: 1, coresPerLlc: 1, threads: 1 },
  'three LLCs': { sockets: 1, nodesPerSocket: 1, llcsPerNode: 3, coresPerLlc: 6, threads: 2 },
  'a thousand CPUs': {
    sockets: 2,
    nodesPerSocket: 4,
    llcsPerNode: 4,
    coresPerLlc: 16,
    threads: 2,
  },
  'a thousand in 128 LLCs': {
    sockets: 8,
    nodesPerSocket: 4,
    llcsPerNode: 4,
    coresPerLlc: 4,
    threads: 2,
  },
} as const satisfies Record<string, MachineShape>;

/** A catalog with the figures of the two-socket Granite Rapids and three named lines. */
export function catalogOf(shape: MachineShape, tasks = 0): Catalog {
  return {
    topology: topologyOf(shape),
    ruler: {
      sameCore: 20,
      sameLlc: 81,
      sameNode: 81,
      near: 104,
      far: 127,
      otherSocket: 339,
      dramLocal: 110,
    },
    clockMhz: 3000,
    tasks,
    taskRoles: {
      name: [],
      form: new Uint8Array(),
      role: new Uint16Array(),
      number: new Uint16Array(),
    },
    symbols: ['', 'cpupri_find_fitness', 'cpupri_set', 'enqueue_pushable_task', 'pull_rt_task'],
    fields: {
      count: 3,
      structure: new Uint16Array(3),
      offset: new Uint32Array([4, 176, 184]),
      size: new Uint32Array([4, 8, 8]),
      name: ['rto_count', 'rto_mask', 'count[0]'],
    },
    structures: ['root_domain', 'cpupri_vec', 'rq'],
    decisions: [],
    reasons: [],
    reasonCodes: [],
    locks: [],
    hasTraffic: false,
    lines: {
      count: 4,
      structure: new Uint32Array([0, 1, 2, 0]),
      instance: new Uint32Array([0, 99, 12, 0]),
      lineNumber: new Uint32Array([3, 26, 1, 1]),
    },
  };
}

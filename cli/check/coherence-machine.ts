// The machines a coherence vector file describes, as the words the core's probe wants. Times are
// whole nanoseconds; fractions are rounded half up, to at least 1, as the line model does.

import { LIMIT_CPUS, LIMIT_LLCS, LIMIT_NODES } from '../../web/engine/abi.gen.ts';
import type { JsonField } from './json-fields.ts';
import { VectorFileError } from './types.ts';

/** The longest single cost the probe takes, ns. */
const MOST_NS = 1_000_000;
const MOST_AGE_US = 1_000_000;
const MOST_SERVICE = 16;

interface Shape {
  sockets: number;
  nodesPerSocket: number;
  llcsPerNode: number;
  coresPerLlc: number;
  threads: number;
  cores: number;
  nodes: number;
  llcs: number;
}

export interface CoherenceMachine {
  cores: number;
  cpus: number;
  nodes: number;
  /** 64-bit words of a set of cores. */
  coreWords: number;
  /** Everything in front of the lines in the probe's input. */
  words: number[];
}

const nanoseconds = (field: JsonField, otherwise?: number): number => {
  const value = field.number(0, MOST_NS, otherwise);
  return value === 0 ? 0 : Math.max(1, Math.floor(value + 0.5));
};

function readShape(platform: JsonField): Shape {
  const sockets = platform.at('sockets').integer(1, LIMIT_NODES);
  const nodesPerSocket = platform.at('nodes_per_socket').integer(1, LIMIT_NODES, 1);
  const llcsPerNode = platform.at('llcs_per_node').integer(1, LIMIT_LLCS, 1);
  const coresPerLlc = platform.at('cores_per_llc').integer(1, LIMIT_CPUS);
  const threads = platform.at('threads').integer(1, LIMIT_CPUS, 1);
  const nodes = sockets * nodesPerSocket;
  const llcs = nodes * llcsPerNode;
  const cores = platform.at('cores').integer(1, LIMIT_CPUS, llcs * coresPerLlc);
  const bounds = [
    ['nodes', nodes, LIMIT_NODES],
    ['last-level caches', llcs, LIMIT_LLCS],
    ['CPUs', cores * threads, LIMIT_CPUS],
  ] as const;
  for (const [what, count, most] of bounds) {
    if (count > most) {
      throw new VectorFileError(platform.path, `${count} ${what}`, `the core takes up to ${most}`);
    }
  }
  if (cores > llcs * coresPerLlc) {
    platform.at('cores').refuse(`write at most ${llcs * coresPerLlc}: the domains hold no more`);
  }
  return { sockets, nodesPerSocket, llcsPerNode, coresPerLlc, threads, cores, nodes, llcs };
}

function readScalars(platform: JsonField): number[] {
  const clock = platform.at('clock_mhz');
  const mhz = clock.present
    ? clock.integer(1, 100_000)
    : Math.max(1, Math.round(platform.at('ghz').number(0.001, 100) * 1000));
  const denominator = platform.at('svc_den').integer(1, 1_000_000, 1);
  const numerator = platform.at('svc_num').integer(0, 1_000_000, denominator);
  if (numerator > MOST_SERVICE * denominator) {
    platform.at('svc_num').refuse(`write at most ${MOST_SERVICE} times svc_den`);
  }
  if (platform.at('hold').number(0, MOST_NS, 0) !== 0) {
    platform.at('hold').refuse('write 0: the line model has no tenure');
  }
  return [
    mhz,
    nanoseconds(platform.at('t_l1')),
    nanoseconds(platform.at('t_rmw')),
    nanoseconds(platform.at('t_sb'), 1),
    nanoseconds(platform.at('t_llc')),
    numerator,
    denominator,
    nanoseconds(platform.at('t_rd'), 15),
    nanoseconds(platform.at('t_ack'), 15),
    nanoseconds(platform.at('dir_penalty'), 0),
    platform.at('age_us').integer(0, MOST_AGE_US, 100),
    platform.at('mlp').integer(1, MOST_NS, 4),
    platform.at('ldlat').integer(0, MOST_NS, 30),
  ];
}

/** Names of the distance classes, nearest first, each with the ones that stand in for it. */
const CLASS_NAMES: readonly [string, ...string[]][] = [
  ['same_llc', 'local'],
  ['same_node', 'same_node_other_llc', 'same_socket_near', 'same_socket', 'same_llc', 'local'],
  ['same_socket_near', 'same_socket'],
  ['same_socket_far', 'same_socket'],
  ['other_socket'],
];

/** Costs by distance. A class no pair of this machine has may be missing; it is never asked for. */
function readClasses(classes: JsonField, shape: Shape): number[] {
  const needed = [
    true,
    shape.llcsPerNode > 1,
    shape.nodesPerSocket > 1,
    shape.nodesPerSocket > 2,
    shape.sockets > 1,
  ];
  classes.object();
  return CLASS_NAMES.map((names, distance) =>
    nanoseconds(classes.atOne(names), needed[distance] ? undefined : 0),
  );
}

/** Memory is as near as its node: "local" is the nearest class. */
function readMemory(classes: JsonField, shape: Shape): number[] {
  const [, , near, far, other] = readClasses(classes, { ...shape, llcsPerNode: 1 });
  const local = nanoseconds(classes.atOne(['local', 'same_llc', 'same_node']));
  return [local, local, near!, far!, other!];
}

/** A matrix between nodes or between domains, as one between domains, row = owner. */
function readMatrix(matrix: JsonField, shape: Shape): number[] {
  const rows = matrix.items().map((row) => row.items());
  const size = rows.length;
  if (size !== shape.llcs && size !== shape.nodes) {
    matrix.refuse(`write ${shape.nodes} rows, one per node, or ${shape.llcs}, one per domain`);
  }
  const wrong = rows.findIndex((row) => row.length !== size);
  if (wrong >= 0) matrix.items()[wrong]!.refuse(`write ${size} columns, as many as rows`);
  const index = (llc: number) => (size === shape.llcs ? llc : Math.floor(llc / shape.llcsPerNode));
  const cells: number[] = [];
  for (let from = 0; from < shape.llcs; from++) {
    for (let to = 0; to < shape.llcs; to++) {
      cells.push(nanoseconds(rows[index(from)]![index(to)]!));
    }
  }
  return cells;
}

/** Dirty and clean transfers. Where only dirty ones were measured, clean is 95 % of them. */
function readTransfers(platform: JsonField, shape: Shape): { classes: number[]; matrix: number[] } {
  const hitmMatrix = platform.at('hitm_m');
  const unused = [0, 0, 0, 0, 0];
  if (!hitmMatrix.present) {
    const hitm = readClasses(platform.at('hitm_c'), shape);
    const clean = readClasses(platform.at('clean_c'), shape);
    return { classes: [...hitm, ...clean], matrix: [0] };
  }
  const hitm = readMatrix(hitmMatrix, shape);
  const cleanMatrix = platform.at('clean_m');
  const clean = cleanMatrix.present
    ? readMatrix(cleanMatrix, shape)
    : hitm.map((cell) => Math.floor((cell * 95) / 100));
  return { classes: [...unused, ...unused], matrix: [1, ...hitm, ...clean] };
}

export function readCoherenceMachine(platform: JsonField): CoherenceMachine {
  platform.object();
  const shape = readShape(platform);
  const { classes, matrix } = readTransfers(platform, shape);
  const words = [
    shape.sockets,
    shape.nodesPerSocket,
    shape.llcsPerNode,
    shape.coresPerLlc,
    shape.threads,
    shape.cores,
    ...readScalars(platform),
    ...classes,
    ...readMemory(platform.at('dram_c'), shape),
    ...matrix,
  ];
  return {
    cores: shape.cores,
    cpus: shape.cores * shape.threads,
    nodes: shape.nodes,
    coreWords: Math.ceil(shape.cores / 64),
    words,
  };
}

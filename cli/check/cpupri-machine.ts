// The machines of a cpupri vector file: CPUs and the node of each, as the words that the probes in
// wasm-core/src/probe (mini_world.h) want.

import { LIMIT_CPUS, LIMIT_NODES } from '../../web/engine/abi.gen.ts';
import { fieldsOfObject, numberedFields } from './claims.ts';
import { readCpuList } from './cpu-list.ts';
import type { JsonField } from './json-fields.ts';
import { VectorFileError } from './types.ts';

export interface CpupriMachine {
  cpus: number;
  nodes: number;
  /** CPUs by node; a node may have none. */
  nodeCpus: number[][];
  /** 64-bit words of a set of CPUs. */
  setWords: number;
  /** The probe's words, each CPU a core of its own. */
  words: number[];
}

function wordsOf(cpus: number, nodeCpus: number[][], coreOf: (cpu: number) => number): number[] {
  const nodeOf = new Array<number>(cpus);
  nodeCpus.forEach((list, node) => {
    for (const cpu of list) nodeOf[cpu] = node;
  });
  return [cpus, nodeCpus.length, ...nodeOf.flatMap((node, cpu) => [coreOf(cpu), node])];
}

function machineOf(cpus: number, nodeCpus: number[][]): CpupriMachine {
  return {
    cpus,
    nodes: nodeCpus.length,
    nodeCpus,
    setWords: Math.ceil(cpus / 64),
    words: wordsOf(cpus, nodeCpus, (cpu) => cpu),
  };
}

/** CPUs in equal blocks, one a node. */
export function evenMachine(cpus: number, nodes: number): CpupriMachine {
  const nodeCpus = Array.from({ length: nodes }, (): number[] => []);
  for (let cpu = 0; cpu < cpus; cpu++) nodeCpus[Math.floor((cpu * nodes) / cpus)]!.push(cpu);
  return machineOf(cpus, nodeCpus);
}

/** Every CPU stands in one node. */
function checkPartition(field: JsonField, cpus: number, nodeCpus: number[][]): void {
  const owner = new Array<number>(cpus).fill(-1);
  nodeCpus.forEach((list, node) => {
    for (const cpu of list) {
      if (owner[cpu]! >= 0) {
        const problem = `CPU ${cpu} is in node ${owner[cpu]} and again in node ${node}`;
        throw new VectorFileError(field.path, problem, 'list every CPU once');
      }
      owner[cpu] = node;
    }
  });
  const missing = owner.indexOf(-1);
  if (missing < 0) return;
  const remedy = `list every CPU from 0 to ${cpus - 1} in one node`;
  throw new VectorFileError(field.path, `CPU ${missing} is in no node`, remedy);
}

/** Sets of CPUs by node, as in "0": "0-3"; `otherwise` for nodes left out. */
export function readNodeSets(field: JsonField, cpus: number, otherwise: number[][]): number[][] {
  const sets = [...otherwise];
  for (const [node, list] of numberedFields(field, 0, sets.length - 1)) {
    sets[node] = readCpuList(list, cpus);
  }
  return sets;
}

function readMachine(field: JsonField): CpupriMachine {
  const cpus = field.at('nr_cpu_ids').integer(1, LIMIT_CPUS);
  const nodes = field.at('nr_node_ids').integer(1, LIMIT_NODES);
  const empty = Array.from({ length: nodes }, (): number[] => []);
  const nodeCpus = readNodeSets(field.at('nodes'), cpus, empty);
  checkPartition(field.at('nodes'), cpus, nodeCpus);
  return machineOf(cpus, nodeCpus);
}

/** The machines of a file by name. */
export class Machines {
  readonly #known: ReadonlyMap<string, CpupriMachine>;

  constructor(topologies: JsonField) {
    this.#known = new Map(
      fieldsOfObject(topologies).map(([name, topology]) => [name, readMachine(topology)]),
    );
  }

  /** The machine that `field` names, or where it is left out the one named `otherwise`. */
  of(field: JsonField, otherwise?: string): CpupriMachine {
    const names = [...this.#known.keys()].join(', ') || '(there are none)';
    return (
      this.#known.get(field.text(otherwise)) ?? field.refuse(`name one of the topologies: ${names}`)
    );
  }
}

/** The half of the CPUs that are second threads, if the nodes show them: CPU c and c + half always
 * lie in the same node though a node is no single block. */
function threadDistance({ cpus, nodeCpus }: CpupriMachine): number | undefined {
  const half = cpus / 2;
  const isPaired = nodeCpus.every((list) => {
    const set = new Set(list);
    return list.every((cpu) => set.has((cpu + half) % cpus));
  });
  const isSplit = nodeCpus.filter((list) => list.length > 0).length > 1;
  return Number.isInteger(half) && isPaired && isSplit ? half : undefined;
}

export interface SmtMachine extends CpupriMachine {
  /** Which of the domain levels SMT, node and system there are, innermost first. */
  levels: ('SMT' | 'node' | 'system')[];
}

/** The machine with its SMT siblings: c and c + half, where the nodes are numbered so. */
export function withSiblings(machine: CpupriMachine): SmtMachine {
  const { cpus, nodeCpus } = machine;
  const half = threadDistance(machine);
  const threads = half === undefined ? 1 : 2;
  const levels: SmtMachine['levels'] = [];
  if (threads > 1) levels.push('SMT');
  if (nodeCpus.some((list) => list.length > threads)) levels.push('node');
  if (nodeCpus.filter((list) => list.length > 0).length > 1) levels.push('system');
  const words = wordsOf(cpus, nodeCpus, (cpu) => cpu % (half ?? cpus));
  return { ...machine, words, levels };
}

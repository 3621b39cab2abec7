// The machine of a topology vector: read from the file, laid out as the words the probe in
// wasm-core/src/probe/topology.c wants. Whether such a machine can be is for the core to say.

import { LIMIT_CPUS, LIMIT_NODES } from '../../web/engine/abi.gen.ts';
import { readCpuList } from './cpu-list.ts';
import type { JsonField } from './json-fields.ts';
import { VectorFileError } from './types.ts';

export interface TopologyMachine {
  cpus: number;
  nodes: number;
  /** Different values in the distance table: no CPU has more NUMA levels. */
  distances: number;
  /** The probe's words for the machine, up to the CPUs asked for. */
  words: number[];
}

const MOST_DISTANCE = 65_535;

/** The core of a CPU, by how the CPUs are numbered. */
const NUMBERINGS = {
  block: (cpu: number, cores: number) => cpu % cores,
  interleaved: (cpu: number, cores: number) => cpu % cores,
  adjacent: (cpu: number, cores: number, cpus: number) => Math.floor(cpu / (cpus / cores)),
} as const;

function readShape(preset: JsonField) {
  const cpus = preset.at('nr_cpus').integer(1, LIMIT_CPUS);
  const coresField = preset.at('nr_cores');
  const cores = coresField.integer(1, cpus);
  const threads = preset.at('threads_per_core').integer(1, cpus);
  if (cores * threads !== cpus) {
    throw new VectorFileError(
      coresField.path,
      `${cores} cores of ${threads} threads are ${cores * threads} CPUs, nr_cpus says ${cpus}`,
      'write numbers that agree',
    );
  }
  return { cpus, cores };
}

/** True if the list is exactly the CPUs of one core. */
function isWholeCore(example: JsonField, coreOf: number[]): boolean {
  const siblings = readCpuList(example, coreOf.length);
  const core = coreOf[siblings[0] ?? 0];
  const members = coreOf.filter((other) => other === core).length;
  return siblings.length === members && siblings.every((cpu) => coreOf[cpu] === core);
}

/**
 * By CPU: its core, by the rule the numbering names. Where it names none we know, by the rule under
 * which the examples are whole cores.
 */
function readCores(preset: JsonField, cpus: number, cores: number): number[] {
  const field = preset.at('numbering');
  const name = /^[a-z]*/.exec(field.text())?.[0] ?? '';
  const examples = preset.at('example_siblings').items();
  const known = Object.entries(NUMBERINGS).filter(([rule]) => rule === name);
  for (const [, rule] of known.length > 0 ? known : Object.entries(NUMBERINGS)) {
    const coreOf = Array.from({ length: cpus }, (_, cpu) => rule(cpu, cores, cpus));
    const wrong = examples.find((example) => !isWholeCore(example, coreOf));
    if (!wrong) return coreOf;
    if (known.length > 0) wrong.refuse(`list the CPUs of one core under the numbering "${name}"`);
  }
  return field.refuse('begin it with block, interleaved or adjacent, and a colon');
}

/** By CPU: the index of the list it stands in. Every CPU stands in one list. */
function readPartition(field: JsonField, cpus: number, mayBeEmpty = false): number[] {
  const owner = new Array<number>(cpus).fill(-1);
  field.items().forEach((item, index) => {
    const list = readCpuList(item, cpus);
    if (list.length === 0 && !mayBeEmpty) item.refuse('list at least one CPU');
    for (const cpu of list) {
      const other = owner[cpu] ?? -1;
      if (other >= 0) {
        const problem = `CPU ${cpu} already stands in ${field.path}[${other}]`;
        throw new VectorFileError(item.path, problem, 'list every CPU once');
      }
      owner[cpu] = index;
    }
  });
  const missing = owner.indexOf(-1);
  if (missing >= 0) {
    const remedy = `list every CPU from 0 to ${cpus - 1} once`;
    throw new VectorFileError(field.path, `CPU ${missing} is in none of the lists`, remedy);
  }
  return owner;
}

function readDistances(field: JsonField, nodes: number): number[] {
  const rows = field.items();
  if (rows.length !== nodes) field.refuse(`write ${nodes} rows, one per node`);
  return rows.flatMap((row) => {
    const entries = row.items();
    if (entries.length !== nodes) row.refuse(`write ${nodes} distances, one per node`);
    return entries.map((entry) => entry.integer(0, MOST_DISTANCE));
  });
}

/** Throws VectorFileError when the preset does not describe a machine. */
export function readTopologyMachine(preset: JsonField): TopologyMachine {
  preset.object();
  const { cpus, cores } = readShape(preset);
  const core = readCores(preset, cpus, cores);
  const l2 = preset.at('l2_clusters');
  const nodesField = preset.at('nodes');
  const nodes = nodesField.items().length;
  if (nodes < 1 || nodes > LIMIT_NODES) nodesField.refuse(`list 1 to ${LIMIT_NODES} nodes`);
  const distances = readDistances(preset.at('node_distance'), nodes);
  const config = preset.at('config');
  const words = [
    cpus,
    nodes,
    preset.at('node_reclaim_distance').integer(0, MOST_DISTANCE),
    Number(config.at('SCHED_SMT').boolean()),
    Number(config.at('SCHED_CLUSTER').boolean()),
    Number(config.at('SCHED_MC').boolean()),
    ...core,
    ...(l2.value === 'per core' ? core : readL2(l2, cpus)),
    ...readPartition(preset.at('llcs'), cpus),
    ...readPartition(preset.at('packages'), cpus),
    ...readPartition(nodesField, cpus, true),
    ...distances,
  ];
  return { cpus, nodes, distances: new Set(distances).size, words };
}

function readL2(field: JsonField, cpus: number): number[] {
  if (!Array.isArray(field.value)) field.refuse('write "per core" or a list of CPU lists');
  return readPartition(field, cpus);
}

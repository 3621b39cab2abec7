// The memory that a CPU is local to, and hwloc's distances and latencies between nodes. NUMA nodes stand in hwloc's
// tree beside other objects; their cpusets decide, not their place.

import { LIMIT_NODES as NODES } from '../../../engine/abi.gen.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import { bitmapNumbers } from './bitmaps.ts';
import type { MemoryLatency } from './reading.ts';
import { type MachineCpuRow, type NodeDistances, noneLocal } from './rows.ts';
import type { XmlAttributes } from './xml.ts';

export interface HwlocNode {
  readonly node: number;
  readonly cpus: ReadonlySet<number>;
  readonly subtype: string;
  /** gp_index, by which attributes of memory name it. */
  readonly objectNumber: string | undefined;
}

interface DistanceTable {
  readonly attributes: XmlAttributes;
  readonly at: number;
  indexes: string;
  values: string;
}

/** What the tree says of memory, as it is found. */
export interface HwlocMemory {
  readonly nodes: HwlocNode[];
  readonly tables: DistanceTable[];
  readonly attributes: { readonly name: string; readonly attributes: XmlAttributes }[];
  characters: number;
}

interface FoundMemory {
  readonly nodeOf: ReadonlyMap<number, number> | undefined;
  readonly distances: NodeDistances | undefined;
  readonly latencies: readonly MemoryLatency[];
  /** Latencies between nodes that were added to the file by hand. */
  readonly own: NodeDistances | undefined;
}

/** Bits of `kind` of a table: where it comes from, what it says. */
const fromSystem = 1;
const fromUser = 2;
const isLatency = 4;

/** Latencies outside of this are no memory's, ns. */
const LATENCY_NS = [20, 2000] as const;

export function machineMemoryOf(
  memory: HwlocMemory,
  rows: readonly MachineCpuRow[],
  notes: ReaderNotes,
): FoundMemory {
  if (memory.nodes.length === 0) {
    notes.add('The file lists no NUMA nodes: one is assumed.');
    return { nodeOf: undefined, distances: undefined, latencies: [], own: undefined };
  }
  const nodeOf = new Map<number, number>();
  for (const { cpu } of rows) {
    const node = localNode(cpu, memory.nodes);
    if (node !== undefined) nodeOf.set(cpu, node);
  }
  if (nodeOf.size === 0) notes.add(noneLocal);
  const kept = [...new Set(nodeOf.values())].sort((a, b) => a - b);
  noteLeftOut(memory.nodes, kept, notes);
  return {
    nodeOf,
    ...distancesOf(memory.tables, kept, notes),
    latencies: latenciesOf(memory, kept, notes),
  };
}

/** Of all nodes a CPU is local to, the one with the fewest CPUs; then DRAM; then the lowest number. */
function localNode(cpu: number, nodes: readonly HwlocNode[]): number | undefined {
  const isPlain = ({ subtype }: HwlocNode) => (subtype === '' || subtype === 'DRAM' ? 0 : 1);
  const [first] = nodes
    .filter(({ cpus }) => cpus.has(cpu))
    .sort((a, b) => a.cpus.size - b.cpus.size || isPlain(a) - isPlain(b) || a.node - b.node);
  return first?.node;
}

function noteLeftOut(
  nodes: readonly HwlocNode[],
  kept: readonly number[],
  notes: ReaderNotes,
): void {
  const left = nodes.filter(({ node }) => !kept.includes(node));
  for (const subtype of new Set(left.map((each) => each.subtype))) {
    const same = left.filter((each) => each.subtype === subtype);
    const what = subtype === '' ? 'memory without CPUs' : withoutControls(subtype).slice(0, 40);
    const numbers = same.map(({ node }) => node).join(', ');
    notes.add(`${counted(same.length, 'node')} of ${what} (${numbers}) left out.`);
  }
}

/** The firmware's distances, and measured latencies that were added beside them. */
function distancesOf(
  tables: readonly DistanceTable[],
  kept: readonly number[],
  notes: ReaderNotes,
) {
  let found: NodeDistances | undefined;
  let own: NodeDistances | undefined;
  for (const table of tables) {
    const attribute = (name: string) => table.attributes.get(name) ?? '';
    const kind = /^\d{1,4}$/.test(attribute('kind')) ? Number(attribute('kind')) : 0;
    const isOfNodes = attribute('type') === 'NUMANode' && (kind & isLatency) !== 0;
    const name = attribute('name');
    const isFirmware = (kind & fromSystem) !== 0 && (name === '' || name === 'NUMALatency');
    if (isOfNodes && isFirmware && attribute('indexing') === 'os' && !found) {
      found = tableOf(table, kept);
    } else if (isOfNodes && (kind & fromUser) !== 0) {
      own ??= tableOf(table, kept);
    } else {
      const of = withoutControls(attribute('type')).slice(0, 40) || 'several kinds';
      notes.add(
        `A table between objects (${of}) is left out: it is not the firmware's distance between nodes.`,
      );
    }
  }
  return { distances: found, own };
}

/** The rows of the nodes that are kept. */
function tableOf(table: DistanceTable, kept: readonly number[]): NodeDistances {
  const count = Number(table.attributes.get('nbobjs'));
  const indexes = numbersIn(table.indexes);
  const values = numbersIn(table.values);
  const isWhole = indexes?.length === count && values?.length === count * count;
  if (!isWhole || !indexes || !values || !(count <= 4 * NODES)) {
    const problem = 'has a table of distances with a wrong number of values';
    throw new ScenarioError('distances2', problem, 'write the file again: lstopo --of xml');
  }
  const nodes = kept.filter((node) => indexes.includes(node));
  const rows = nodes.map((from) =>
    nodes.map((to) => values[indexes.indexOf(from) * count + indexes.indexOf(to)]!),
  );
  return { nodes, table: rows };
}

/** Whole numbers parted by blanks; undefined if there is anything else. */
function numbersIn(text: string): number[] | undefined {
  const words = text.split(/\s/).filter((word) => word !== '');
  return words.every((word) => word.length <= 20 && /^\d+$/.test(word))
    ? words.map(Number)
    : undefined;
}

function latenciesOf(
  { attributes, nodes }: HwlocMemory,
  kept: readonly number[],
  notes: ReaderNotes,
): MemoryLatency[] {
  const found: MemoryLatency[] = [];
  for (const { name, attributes: value } of attributes) {
    if (name !== 'Latency' && name !== 'ReadLatency') {
      if (/bandwidth/i.test(name)) notes.add('Bandwidths of memory are left out.');
      continue;
    }
    const target = nodes.find(
      ({ objectNumber }) =>
        objectNumber !== undefined && objectNumber === value.get('target_obj_gp_index'),
    );
    const cpus = bitmapNumbers(value.get('initiator_cpuset') ?? '');
    const ns = Number(/^\d{1,6}$/.exec(value.get('value') ?? '')?.[0]);
    const from = nodes.find(
      (each) =>
        kept.includes(each.node) && Array.isArray(cpus) && cpus.some((cpu) => each.cpus.has(cpu)),
    );
    if (!target || !from || !kept.includes(target.node)) continue;
    if (ns >= LATENCY_NS[0] && ns <= LATENCY_NS[1]) {
      found.push({ from: from.node, to: target.node, ns });
    } else {
      notes.add(`Memory latencies outside of ${LATENCY_NS.join(' to ')} ns are left out.`);
    }
  }
  return found;
}

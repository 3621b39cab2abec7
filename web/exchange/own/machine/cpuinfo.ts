// Reads /proc/cpuinfo as x86 has it: a block of "name : value" lines a CPU. It tells cores and packages, but of caches one
// size alone and no nodes. Other architectures' blocks tell of no cores and are refused.

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import { withAssumedCaches } from './assumed-caches.ts';
import type { MachineReading } from './reading.ts';
import { type MachineCpuRow, vendorNamed } from './rows.ts';

const again = 'paste all of /proc/cpuinfo, or give what lscpu prints';
const CPUS = 1024;

type Block = ReadonlyMap<string, string>;

/** The blocks of the text, one a CPU; lines without a colon say nothing. */
function blocksOf(text: string): Block[] {
  const blocks: Map<string, string>[] = [];
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    if (name === 'processor') blocks.push(new Map());
    blocks.at(-1)?.set(name, value);
    if (blocks.length > CPUS) {
      throw new ScenarioError('file', `lists more than ${CPUS} CPUs`, `give at most ${CPUS}`);
    }
  }
  return blocks;
}

const numberIn = (block: Block, name: string): number | undefined => {
  const text = block.get(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

const factsIn = (block: Block) => {
  const vendor = block.get('vendor_id');
  const [family, model] = [numberIn(block, 'cpu family'), numberIn(block, 'model')];
  return {
    ...(vendor !== undefined && { vendor: vendorNamed(vendor) }),
    ...(family !== undefined && { family }),
    ...(model !== undefined && { model }),
    ...(block.has('CPU implementer') && { otherArchitecture: 'Arm' }),
  };
};

/** What a listing of files keeps of it: vendor, family and model of the first processor. */
export function processorLines(text: string): readonly string[] {
  const [first] = blocksOf(text);
  return ['vendor_id', 'cpu family', 'model'].flatMap((name) => {
    const value = first?.get(name);
    return value === undefined ? [] : [`proc/cpuinfo/${name.replace(' ', '_')}:${value}`];
  });
}

/** Throws ScenarioError with the CPU at fault. */
export function readCpuinfo(text: string, notes: ReaderNotes): MachineReading {
  const blocks = blocksOf(text);
  if (blocks.length === 0) throw new ScenarioError('file', 'lists no CPU', again);
  const rows = blocks.map(rowOf);
  const twin = rows.find(({ cpu }, at) => rows.findIndex((other) => other.cpu === cpu) !== at);
  if (twin) throw new ScenarioError(`processor ${twin.cpu}`, 'is listed twice', 'give one machine');
  const base = { kind: 'cpuinfo', from: '/proc/cpuinfo', facts: factsIn(blocks[0]!) } as const;
  // Its rows have a node a package until another text tells of nodes.
  const nodeless = { ...base, assumesNodes: true } as const;
  if (blocks.some((block) => block.has('physical id'))) {
    const taken =
      '/proc/cpuinfo lists no nodes and no caches: one node and one L3 per package are assumed.';
    const isTold = rows.every(({ llc }) => llc !== undefined);
    if (isTold) return { ...nodeless, rows: withAssumedCaches(rows, taken, notes) };
    notes.add(taken);
    return { ...nodeless, rows };
  }
  notes.add('/proc/cpuinfo lists no cores: each CPU is treated as one, all in one package.');
  return { ...nodeless, rows };
}

function rowOf(block: Block): MachineCpuRow {
  const cpu = numberIn(block, 'processor');
  if (cpu === undefined) {
    const problem = `has a processor "${(block.get('processor') ?? '').slice(0, 20)}"`;
    throw new ScenarioError('file', problem, again);
  }
  const socket = numberIn(block, 'physical id') ?? 0;
  const core = numberIn(block, 'core id');
  return {
    cpu,
    core: core === undefined ? `cpu ${cpu}` : `${socket}/${core}`,
    l2: undefined,
    llc: block.has('cache size') ? `${socket}` : undefined,
    package: socket,
    node: socket,
  };
}

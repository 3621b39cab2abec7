// Reads what `numactl --hardware` prints: which CPUs are of which node, and the distances between nodes. It knows nothing
// of cores and caches: it completes another listing, or alone proposes a machine (spec "Own machine" section 2.4).

import { ScenarioError } from '../../../scenario/index.ts';
import { ID_DIGITS } from '../limits.ts';
import type { ReaderNotes } from '../notes.ts';
import { askBareMemory, type BareNodes } from './bare-memory.ts';
import { cpuListNumbers, LISTED_CPUS, listFault } from './cpu-list.ts';
import { rowsOfNodes } from './proposed.ts';
import type { MachineReading } from './reading.ts';
import type { NodeDistances } from './rows.ts';

const remedy = 'paste all that "numactl --hardware" prints';
/** Nodes of memory alone included: a machine with graphics cards has up to a hundred. */
const NODES = 256;

/** Throws ScenarioError with the line at fault. */
export function readNumactl(text: string, notes: ReaderNotes): MachineReading {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.some((line) => line.startsWith('No NUMA available'))) {
    throw new ScenarioError(
      'file',
      'says that no NUMA is available',
      'leave it out: it adds nothing',
    );
  }
  const nodes = new Map<number, number>();
  let distances: NodeDistances | undefined;
  lines.forEach((line, index) => {
    if (line.startsWith('node distances:')) distances = distancesAt(lines, index + 1);
    else if (line.startsWith('No distance information')) notes.add('numactl gives no distances.');
    else cpusOf(line, index + 1, nodes);
  });
  if (nodes.size === 0 && !distances) throw new ScenarioError('file', 'names no CPU', remedy);
  const movedTo = askBareMemory({ ...bareOf(lines, nodes), distances }, notes);
  const base = { kind: 'numactl', from: 'numactl', ...(distances && { distances }) } as const;
  if (nodes.size === 0) return base; // the end of the listing alone: distances
  const used = new Map([...nodes].map(([cpu, node]) => [cpu, movedTo.get(node) ?? node] as const));
  const proposal: MachineReading['proposal'] = (said, facts) =>
    rowsOfNodes(used, facts, said, { from: base.from, distances });
  return { ...base, nodes, movedTo, proposal };
}

/** "node 0 cpus: 0 1 2-3", with --cpu-compress "0-7, 16-23 (16)"; other lines say nothing of CPUs. */
function cpusOf(line: string, number: number, nodes: Map<number, number>): void {
  const parts = /^node (\d{1,9}) cpus:([\d\s,:-]*)(?:\(\d{1,9}\))?$/.exec(line);
  if (!parts) {
    if (!/^node \d{1,9} cpus:/.test(line)) return;
    throw new ScenarioError(`line ${number}`, 'is not a list of CPUs', remedy);
  }
  const node = Number(parts[1]);
  const cpus = cpuListNumbers(parts[2]!);
  if (cpus === undefined || cpus === 'too-many') {
    throw listFault(cpus, `line ${number}`, remedy);
  }
  for (const cpu of cpus) {
    const other = nodes.get(cpu);
    if (other !== undefined) {
      const again = other === node ? 'again' : `and on node ${other} before`;
      throw new ScenarioError(`line ${number}`, `has CPU ${cpu} on node ${node} ${again}`, remedy);
    }
    nodes.set(cpu, node);
    if (nodes.size > LISTED_CPUS) {
      throw listFault('too-many', `line ${number}`, remedy);
    }
  }
}

/** Nodes with CPUs whose size is none, and those that have some. */
function bareOf(
  lines: readonly string[],
  nodes: ReadonlyMap<number, number>,
): Pick<BareNodes, 'bare' | 'full'> {
  const sizes = new Map(
    lines.flatMap((line) => {
      const parts = /^node (\d{1,9}) size: (\d{1,12}) MB$/.exec(line);
      return parts ? [[Number(parts[1]), Number(parts[2])] as const] : [];
    }),
  );
  const full = [...sizes].filter(([, size]) => size > 0).map(([node]) => node);
  const withCpus = new Set(nodes.values());
  const bare = [...sizes].flatMap(([node, size]) =>
    size > 0 || !withCpus.has(node) ? [] : [node],
  );
  return { bare, full };
}

/** A head "node 0 1", then a row "0: 10 21" a node. */
function distancesAt(lines: readonly string[], from: number): NodeDistances {
  const at = (index: number) => `line ${index + 1}`;
  const numbers = (text: string, index: number): number[] =>
    text.split(/[ \t]/).flatMap((word) => {
      if (word === '') return [];
      if (word.length <= ID_DIGITS && /^\d+$/.test(word)) return [Number(word)];
      throw new ScenarioError(at(index), 'is not a row of distances', remedy);
    });
  const head = lines[from] ?? '';
  if (!head.startsWith('node'))
    throw new ScenarioError(at(from), 'does not name the nodes', remedy);
  const nodes = numbers(head.slice('node'.length), from);
  if (nodes.length > NODES) {
    throw new ScenarioError(at(from), `names ${nodes.length} nodes`, `give at most ${NODES}`);
  }
  const table = nodes.map((node, row) => {
    const index = from + 1 + row;
    const [name = '', values = ''] = (lines[index] ?? '').split(':');
    const distances = numbers(values, index);
    if (Number(name) === node && name !== '' && distances.length === nodes.length) return distances;
    throw new ScenarioError(
      at(index),
      `is not the row of node ${node} with ${nodes.length} distances`,
      remedy,
    );
  });
  return { nodes, table };
}

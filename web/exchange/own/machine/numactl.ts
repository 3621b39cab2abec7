// Reads what `numactl --hardware` prints: which CPUs are of which node, and the distances between nodes. It knows nothing
// of cores and caches, so it only completes another listing (spec "Own machine" section 2.4).

import { ScenarioError } from '../../../scenario/index.ts';
import { ID_DIGITS } from '../limits.ts';
import type { Notes } from '../notes.ts';
import type { Reading } from './reading.ts';
import type { NodeDistances } from './rows.ts';

const remedy = 'paste all that "numactl --hardware" prints';
const NODES = 64;
/** CPUs that all lines may name together: more than are read, and few enough to count. */
const NAMED_CPUS = 4096;

/** Throws ScenarioError with the line at fault. */
export function readNumactl(text: string, notes: Notes): Reading {
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
    else if (line.startsWith('No distance information')) notes.add('numactl tells no distances.');
    else cpusOf(line, index + 1, nodes);
  });
  if (nodes.size === 0) throw new ScenarioError('file', 'tells of no CPU', remedy);
  return { kind: 'numactl', from: 'numactl', nodes, ...(distances && { distances }) };
}

/** "node 0 cpus: 0 1 2-3"; other lines say nothing of CPUs. */
function cpusOf(line: string, number: number, nodes: Map<number, number>): void {
  const parts = /^node (\d{1,9}) cpus:(.*)$/.exec(line);
  if (!parts) return;
  const node = Number(parts[1]);
  for (const word of parts[2]!.split(' ')) {
    if (word === '') continue;
    const range = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(word);
    const [first, last] = [Number(range?.[1]), Number(range?.[2] ?? range?.[1])];
    if (!range || last < first || last - first >= NAMED_CPUS) {
      throw new ScenarioError(`line ${number}`, 'is not a list of CPUs', remedy);
    }
    for (let cpu = first; cpu <= last; cpu++) {
      const other = nodes.get(cpu);
      if (other !== undefined) {
        const again = other === node ? 'again' : `and on node ${other} before`;
        throw new ScenarioError(
          `line ${number}`,
          `has CPU ${cpu} on node ${node} ${again}`,
          remedy,
        );
      }
      nodes.set(cpu, node);
      if (nodes.size > NAMED_CPUS) {
        throw new ScenarioError(`line ${number}`, `is of more than ${NAMED_CPUS} CPUs`, remedy);
      }
    }
  }
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

// Reads latencies from CPU to CPU as core-to-core-latency writes them with --csv, and makes of them the classes of
// distance that the simulation knows (spec "Own machine" section 2.6).

import { ScenarioError } from '../../../scenario/index.ts';
import type { ReaderNotes } from '../notes.ts';
import { rowsOfMatrix } from './proposed.ts';
import type { MachineReading } from './reading.ts';

const CPUS = 1024;
/** Latencies outside of this are no line's, ns one way. */
const LEAST_NS = 0.5;
const MOST_NS = 100_000;
/** The tool prints all the digits that a number has, up to 17 and zeros before them. */
const CELL_CHARACTERS = 32;
const again = 'give what core-to-core-latency prints to standard output with --csv';

type Cell = number | undefined;

/** A row as the tool prints it to a terminal: its core, then "142±3" for each core before it. */
const terminalRow =
  /^\s{0,9}(\d{1,4})((?:\s{1,9}\d{1,6}(?:\.\d{1,4})?±\d{1,6}(?:\.\d{1,4})?){1,1024})\s*$/;

export const isTerminalRow = (line: string): boolean =>
  line.includes('±') && terminalRow.test(line);

/** Its rows as those of --csv; undefined where it is none of a terminal. */
function ofTerminal(text: string): string[] | undefined {
  const rows = new Map<number, string>();
  for (const line of text.split('\n')) {
    const parts = line.includes('±') ? terminalRow.exec(line) : null;
    if (!parts) continue;
    const cells = parts[2]!.trim().split(/\s+/);
    rows.set(Number(parts[1]), cells.map((cell) => cell.split('±')[0]).join(','));
  }
  const count = Math.max(-1, ...rows.keys()) + 1;
  if (count < 2 || count > CPUS) return undefined;
  // The first row has no cell.
  return Array.from({ length: count }, (_, row) => {
    const cells = rows.get(row) ?? '';
    const told = cells === '' ? 0 : cells.split(',').length;
    return `${cells}${','.repeat(Math.max(0, count - Math.max(told, 1)))}`;
  });
}

/** Throws ScenarioError with the line at fault. */
export function readMatrix(text: string, _notes: ReaderNotes): MachineReading {
  const lines = ofTerminal(text) ?? text.split('\n');
  while (lines.at(-1)?.trim() === '') lines.pop();
  while (lines[0]?.trim() === '' && !/[,;\t]/.test(lines[0])) lines.shift();
  const rows = lines.map((line, index) => cellsOf(line, index + 1));
  checkSquare(rows);
  const matrix = rows.map((row) => Array.from(rows, (_, column) => row[column]));
  const proposal = (notes: ReaderNotes) => rowsOfMatrix(matrix, notes);
  return { kind: 'matrix', from: 'the core-to-core matrix', matrix, proposal };
}

function cellsOf(line: string, number: number): Cell[] {
  const separator = [';', '\t'].find((each) => line.includes(each)) ?? ',';
  const cells = line.split(separator).map((cell) => cell.trim());
  return cells.map((cell) => {
    if (cell === '' || /^nan$/i.test(cell)) return undefined;
    if (cell.length > CELL_CHARACTERS || !/^\d+(\.\d+)?$/.test(cell)) {
      const problem =
        'is not a row of numbers: this looks like what the tool prints to the terminal';
      throw new ScenarioError(
        `line ${number}`,
        problem,
        'run it with --csv and keep standard output only',
      );
    }
    const ns = Number(cell);
    if (ns >= LEAST_NS && ns <= MOST_NS) return ns;
    throw new ScenarioError(
      `line ${number}`,
      `has a latency of ${cell} ns`,
      `latencies are ${LEAST_NS} to ${MOST_NS} ns`,
    );
  });
}

function checkSquare(rows: readonly (readonly Cell[])[]): void {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  if (
    columns > 0 &&
    rows.length > columns &&
    rows.length % columns === 0 &&
    rows.length / columns <= 3
  ) {
    const count = rows.length / columns === 2 ? 'two' : 'three';
    throw new ScenarioError('file', `holds ${count} tables`, 'give one');
  }
  const long = rows.findIndex(({ length }) => length > rows.length);
  if (long >= 0) {
    const problem = `is not square: ${rows.length} rows, row ${long + 1} has ${rows[long]!.length} cells`;
    throw new ScenarioError('file', problem, again);
  }
  if (rows.length < 2) throw new ScenarioError('file', 'has fewer than two rows', again);
  if (rows.length > CPUS) {
    throw new ScenarioError('file', `has ${rows.length} rows`, `give at most ${CPUS}`);
  }
}

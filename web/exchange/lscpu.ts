// Reads what `lscpu -p=CPU,CORE,SOCKET,NODE,CACHE` prints into the shape of a machine (spec "Scheduling topology"
// section 9.1). The text may come from anywhere: scanned once, bounded, and refused with the line that is wrong. What
// becomes of its rows is own/machine/shape.ts.

import { ScenarioError } from '../scenario/index.ts';
import type { ListedTopology } from '../scenario/topology-schema.ts';
import { ID_DIGITS, LISTING_BYTES } from './own/limits.ts';
import { withAssumedCaches } from './own/machine/assumed-caches.ts';
import { withCoresApart } from './own/machine/lscpu-cores.ts';
import { withoutCaches } from './own/machine/lscpu-table.ts';
import type { MachineCpuRow, Vendor } from './own/machine/rows.ts';
import { shapeOf } from './own/machine/shape.ts';
import { ReaderNotes } from './own/notes.ts';

export { timingsLike } from './own/machine/like.ts';
export type { Vendor };

export interface ImportedMachine {
  readonly topology: ListedTopology;
  /** Full sentences: what was left out, renumbered or assumed. */
  readonly notes: readonly string[];
}

export const lscpuCommand = 'lscpu -p=CPU,CORE,SOCKET,NODE,CACHE';
/** What the command asks for, where the comment that names the columns was not pasted. */
const asked = ['cpu', 'core', 'socket', 'node', 'l1d', 'l1i', 'l2', 'l3'];
const names = new Set([
  ...asked,
  ...['book', 'drawer', 'online', 'cluster', 'l0', 'l1', 'l2d', 'l2i', 'l3d', 'l3i', 'l4'],
]);

/** One CPU as the text has it, with the line that said so. */
interface Row extends MachineCpuRow {
  readonly line: number;
}

const at = (line: number): string => `line ${line}`;
const again = `paste all that "${lscpuCommand}" prints`;

/** The shape of a machine. Throws ScenarioError with the line at fault. */
export function readLscpu(text: string, vendor: Vendor = 'generic'): ImportedMachine {
  const notes = new ReaderNotes();
  const rows = lscpuRows(text, notes);
  const { topology } = shapeOf(rows, { from: 'lscpu', vendor }, notes);
  return { topology, notes: notes.list() };
}

// ---- the text ------------------------------------------------------------------------------------

/** The CPUs that the text tells of, at least one, by number. Throws ScenarioError with the line at fault. */
export function lscpuRows(text: string, notes: ReaderNotes): MachineCpuRow[] {
  if (text.length > LISTING_BYTES) {
    const most = `at most ${LISTING_BYTES}`;
    throw new ScenarioError('text', `has ${text.length} characters, ${most} are read`, again);
  }
  let columns: readonly string[] | undefined;
  const rows = new Map<number, Row>();
  let offline = 0;
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim();
    if (line === '') return;
    if (line.startsWith('#')) {
      columns = columnsIn(line) ?? columns;
      return;
    }
    const row = rowOf(line, columns ?? asked, index + 1);
    if (!row) {
      offline += 1;
      return;
    }
    const twin = rows.get(row.cpu);
    if (twin) {
      const problem = `lists CPU ${row.cpu} again, after line ${twin.line}`;
      throw new ScenarioError(at(row.line), problem, 'paste the text of one machine');
    }
    rows.set(row.cpu, row);
  });
  if (rows.size === 0) throw new ScenarioError('text', 'lists no CPU', again);
  if (!columns)
    notes.add('No line names the columns: they are read in the command’s default order.');
  if (offline > 0) notes.add(`${offline} CPUs are offline and left out.`);
  const apart = withCoresApart([...rows.values()], notes).sort((a, b) => a.cpu - b.cpu);
  const hasCaches = (columns ?? asked).some((name) => /^l\d/.test(name));
  return hasCaches ? apart : [...withAssumedCaches(apart, withoutCaches('lscpu'), notes)];
}

/** The columns that a comment names, in small letters, or undefined if it is another comment. */
function columnsIn(comment: string): readonly string[] | undefined {
  const words = fieldsOf(comment.slice(1).trim().toLowerCase());
  return words.includes('cpu') && words.every((word) => names.has(word)) ? words : undefined;
}

/** Cells of a line: commas part them, colons part the caches, and an empty one stands before those. */
function fieldsOf(line: string): string[] {
  const cells = line.split(',').map((cell) => cell.trim());
  const gap = cells.length > 5 && cells[4] === '' ? 4 : -1;
  return cells.filter((_, index) => index !== gap).flatMap((cell) => cell.split(':'));
}

/** A row, or undefined for a CPU that is offline. */
function rowOf(text: string, columns: readonly string[], line: number): Row | undefined {
  const cells = fieldsOf(text);
  if (cells.length > columns.length || cells.length < 2) {
    const problem = `has ${cells.length} fields, ${columns.length} are named`;
    throw new ScenarioError(at(line), problem, again);
  }
  const read = (name: string): number | undefined => {
    const cell = cells[columns.indexOf(name)];
    if (cell === undefined || cell === '' || cell === '-') return undefined;
    if (cell.length <= ID_DIGITS && /^\d+$/.test(cell)) return Number(cell);
    const shown = JSON.stringify(cell.slice(0, 20));
    throw new ScenarioError(at(line), `has ${shown} for ${name}, which is not a number`, again);
  };
  const cpu = read('cpu');
  if (cpu === undefined) throw new ScenarioError(at(line), 'names no CPU', again);
  const isOff = /^n(o)?$/i.test(cells[columns.indexOf('online')] ?? '');
  const core = read('core');
  const socket = read('socket');
  if (isOff || (core === undefined && socket === undefined)) return undefined;
  if (core === undefined) throw new ScenarioError(at(line), 'names no core', again);
  const label = (...levels: readonly string[]) =>
    levels
      .map(read)
      .find((each) => each !== undefined)
      ?.toString();
  return {
    cpu,
    // CORE may repeat in each socket.
    core: `${socket ?? 0}/${core}`,
    l2: label('l2', 'l2d'),
    llc: label('l4', 'l3', 'l3d'),
    package: socket ?? 0,
    node: read('node'),
    line,
  };
}

// Reads the table that `lscpu -e` prints: a head that names its columns, then a row a CPU, parted by blanks. The columns
// are lscpu's own (--extended); those that say nothing of the shape are stepped over.

import { ScenarioError } from '../../../scenario/index.ts';
import { ID_DIGITS } from '../limits.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { withAssumedCaches } from './assumed-caches.ts';
import { withCoresApart } from './lscpu-cores.ts';
import type { MachineReading } from './reading.ts';
import type { MachineCpuRow } from './rows.ts';

const again = 'paste all that "lscpu -e" prints, its head included';
const at = (line: number): string => `line ${line}`;

/** turbostat's columns begin with the parts of a machine; its rows may end before the last of them. */
const turbostat = /^(?:usec\s+|Time_Of_Day_Seconds\s+)?(?:[A-Z]\w{1,9}\s+){0,4}Core\s+CPU\s+\S/;

/** True for the head of the table: CPU is its first column, and a core or a socket is named. */
export const isLscpuHead = (line: string): boolean =>
  (/^CPU(\s+[A-Z][\w:]*)+$/.test(line) && /\s(CORE|SOCKET|NODE)(\s|$)/.test(line)) ||
  turbostat.test(line);

/** Columns as lscpu calls them. */
const columnsOf = (head: string): readonly string[] =>
  turbostat.test(head)
    ? head.split(/\s+/).map((name) => (name === 'Package' ? 'SOCKET' : name.toUpperCase()))
    : head.split(/\s+/);

/** Throws ScenarioError with the line at fault. */
export function readLscpuTable(text: string, notes: ReaderNotes): MachineReading {
  const lines = text.split('\n').map((line) => line.trim());
  const head = lines.findIndex(isLscpuHead);
  if (head < 0) throw new ScenarioError('file', 'has no head that names its columns', again);
  const columns = columnsOf(lines[head]!);
  const rows = new Map<number, MachineCpuRow>();
  const off: number[] = [];
  lines.slice(head + 1).forEach((line, index) => {
    if (!/^\d/.test(line)) return;
    const number = head + index + 2;
    const row = rowOf(line, columns, number);
    if (!row.isOn) off.push(row.cpu);
    else if (rows.has(row.cpu)) {
      throw new ScenarioError(at(number), `lists CPU ${row.cpu} again`, 'give one machine');
    } else rows.set(row.cpu, row);
  });
  if (rows.size === 0) throw new ScenarioError('file', 'lists no CPU that is online', again);
  if (off.length > 0) {
    const listed = off.slice(0, 32).join(', ');
    notes.add(`${counted(off.length, 'CPU')} offline and left out: ${listed}.`);
  }
  const from = turbostat.test(lines[head]!) ? 'turbostat' : 'lscpu';
  const apart = withCoresApart([...rows.values()], notes);
  const hasCaches = columns.some((name) => /^L\d/.test(name));
  const listed = hasCaches ? apart : withAssumedCaches(apart, withoutCaches(from), notes);
  return { kind: 'lscpu-table', from, rows: listed };
}
/** What is said of a table that has no column of caches. */
export const withoutCaches = (from: string): string =>
  `The table of ${from} has no column for caches: one L3 per package and node is assumed.`;

function rowOf(
  line: string,
  columns: readonly string[],
  number: number,
): MachineCpuRow & { readonly isOn: boolean } {
  const cells = line.split(/\s+/);
  const cellOf = (name: string) => {
    const place = columns.indexOf(name);
    const cell = place < 0 ? undefined : cells[place];
    return cell === undefined || cell === '-' ? undefined : cell;
  };
  const numberOf = (name: string) => {
    const cell = cellOf(name);
    if (cell === undefined) return undefined;
    if (cell.length <= ID_DIGITS && /^\d+$/.test(cell)) return Number(cell);
    throw new ScenarioError(at(number), `has "${cell.slice(0, 20)}" for ${name}`, again);
  };
  const cpu = numberOf('CPU');
  if (cpu === undefined) throw new ScenarioError(at(number), 'names no CPU', again);
  const [core, socket] = [numberOf('CORE'), numberOf('SOCKET')];
  const book = [numberOf('DRAWER'), numberOf('BOOK')].filter((each) => each !== undefined);
  const isOn = !/^no?$/i.test(cellOf('ONLINE') ?? 'yes') && (core ?? socket) !== undefined;
  return {
    isOn,
    cpu,
    // CORE may repeat in each socket, SOCKET in each book.
    core: [...book, socket ?? 0, core ?? `cpu ${cpu}`].join('/'),
    ...cachesOf(columns, cells),
    package: packageNumber([...book, socket ?? 0]),
    node: numberOf('NODE'),
  };
}

/** One number of drawer, book and socket. */
const packageNumber = (places: readonly number[]): number =>
  places.reduce((sum, place) => sum * 1024 + place, 0);

/** The column "L1d:L1i:L2:L3" holds one label a cache. */
function cachesOf(
  columns: readonly string[],
  cells: readonly string[],
): Pick<MachineCpuRow, 'l2' | 'llc'> {
  const place = columns.findIndex((name) => /^L\d/.test(name));
  const levels = columns[place]?.split(':') ?? [];
  const labels = cells[place]?.split(':') ?? [];
  const label = (level: number) => {
    const found = levels.map((name, index) =>
      name.startsWith(`L${level}`) ? labels[index] : undefined,
    );
    return found.find((each) => each !== undefined && /^\d{1,9}$/.test(each));
  };
  const outermost = [4, 3].map(label).find((each) => each !== undefined);
  return { l2: label(2), llc: outermost };
}

// Reads the output of perf c2c report --stdio into rows by cache line: field, function, share of its HITM and
// stores. Linear, by tokens; with the head of the table or without it, as mails quote it: what does not begin with
// a share (words of the mail, call chains) is no row. Process, thread and code addresses are stepped over and not
// kept.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type ReaderNotes } from '../notes.ts';
import { withoutControls } from '../text.ts';
import { type LineShare, lineShareOf } from './line-table.ts';
import {
  isRow,
  LINE_BYTES,
  type OwnC2cRow,
  type ParetoCounts,
  type ReadRow,
  rowOf,
  type Totals,
  totalsOf,
  unknownSymbol,
  withOnePeer,
} from './row.ts';

export type { OwnC2cRow, Totals } from './row.ts';

export interface OwnC2cLine {
  readonly rows: readonly OwnC2cRow[];
  /** Of what its rows have shares; left out where the report does not say. */
  readonly totals?: Totals;
  /** Of all HITM or all peer snoops, where the report has no rows of it: 0 … 1. */
  readonly share?: number;
  readonly shareOf?: 'HITM' | 'peer snoops';
  readonly records?: number;
}

/** Bytes of a report, lines of it that are read, rows read and kept of one. */
export const C2C_BYTES = 16 * 1024 * 1024;
const mostLines = 16;
const mostRead = 65_536;
const mostRows = 64;
const longestLine = 4096;
/** What perf's column keeps of a symbol. */
const symbolCharacters = 26;
/** Share of rows that may fit nothing. */
const mostDamaged = 0.1;

const isDashes = (line: string): boolean => {
  if (line.length < 10) return false;
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) !== 45) return false;
  return true;
};

/** A line of a mail without its quote marks. */
function withoutQuote(line: string): string {
  let at = 0;
  while (line[at] === '>' || line[at] === ' ') at++;
  return line.slice(at);
}

/** A symbol as it is compared: without what compilers add to it, as long as a column of perf. */
export function plainSymbol(symbol: string): string {
  const added = /\.(constprop|isra|part|cold|llvm)(\.\d{1,20})?$/;
  let plain = symbol;
  while (added.test(plain)) plain = plain.replace(added, '');
  return plain.slice(0, symbolCharacters);
}

/** Mean cycles of two rows together, by how many records each has; a row without a load says nothing. */
function meanCycles(one: OwnC2cRow, other: OwnC2cRow): number {
  const weight = ({ load_cycles, records }: OwnC2cRow) => (load_cycles > 0 ? records || 1 : 0);
  const weights = weight(one) + weight(other);
  const cycles = one.load_cycles * weight(one) + other.load_cycles * weight(other);
  return weights > 0 ? Math.round(cycles / weights) : 0;
}

/** With --double-cl a line of the report is two of the machine's. */
function halves(rows: readonly OwnC2cRow[]): OwnC2cRow[][] {
  const upper = rows.filter(({ offset }) => offset >= LINE_BYTES);
  if (upper.length === 0) return [[...rows]];
  const lower = rows.filter(({ offset }) => offset < LINE_BYTES);
  const moved = upper.map((row) => ({ ...row, offset: row.offset - LINE_BYTES }));
  return [lower, moved].filter((half) => half.length > 0);
}

function merged(rows: readonly OwnC2cRow[]): OwnC2cRow[] {
  const byKey = new Map<string, OwnC2cRow>();
  const sum = (x: number, y: number) => Math.round((x + y) * 100) / 100;
  for (const row of rows) {
    const key = `${row.offset} ${plainSymbol(row.symbol)}`;
    const before = byKey.get(key);
    const peers = sum(before?.peer_pct ?? 0, row.peer_pct ?? 0);
    const lost = sum(before?.store_na_pct ?? 0, row.store_na_pct ?? 0);
    byKey.set(
      key,
      before
        ? {
            ...before,
            ...(peers > 0 && { peer_pct: peers }),
            ...(lost > 0 && { store_na_pct: lost }),
            rmt_hitm_pct: sum(before.rmt_hitm_pct, row.rmt_hitm_pct),
            lcl_hitm_pct: sum(before.lcl_hitm_pct, row.lcl_hitm_pct),
            store_l1_hit_pct: sum(before.store_l1_hit_pct, row.store_l1_hit_pct),
            store_l1_miss_pct: sum(before.store_l1_miss_pct, row.store_l1_miss_pct),
            load_cycles: meanCycles(before, row),
            records: before.records + row.records,
            cpus: Math.max(before.cpus, row.cpus),
          }
        : row,
    );
  }
  return [...byKey.values()];
}

/** What stands between the number of a line and its address; none where that is not counts alone. */
function countsOfHead(line: string): number[] {
  const tokens = line.split(/\s/).filter((token) => token !== '');
  const counts = tokens.slice(1, -1);
  const isWhole = counts.length <= 8 && counts.every((count) => /^\d{1,12}$/.test(count));
  return isWhole ? counts.map(Number) : [];
}

/** What was read of a report, line by line of its text. */
class Reading {
  readonly tables: ReadRow[][] = [];
  /** What the row above each table counts. */
  readonly heads: (readonly number[])[] = [];
  readonly shares: LineShare[] = [];
  read = 0;
  damaged = 0;
  firstDamaged = '';
  what: ParetoCounts = 'hitm';
  hasPareto = false;
  /** What the column of shares counts in the table of lines. */
  shareOf: 'HITM' | 'peer snoops' = 'HITM';
  #rows: ReadRow[] | undefined;
  #head: readonly number[] = [];
  /** Dashes, the line's own row, dashes: then its rows follow. */
  #stage: 'none' | 'dashes' | 'head' = 'none';

  line(line: string): void {
    if (line === '') return;
    if (line.includes('Distribution Pareto')) this.hasPareto = true;
    if (line.startsWith('#')) {
      if (this.hasPareto && line.includes('Peer Snoop')) this.what = 'peer';
      if (!this.hasPareto && /\bPeer\b/.test(line)) this.shareOf = 'peer snoops';
    } else if (isDashes(line)) this.#dashes();
    else if (this.#stage === 'dashes' && isRow(line) && rowOf(line, this.what)) {
      // A mail that begins with the head of a line, without the dashes above it.
      this.#stage = 'none';
      this.#begin(this.#head);
      this.#row(line);
    } else if (this.#stage === 'dashes') {
      this.#stage = /\s0x[0-9a-f]{1,16}$/i.test(line) ? 'head' : 'none';
      this.#head = countsOfHead(line);
    } else if (this.#rows && this.read < mostRead && isRow(line)) this.#row(line);
    else if (this.tables.length === 0 && isRow(line) && rowOf(line, this.what)) {
      // Rows without a head, as mails quote them: all of one line.
      this.#begin([]);
      this.#row(line);
    } else if (!this.hasPareto && this.shares.length < mostRead) {
      const share = lineShareOf(line);
      if (share) this.shares.push(share);
    }
  }

  #dashes(): void {
    if (this.#stage !== 'head') {
      this.#stage = 'dashes';
      this.#rows = undefined;
      this.#head = [];
      return;
    }
    this.#begin(this.#head);
    this.#stage = 'none';
  }

  #begin(head: readonly number[]): void {
    this.#rows = [];
    this.tables.push(this.#rows);
    this.heads.push(head);
  }

  #row(line: string): void {
    this.read++;
    const row = rowOf(line, this.what);
    if (row) this.#rows!.push(row);
    else {
      this.damaged++;
      this.firstDamaged ||= line.slice(0, 80);
    }
  }
}

/** The cache lines of a report, as many as are kept. Throws ScenarioError. */
export function readC2c(text: string, notes: ReaderNotes): OwnC2cLine[] {
  const reading = new Reading();
  for (const whole of text.split('\n')) {
    reading.line(withoutQuote(whole.slice(0, longestLine)).trim());
  }
  const { read, damaged, firstDamaged, shares } = reading;
  const tables = reading.tables.map(withOnePeer);
  const totals = reading.tables.map((rows, at) => totalsOf(reading.heads[at]!, reading.what, rows));
  if (damaged > mostDamaged * read) {
    const problem = `has rows of an unknown form, the first: ${withoutControls(firstDamaged)}`;
    throw new ScenarioError('file', problem, 'give what perf c2c report --stdio prints');
  }
  if (read === 0 && shares.length > 0) return withoutRows(shares, reading.shareOf, notes);
  if (read === 0) {
    throw new ScenarioError('file', 'has no rows of cache lines', 'leave out --stats');
  }
  tellWhatIsMissing(tables.flat(), notes);
  if (damaged > 0) notes.add(`${counted(damaged, 'row')} of unknown form left out.`);
  if (tables.length > mostLines) {
    notes.add(
      `${counted(tables.length - mostLines, 'line')} after the first ${mostLines} left out.`,
    );
  }
  return tables
    .slice(0, mostLines)
    .flatMap((table, at) => halves(table).map((half) => ({ half, all: totals[at] })))
    .map(({ half, all }) => ({
      rows: merged(half).slice(0, mostRows),
      ...(all && { totals: all }),
    }));
}

/** Of a report that has the table of lines alone: how much each counts. */
function withoutRows(
  shares: readonly LineShare[],
  shareOf: NonNullable<OwnC2cLine['shareOf']>,
  notes: ReaderNotes,
): OwnC2cLine[] {
  notes.add(
    'The report has the table of cache lines but no Pareto table: it gives totals per line, but no fields or functions. Print the Pareto, too: perf c2c report --stdio, on Arm with -d peer.',
  );
  if (shares.length > mostLines) {
    notes.add(
      `${counted(shares.length - mostLines, 'line')} after the first ${mostLines} left out.`,
    );
  }
  return shares
    .slice(0, mostLines)
    .map(({ share_pct, records }) => ({ rows: [], share: share_pct / 100, shareOf, records }));
}

function tellWhatIsMissing(rows: readonly OwnC2cRow[], notes: ReaderNotes): void {
  const hasHitm = rows.some((row) => row.rmt_hitm_pct > 0 || row.lcl_hitm_pct > 0);
  if (!hasHitm && rows.some((row) => row.peer_pct !== undefined)) {
    notes.add(
      'The report counts no HITM but peer snoops, as on Arm; lines are compared by their records.',
    );
  }
  if (rows.some((row) => row.store_na_pct !== undefined)) {
    notes.add(
      'For some stores the report does not say where they went (N/A, as AMD and Arm sample them): they count in no share of stores.',
    );
  }
  if (rows.every((row) => row.load_cycles === 0)) {
    notes.add('The report has no load cycles: its machine does not sample them.');
  }
  const unknown = rows.filter(({ symbol }) => symbol === unknownSymbol).length;
  if (unknown > 0) {
    notes.add(
      `${counted(unknown, 'row')} without a function: shown as ${unknownSymbol}, and matched with no simulated one.`,
    );
  }
}

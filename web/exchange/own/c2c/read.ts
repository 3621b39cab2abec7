// What perf c2c report --stdio prints, as rows by cache line: which field, which function, what share of its HITM and
// stores. Linear, by tokens; with the head of the table or without it, as mails quote it: what does not begin with a share
// (words of the mail, call chains) is no row. Process, thread and code addresses are stepped over and not kept.

import { ScenarioError } from '../../../scenario/index.ts';
import { counted, type Notes } from '../notes.ts';
import { withoutControls } from '../text.ts';

export interface OwnC2cRow {
  /** Bytes from the start of the line. */
  readonly offset: number;
  readonly symbol: string;
  readonly inKernel: boolean;
  readonly rmt_hitm_pct: number;
  readonly lcl_hitm_pct: number;
  readonly store_l1_hit_pct: number;
  readonly store_l1_miss_pct: number;
  /** Peer snoops, what Arm counts in the place of HITM; undefined: none. */
  readonly peer_pct?: number;
  /** Mean of loads that were no HITM; 0: none was seen. */
  readonly load_cycles: number;
  /** Records, 0 where the table has no such column; CPUs. */
  readonly records: number;
  readonly cpus: number;
}

export interface OwnC2cLine {
  readonly rows: readonly OwnC2cRow[];
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

const LINE_BYTES = 64;

const isDashes = (line: string): boolean => {
  if (line.length < 10) return false;
  for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) !== 45) return false;
  return true;
};

const percentOf = (token: string): number => {
  const text = token.endsWith('%') ? token.slice(0, -1) : token;
  return /^\d{1,3}\.\d{1,4}$/.test(text) ? Number(text) : -1;
};
const isHex = (token: string): boolean => /^0x[0-9a-f]{1,16}$/i.test(token);
const isCount = (token: string): boolean => /^\d{1,15}$/.test(token);

/** Whether it begins with a share, as rows do. */
const isRow = (line: string): boolean => /^\d{1,3}\.\d/.test(line);

/** A line of a mail without the signs of who quoted it. */
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

/** A row of the table; undefined: it fits no form of it. */
function rowOf(line: string): OwnC2cRow | undefined {
  const tokens = line.split(/\s/).filter((token) => token !== '');
  const percents: number[] = [];
  while (percents.length < tokens.length && percentOf(tokens[percents.length]!) >= 0) {
    percents.push(percentOf(tokens[percents.length]!));
  }
  if (percents.length < 4 || percents.length > 6) return undefined;
  const place = tokens[percents.length];
  if (!place || !isHex(place) || Number(place) >= 2 * LINE_BYTES) return undefined;
  const code = tokens.findIndex((token, at) => at > percents.length && isHex(token));
  const mode = tokens.findIndex((token) => token === '[k]' || token === '[.]');
  if (code < 0 || mode < code || tokens[mode + 1] === undefined) return undefined;
  const counts = tokens.slice(code + 1, mode);
  if (counts.length < 3 || counts.length > 6 || !counts.every(isCount)) return undefined;
  // With peers: remote, local, peer, then stores.
  const stores = percents.length === 6 ? 3 : 2;
  const peers = stores === 3 ? percents[2]! : 0;
  return {
    offset: Number(place),
    symbol: withoutControls(tokens[mode + 1]!),
    inKernel: tokens[mode] === '[k]',
    rmt_hitm_pct: percents[0]!,
    lcl_hitm_pct: percents[1]!,
    store_l1_hit_pct: percents[stores]!,
    store_l1_miss_pct: percents[stores + 1]!,
    ...(peers > 0 && { peer_pct: peers }),
    // Behind those of remote and local HITM.
    load_cycles: counts.length >= 4 ? Number(counts[2]) : 0,
    records: counts.length >= 5 ? Number(counts.at(-2)) : 0,
    cpus: Number(counts.at(-1)),
  };
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
    byKey.set(
      key,
      before
        ? {
            ...before,
            ...(peers > 0 && { peer_pct: peers }),
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

/** The cache lines of a report, as many as are kept. Throws ScenarioError. */
export function readC2c(text: string, notes: Notes): OwnC2cLine[] {
  const tables: OwnC2cRow[][] = [];
  let rows: OwnC2cRow[] | undefined;
  let [read, damaged] = [0, 0];
  let firstDamaged = '';
  /** Dashes, the line's own row, dashes: then its rows follow. */
  let stage: 'none' | 'dashes' | 'head' = 'none';
  for (const whole of text.split('\n')) {
    const line = withoutQuote(whole.slice(0, longestLine)).trim();
    if (line === '' || line.startsWith('#')) continue;
    if (isDashes(line)) {
      if (stage === 'head') {
        rows = [];
        tables.push(rows);
        stage = 'none';
      } else {
        stage = 'dashes';
        rows = undefined;
      }
    } else if (stage === 'dashes') {
      stage = /\s0x[0-9a-f]{1,16}$/i.test(line) ? 'head' : 'none';
    } else if (rows && read < mostRead && isRow(line)) {
      read++;
      const row = rowOf(line);
      if (row) rows.push(row);
      else {
        damaged++;
        firstDamaged ||= line.slice(0, 80);
      }
    }
  }
  if (damaged > mostDamaged * read) {
    const problem = `has rows of no form that is known, the first: ${withoutControls(firstDamaged)}`;
    throw new ScenarioError('file', problem, 'give what perf c2c report --stdio prints');
  }
  if (read === 0) {
    throw new ScenarioError('file', 'has no rows of cache lines', 'leave out --stats');
  }
  const all = tables.flat();
  const hasHitm = all.some((row) => row.rmt_hitm_pct > 0 || row.lcl_hitm_pct > 0);
  if (!hasHitm && all.some((row) => row.peer_pct !== undefined)) {
    notes.add(
      'The report counts no HITM but peer snoops, as on Arm; lines are compared by their records.',
    );
  }
  if (damaged > 0) notes.add(`${counted(damaged, 'row')} of no known form left out.`);
  if (tables.length > mostLines) {
    notes.add(
      `${counted(tables.length - mostLines, 'line')} after the first ${mostLines} left out.`,
    );
  }
  return tables
    .slice(0, mostLines)
    .flatMap(halves)
    .map((table) => ({ rows: merged(table).slice(0, mostRows) }));
}

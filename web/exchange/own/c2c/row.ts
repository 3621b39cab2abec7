// A row of the Pareto of perf c2c: which field, which function, what share. The columns differ by version, by what records are
// joined by (--coalesce) and by what the machine samples; they are told by their forms, from both ends.

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
  /** Stores of which the machine does not say where they went, as those of AMD's IBS; undefined: none. */
  readonly store_na_pct?: number;
  /** Mean of loads that were no HITM; 0: none was seen. */
  readonly load_cycles: number;
  /** Records, 0 where the table has no such column; CPUs. */
  readonly records: number;
  readonly cpus: number;
}

/** Records of a line by kind, of which its rows have shares; peers as those rows count them. */
export interface Totals {
  readonly rmt_hitm: number;
  readonly lcl_hitm: number;
  readonly peer: number;
}

/** As it stands there: remote peer snoops and local ones have a total each. */
export interface ReadRow extends OwnC2cRow {
  /** How many shares it begins with. */
  readonly columns: number;
  readonly local_peer_pct?: number;
}

/** Rows of a line with one share of peer snoops: of remote ones, or of local ones where there are no others. */
export function withOnePeer(rows: readonly ReadRow[]): OwnC2cRow[] {
  const hasRemote = rows.some(({ peer_pct }) => peer_pct !== undefined);
  return rows.map(({ local_peer_pct, columns: _, ...row }) =>
    hasRemote || local_peer_pct === undefined ? row : { ...row, peer_pct: local_peer_pct },
  );
}

/** What the row of a line itself counts, in the columns of which its rows have shares; undefined: it is cut or of another form. */
export function totalsOf(
  counts: readonly number[],
  what: ParetoCounts,
  rows: readonly ReadRow[],
): Totals | undefined {
  if (counts.length < 4 || rows.some(({ columns }) => columns !== counts.length)) return undefined;
  const { rmt_hitm_pct, lcl_hitm_pct, peer_pct = 0, local_peer_pct = 0 } = sharesOf(counts, what);
  const hasRemote = rows.some((row) => row.peer_pct !== undefined);
  const peer = hasRemote || peer_pct > 0 ? peer_pct : local_peer_pct;
  return { rmt_hitm: rmt_hitm_pct, lcl_hitm: lcl_hitm_pct, peer };
}

/** What the Pareto of a report counts: its head says so. */
export type ParetoCounts = 'hitm' | 'peer';

export const LINE_BYTES = 64;
/** Counts behind the code address: three of cycles, records, CPUs; older versions lack the records. */
const mostCounts = 6;
const withRecords = 5;
/** The symbol of a function without a name. */
export const unknownSymbol = '[unknown]';

const percentOf = (token: string): number => {
  const text = token.endsWith('%') ? token.slice(0, -1) : token;
  return /^\d{1,3}\.\d{1,4}$/.test(text) ? Number(text) : -1;
};
const isHex = (token: string | undefined): boolean => /^0x[0-9a-f]{1,16}$/i.test(token ?? '');
const isCount = (token: string): boolean => /^\d{1,15}$/.test(token);

/** Whether it begins with a share, as rows do. */
export const isRow = (line: string): boolean => /^\d{1,3}\.\d/.test(line);

/** A row of the table; undefined: it fits no form of it. */
export function rowOf(line: string, what: ParetoCounts): ReadRow | undefined {
  const place = /\s\[[k.]\]\s/.exec(line)?.index ?? line.length;
  const tokens = line
    .slice(0, place)
    .split(/\s/)
    .filter((token) => token !== '');
  const percents: number[] = [];
  while (percents.length < tokens.length && percentOf(tokens[percents.length]!) >= 0) {
    percents.push(percentOf(tokens[percents.length]!));
  }
  const offset = tokens[percents.length];
  const isPlace = isHex(offset) && Number(offset) < 2 * LINE_BYTES;
  if (percents.length < 4 || percents.length > 6 || !isPlace) return undefined;
  const counts = countsOf(tokens, percents.length + 1, place < line.length);
  if (!counts) return undefined;
  return {
    offset: Number(offset),
    symbol: symbolIn(line, place),
    inKernel: line.slice(place + 1).startsWith('[k]'),
    ...sharesOf(percents, what),
    columns: percents.length,
    // Behind those of remote and local HITM.
    load_cycles: counts.length >= 4 ? counts[2]! : 0,
    records: counts.length >= withRecords ? counts.at(-2)! : 0,
    cpus: counts.at(-1)!,
  };
}

/**
 * Behind a code address what stands up to the symbol; rows that are not joined by code addresses have a node, pages, and perhaps
 * processes and threads before the same counts, and rows without a symbol an object and nodes behind them.
 */
function countsOf(tokens: readonly string[], from: number, hasSymbol: boolean) {
  const code = tokens.findIndex((token, at) => at >= from && isHex(token));
  if (code >= 0 && hasSymbol) {
    const counts = tokens.slice(code + 1);
    const isWhole = counts.length >= 3 && counts.length <= mostCounts && counts.every(isCount);
    return isWhole ? counts.map(Number) : undefined;
  }
  if (code >= 0) return undefined;
  let end = tokens.length;
  // An object, a line of source, nodes: the counts end before the first of them.
  if (!hasSymbol) {
    const first = tokens.findIndex(
      (token, at) => at >= from + 2 && !isCount(token) && !/^\d{1,9}:/.test(token),
    );
    if (first >= 0) end = first;
  }
  let begin = end;
  while (begin > from && isCount(tokens[begin - 1]!)) begin--;
  const counts = tokens.slice(Math.max(begin, end - withRecords), end);
  return counts.length === withRecords ? counts.map(Number) : undefined;
}

/** Symbols of other languages hold blanks, columns stand two apart; bare addresses are not kept. */
function symbolIn(line: string, place: number): string {
  const rest = line
    .slice(place + 1)
    .slice('[k] '.length)
    .trim();
  const [first = ''] = rest.split(/\s{2,}/);
  // Where a mail has drawn columns together, names without brackets end at the blank.
  const isOne = first !== rest || /[(<]|::/.test(first);
  const name = (isOne ? first : (first.split(/\s/)[0] ?? '')).split(' [')[0]!;
  return name === '' || isHex(name) ? unknownSymbol : withoutControls(name);
}

function sharesOf(percents: readonly number[], what: ParetoCounts) {
  // Six: remote, local, peer, then stores.
  const stores = percents.length === 6 ? 3 : 2;
  const isPeer = what === 'peer';
  const peers = isPeer ? percents[0]! : stores === 3 ? percents[2]! : 0;
  const local = isPeer ? percents[1]! : 0;
  const lost = percents[stores + 2] ?? 0;
  return {
    rmt_hitm_pct: isPeer ? 0 : percents[0]!,
    lcl_hitm_pct: isPeer ? 0 : percents[1]!,
    store_l1_hit_pct: percents[stores]!,
    store_l1_miss_pct: percents[stores + 1]!,
    ...(peers > 0 && { peer_pct: peers }),
    ...(local > 0 && { local_peer_pct: local }),
    ...(lost > 0 && { store_na_pct: lost }),
  };
}

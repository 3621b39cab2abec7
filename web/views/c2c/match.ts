// Puts simulated c2c rows beside published ones: same offset in the line and same symbol. Published
// tables list one row an instruction address; those are merged first, because the model knows
// functions, not addresses. Nothing here is scaled or fitted.

/** perf prints at most this many characters of a symbol, so published names are cut there. */
export const SYMBOL_WIDTH = 26;

/** One row of either side. Shares are 0…1 of the line's total; cycles are a mean over loads. */
export interface ComparedRow {
  readonly offset: number;
  readonly symbol: string;
  readonly rmtHitm: number;
  readonly lclHitm: number;
  readonly storeL1Hit: number;
  /** NaN when no load of this row was seen. */
  readonly loadCycles: number;
  readonly records: number;
  /** Share of the line's records. */
  readonly recordShare: number;
  /** What lies at the offset, where known. */
  readonly field?: string | undefined;
}

export interface MatchedRow {
  readonly key: string;
  readonly offset: number;
  readonly symbol: string;
  readonly field: string;
  readonly simulated: ComparedRow | null;
  readonly published: ComparedRow | null;
}

/** A row of scenarios/published/c2c-*.json as far as it is read here. */
export interface PublishedC2cRow {
  readonly offset: string;
  readonly symbol: string;
  readonly rmt_hitm_pct: number;
  readonly lcl_hitm_pct: number;
  readonly store_l1_hit_pct: number;
  readonly load_cycles: number;
  readonly records: number;
  readonly derived?: { readonly field?: string };
}

/** Raw counts of one (offset, symbol) of a simulated line. */
export interface CountedRow {
  readonly offset: number;
  readonly symbol: string;
  readonly field: string;
  readonly rmtHitm: number;
  readonly lclHitm: number;
  readonly storeL1Hit: number;
  readonly loadCount: number;
  /** Sum over loadCount loads. */
  readonly loadCycles: number;
  readonly records: number;
}

function keyOf(offset: number, symbol: string): string {
  return `0x${offset.toString(16)} ${symbol.slice(0, SYMBOL_WIDTH)}`;
}

function share(part: number, total: number): number {
  return total > 0 ? part / total : 0;
}

/** Merges the instruction addresses of a published table into one row per offset and symbol. */
export function mergePublished(rows: readonly PublishedC2cRow[]): ComparedRow[] {
  const total = rows.reduce((sum, row) => sum + row.records, 0);
  const merged = new Map<string, ComparedRow & { timed: number; cycles: number }>();
  for (const row of rows) {
    const offset = Number.parseInt(row.offset, 16);
    const key = keyOf(offset, row.symbol);
    const before = merged.get(key);
    // A published 0 means that no load was sampled there: it must not pull the mean down.
    const timed = (before?.timed ?? 0) + (row.load_cycles > 0 ? row.records : 0);
    const cycles = (before?.cycles ?? 0) + row.load_cycles * row.records;
    const records = (before?.records ?? 0) + row.records;
    merged.set(key, {
      offset,
      symbol: row.symbol,
      field: before?.field ?? row.derived?.field,
      rmtHitm: (before?.rmtHitm ?? 0) + row.rmt_hitm_pct / 100,
      lclHitm: (before?.lclHitm ?? 0) + row.lcl_hitm_pct / 100,
      storeL1Hit: (before?.storeL1Hit ?? 0) + row.store_l1_hit_pct / 100,
      loadCycles: timed > 0 ? cycles / timed : Number.NaN,
      records,
      recordShare: share(records, total),
      timed,
      cycles,
    });
  }
  return [...merged.values()].map(({ timed: _timed, cycles: _cycles, ...row }) => row);
}

/** Turns the counts of one simulated line into shares of that line, as perf prints them. */
export function shareOut(rows: readonly CountedRow[]): ComparedRow[] {
  const sum = (pick: (row: CountedRow) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const rmt = sum((row) => row.rmtHitm);
  const lcl = sum((row) => row.lclHitm);
  const stores = sum((row) => row.storeL1Hit);
  const records = sum((row) => row.records);
  return rows.map((row) => ({
    offset: row.offset,
    symbol: row.symbol,
    field: row.field,
    rmtHitm: share(row.rmtHitm, rmt),
    lclHitm: share(row.lclHitm, lcl),
    storeL1Hit: share(row.storeL1Hit, stores),
    loadCycles: row.loadCount > 0 ? row.loadCycles / row.loadCount : Number.NaN,
    records: row.records,
    recordShare: share(row.records, records),
  }));
}

/** Every row of either side once; a row the other side lacks keeps an empty half. */
export function matchRows(
  simulated: readonly ComparedRow[],
  published: readonly ComparedRow[],
): MatchedRow[] {
  const rest = new Map(published.map((row) => [keyOf(row.offset, row.symbol), row]));
  const matched: MatchedRow[] = simulated.map((row) => {
    const cut = keyOf(row.offset, row.symbol);
    const twin = rest.get(cut) ?? null;
    rest.delete(cut);
    const field = row.field ?? twin?.field ?? '';
    // By the whole name: two functions of the kernel may begin with the same 26 letters.
    const key = `${cut}${row.symbol.slice(SYMBOL_WIDTH)}`;
    return { key, offset: row.offset, symbol: row.symbol, field, simulated: row, published: twin };
  });
  for (const [key, row] of rest) {
    const { offset, symbol, field = '' } = row;
    matched.push({ key, offset, symbol, field, simulated: null, published: row });
  }
  return matched;
}

export type SortColumn =
  | 'offset'
  | 'symbol'
  | 'rmtHitm'
  | 'lclHitm'
  | 'storeL1Hit'
  | 'loadCycles'
  | 'recordShare';

export interface Sort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Sorted copy: by the simulated value where there is one, else the published; ties by offset. */
export function sortRows(rows: readonly MatchedRow[], sort: Sort): MatchedRow[] {
  const sign = sort.descending ? -1 : 1;
  const value = (row: MatchedRow): number => {
    if (sort.column === 'offset' || sort.column === 'symbol') return row.offset;
    const found = row.simulated?.[sort.column] ?? row.published?.[sort.column] ?? Number.NaN;
    // Rows without a value stay at the end whichever way the table is sorted.
    return Number.isNaN(found) ? sign * Number.POSITIVE_INFINITY : found;
  };
  const compare = (a: MatchedRow, b: MatchedRow): number => {
    if (sort.column === 'symbol') return sign * a.symbol.localeCompare(b.symbol, 'en');
    const [left, right] = [value(a), value(b)];
    return left === right ? 0 : sign * (left < right ? -1 : 1);
  };
  return [...rows].sort((a, b) => compare(a, b) || a.offset - b.offset || (a.key < b.key ? -1 : 1));
}

// The information in a row that agrees, or misses: the group it belongs to, and whether a predictor that knows
// nothing of schedulers would have passed it as well. Reads claims and published figures alone: the simulation
// changes nothing here.

import { isGain } from '../../engine/metrics.ts';
import type { ClaimedRow } from './entries.ts';
import { comparedValue } from './points.ts';
import type { PublishedValue } from './published.ts';
import type { RowGroup, Worth } from './rows.ts';
import type { Claim, ClaimedRows } from './schema.ts';
import {
  isOfDirection,
  type Judged,
  judgeRow,
  publishedNumber,
  type SimulatedRow,
} from './verdict.ts';

/** Shares of time spent waiting for a lock: the know-nothing predictor says 0. */
const waitingShares: readonly string[] = ['zone_lock_share', 'lru_lock_share', 'page_lock_share'];
const isChange = (metric: string) => isGain(metric) || metric === 'throughput_variance_change';

/** What it knows of published tables. */
interface Tables {
  readonly cyclesOf: (table: string) => number | undefined;
  /** How many rows of a table have more than nothing in a column; asked as "table column". */
  readonly sharersOf: (column: string) => number;
  /** A number of a row. */
  readonly numberOf: (row: string, cell: string | undefined) => number | undefined;
}

/** The part of a row's name that its table shares. */
const tableOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

function geometricMean(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * The know-nothing predictor: no change of anything, no waiting for a lock, one number of cycles for all loads of a
 * cache line (the geometric mean of the published ones, which gives it more than it could know), and equal shares
 * of its transfers, loads and stores for all rows that have any; more work takes as long as less. Undefined for
 * what it has no word for: absolute rates, times and latencies, names, places.
 */
function nullValue({ row, claimed }: ClaimedRow, tables: Tables): number | undefined {
  const { metric, cell, run_time } = claimed!;
  if (run_time) {
    const { null_row: guess, cell: other = cell } = run_time;
    return guess === undefined ? undefined : tables.numberOf(guess, other);
  }
  if (isChange(metric) || waitingShares.includes(metric)) return 0;
  if (metric === 'row_load_cycles') return tables.cyclesOf(tableOf(row.id));
  if (!metric.startsWith('row_')) return undefined;
  return 100 / tables.sharersOf(`${tableOf(row.id)} ${cell}`);
}

const asSimulated = (value: number | undefined): SimulatedRow =>
  value === undefined ? { kind: 'nothing' } : { kind: 'number', values: [value], differences: [0] };

function groupOf({ basis, claims }: ClaimedRows, nullPasses: boolean): RowGroup {
  if (basis === 'fitted') return 'fitted';
  if (nullPasses) return 'control';
  if (basis === 'follows-from-fitted') return 'follows';
  return isOfDirection(claims) ? 'direction' : 'informative';
}

/** Where the claims of a size put the simulated value: the narrowest of them, as all have to hold. */
function bandOf(claims: readonly Claim[], published: PublishedValue): Worth['band'] {
  const number = publishedNumber(published);
  if (number === undefined) return null;
  const bands = claims.flatMap((claim): [number, number][] => {
    if (claim.level === 'within') return [[number - claim.points, number + claim.points]];
    if (claim.level === 'factor') return [[number / claim.factor, number * claim.factor]];
    const isRange = claim.level === 'range' && Array.isArray(published);
    return isRange ? [[published[0] as number, published[1] as number]] : [];
  });
  if (bands.length === 0) return null;
  return [Math.max(...bands.map(([least]) => least)), Math.min(...bands.map(([, most]) => most))];
}

/** By table and column: the rows of c2c tables with a share of it. */
function countSharers(entries: readonly ClaimedRow[]): Map<string, number> {
  const found = new Map<string, number>();
  const rows = new Map(entries.map(({ row }) => [row.id, row]));
  for (const { id, c2c, value } of rows.values()) {
    if (!c2c || typeof value !== 'object') continue;
    for (const [cell, share] of Object.entries(value)) {
      const column = `${tableOf(id)} ${cell}`;
      if (Number(share) > 0) found.set(column, (found.get(column) ?? 0) + 1);
    }
  }
  return found;
}

/** The worth of every claimed row, by its id. `entries`: all rows of the stories that are reported, claimed or not. */
export function informativenessOf(entries: readonly ClaimedRow[]): Map<string, Worth> {
  const claimed = new Map(entries.filter((each) => each.claimed).map((each) => [each.id, each]));
  const cycles = new Map<string, number[]>();
  for (const { row, claimed: own } of claimed.values()) {
    if (own?.metric !== 'row_load_cycles') continue;
    const value = publishedNumber(row.value);
    if (value !== undefined)
      cycles.set(tableOf(row.id), [...(cycles.get(tableOf(row.id)) ?? []), value]);
  }
  const sharers = countSharers(entries);
  const rows = new Map(entries.map(({ row }) => [row.id, row]));
  const tables: Tables = {
    cyclesOf: (table) => geometricMean(cycles.get(table) ?? []),
    sharersOf: (column) => sharers.get(column) ?? 1,
    numberOf: (id, cell) => {
      const row = rows.get(id);
      return row && publishedNumber(comparedValue(row, { cell }));
    },
  };
  const publishedOf = ({ row, claimed: own }: ClaimedRow): PublishedValue =>
    comparedValue(row, own!);
  const near = (id: string) => {
    const other = claimed.get(id)!;
    return {
      id,
      published: publishedOf(other),
      simulated: asSimulated(nullValue(other, tables)),
    };
  };
  const worthOf = (entry: ClaimedRow): Worth => {
    const value = nullValue(entry, tables);
    const { claims } = entry.claimed!;
    const judged: readonly Judged[] = judgeRow(
      claims,
      publishedOf(entry),
      asSimulated(value),
      near,
    );
    const nullPasses = judged.every(({ passed }) => passed);
    return {
      group: groupOf(entry.claimed!, nullPasses),
      null: value ?? null,
      nullPasses,
      band: bandOf(claims, publishedOf(entry)),
    };
  };
  return new Map([...claimed].map(([id, entry]) => [id, worthOf(entry)]));
}

// Targets: what is claimed of many figures together, such as all batches of one machine. Single rows
// scatter by more than their source rounds; a curve as a whole does not. Pure arithmetic on a report.

import type { ClaimTarget } from './schema.ts';

/** A row of the report, as far as targets look at it. */
export interface TargetRow {
  readonly id: string;
  readonly published: unknown;
  readonly simulated: unknown;
  readonly error: { readonly value: number; readonly unit: string } | null;
}

export interface ReachedTarget {
  readonly name: string;
  readonly level: ClaimTarget['level'];
  /** How many figures it is computed from. */
  readonly rows: number;
  /** RMS or largest error, or steps between where lines cross; null where nothing was simulated. */
  readonly value: number | null;
  readonly limit: number;
  readonly unit: 'points' | '%' | 'steps';
  readonly passed: boolean;
  /** In words for a reader. */
  readonly says: string;
}

const rounded = (value: number): string => String(Number(value.toPrecision(3)));

const cellOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);
const rowOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

/** Index of the first row from which on `above` lies above `below`; -1 if it never does. */
function crossing(
  rows: ReadonlyMap<string, Readonly<Record<string, TargetRow>>>,
  value: (row: TargetRow) => unknown,
  { above, below }: { readonly above: string; readonly below: string },
): number {
  return [...rows.values()].findIndex((cells) => {
    const [high, low] = [cells[above], cells[below]].map((row) => row && value(row));
    return typeof high === 'number' && typeof low === 'number' && high > low;
  });
}

function crossed(target: Extract<ClaimTarget, { level: 'crossing' }>, rows: readonly TargetRow[]) {
  const byRow = new Map<string, Record<string, TargetRow>>();
  for (const row of rows) {
    const cells = byRow.get(rowOf(row.id)) ?? {};
    cells[cellOf(row.id)] = row;
    byRow.set(rowOf(row.id), cells);
  }
  const names = [...byRow.keys()].map(cellOf);
  const there = crossing(byRow, ({ published }) => published, target);
  const here = crossing(byRow, ({ simulated }) => simulated, target);
  const value = here < 0 || there < 0 ? null : Math.abs(here - there);
  return {
    value,
    says: `crosses at ${names[here] ?? 'no place'}, published at ${names[there] ?? 'no place'}`,
  };
}

function erred(
  target: Extract<ClaimTarget, { level: 'rms' | 'most' }>,
  rows: readonly TargetRow[],
) {
  const errors = rows
    .filter(({ id }) => cellOf(id) === target.cell)
    .flatMap(({ error }) => (error ? [error] : []));
  if (errors.length === 0) return { value: null, count: 0, unit: 'points' as const, says: '' };
  const sizes = errors.map(({ value }) => Math.abs(value));
  const squares = sizes.reduce((sum, size) => sum + size * size, 0);
  const value = target.level === 'rms' ? Math.sqrt(squares / sizes.length) : Math.max(...sizes);
  const unit = errors[0]!.unit === '%' ? ('%' as const) : ('points' as const);
  return { value, count: errors.length, unit, says: '' };
}

/** How a target was reached by the rows it is about. A target that nothing can be said of fails. */
export function reached(target: ClaimTarget, rows: readonly TargetRow[]): ReachedTarget {
  const { name, level, limit } = target;
  if (level === 'crossing') {
    const { value, says } = crossed(target, rows);
    const passed = value !== null && value <= limit;
    return { name, level, rows: rows.length, value, limit, unit: 'steps', passed, says };
  }
  const { value, count, unit } = erred(target, rows);
  const passed = value !== null && value <= limit;
  const what = level === 'rms' ? 'RMS' : 'largest';
  const says = value === null ? 'nothing was simulated' : `${what} ${rounded(value)} ${unit}`;
  return { name, level, rows: count, value, limit, unit, passed, says };
}

// Finds rows of a report that are settled before all of their seeds have run: wherever the median may still move
// within the bounds of the seeds so far, the verdict of the row stays the same. Saves runs and gives no verdict:
// verdict.ts does. Pure, so the order and place of the runs do not matter.

import type { PublishedValue } from './published.ts';
import type { ReportRow } from './rows.ts';
import type { Claim, ClaimTarget } from './schema.ts';
import {
  errorOf,
  judgeRow,
  type Neighbour,
  publishedNumber,
  type SimulatedRow,
} from './verdict.ts';

/** Seeds that every row runs; fewer do not show how far they scatter. */
export const firstSeeds = 4;

/**
 * After how many seeds it is asked which rows are settled. Six of ten are the fewest that bound the median of all whatever
 * the other four measure. Where more than eleven are planned, six bound it as four do, by their own width.
 */
export const stops: readonly number[] = [firstSeeds, 6];

/** Between which values the median of all seeds lies. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/**
 * The median of all `planned` seeds if those that are missing measure less than these, or more; null where they decide it.
 * A variance is one value of many seeds, so that its values are always too few to be certain of.
 */
function certainBounds(values: readonly number[], planned: number): Bounds | null {
  const sorted = [...values].sort((x, y) => x - y);
  const missing = planned - sorted.length;
  const [lower, upper] = [Math.floor((planned - 1) / 2), Math.floor(planned / 2)];
  if (missing < 0 || lower < missing || upper >= sorted.length) return null;
  const median = (shift: number) => (sorted[lower - shift]! + sorted[upper - shift]!) / 2;
  return { low: median(missing), high: median(0) };
}

/**
 * Certain where these are enough of the `planned` seeds, otherwise those of the values, widened on both sides by their own
 * width. Null where there is no number, or too few of them to bound one.
 */
export function boundsOf(values: readonly number[], planned?: number): Bounds | null {
  if (values.length < firstSeeds) return null;
  const certain = planned === undefined ? null : certainBounds(values, planned);
  if (certain) return certain;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { low: 2 * least - most, high: 2 * most - least };
}

const numberBounds = (simulated: SimulatedRow, planned?: number): Bounds | null =>
  simulated.kind === 'number' ? boundsOf(simulated.values, planned) : null;

const areApart = (one: Bounds, other: Bounds): boolean =>
  one.high < other.low || one.low > other.high;

const clamped = (value: number, { low, high }: Bounds): number =>
  Math.min(Math.max(value, low), high);

/** As if every seed had measured it. */
const always = (value: number): SimulatedRow => ({
  kind: 'number',
  values: [value],
  differences: [value],
});

const unasked = (): never => {
  throw new RangeError('settled: a claim of a size needs no other row');
};

/** What passes a claim of a size is one stretch around the published value: its ends and the nearest to that decide. */
function sizeIsSettled(claim: Claim, published: PublishedValue, bounds: Bounds): boolean {
  const there = publishedNumber(published);
  if (there === undefined) return false;
  const verdicts = [bounds.low, bounds.high, clamped(there, bounds)].map(
    (value) => judgeRow([claim], published, always(value), unasked)[0]!.passed,
  );
  return new Set(verdicts).size === 1;
}

function signIsSettled(claim: Extract<Claim, { level: 'sign' }>, simulated: SimulatedRow): boolean {
  if (simulated.kind !== 'number') return false;
  const bounds = boundsOf(claim.expected ? simulated.differences : simulated.values);
  return bounds !== null && (bounds.low > 0 || bounds.high < 0);
}

function equalIsSettled(points: number, one: Bounds, other: Bounds | null): boolean {
  if (!other) return false;
  const [least, most] = [one.low - other.high, one.high - other.low];
  return (least >= -points && most <= points) || least > points || most < -points;
}

/** A row as far as its seeds have run. */
export interface SeededRow {
  readonly published: PublishedValue;
  readonly simulated: SimulatedRow;
  /** How many seeds its claims ask for. */
  readonly planned: number;
}

function claimIsSettled(
  claim: Claim,
  { published, simulated, planned }: SeededRow,
  near: (id: string) => Neighbour,
): boolean {
  // Signs and orders are judged by intervals, which the certain bounds of a median do not hold.
  const bounds = numberBounds(simulated);
  if (!bounds) return false;
  switch (claim.level) {
    case 'names':
      return false;
    case 'sign':
      return signIsSettled(claim, simulated);
    case 'order':
      return claim.among.every((id) => {
        const other = numberBounds(near(id).simulated);
        return other !== null && areApart(bounds, other);
      });
    case 'equal':
      return equalIsSettled(claim.points, bounds, numberBounds(near(claim.to).simulated));
    default:
      return sizeIsSettled(claim, published, numberBounds(simulated, planned)!);
  }
}

/** Whether the verdict of a row comes out the same whatever its further seeds measure: one claim that misses for good is enough. */
export function isSettled(
  claims: readonly Claim[],
  row: SeededRow,
  near: (id: string) => Neighbour,
): boolean {
  const settled = claims.filter((claim) => claimIsSettled(claim, row, near));
  if (settled.length === claims.length) return true;
  return judgeRow(settled, row.published, row.simulated, near).some(({ passed }) => !passed);
}

/** A row of a target, with what its seeds leave open. */
export interface Bounded {
  readonly row: Pick<ReportRow, 'id' | 'published' | 'unit'>;
  readonly bounds: Bounds | null;
}

const cellOf = ({ row: { id } }: Bounded): string => id.slice(id.lastIndexOf('/') + 1);
const rowOf = ({ row: { id } }: Bounded): string => id.slice(0, id.lastIndexOf('/'));

/** Least and greatest size of a row's error; null where it has none. */
function errorBounds({ row: { published, unit }, bounds }: Bounded): Bounds | null {
  const there = publishedNumber(published);
  if (!bounds || there === undefined) return null;
  const sizes = [bounds.low, bounds.high, clamped(there, bounds)].map((value) =>
    Math.abs(errorOf(published, always(value), unit)?.value ?? Number.NaN),
  );
  return { low: Math.min(...sizes), high: Math.max(...sizes) };
}

function crossingIsSettled(
  { above, below }: Extract<ClaimTarget, { level: 'crossing' }>,
  rows: readonly Bounded[],
): boolean {
  const names = new Set(rows.map(rowOf));
  return [...names].every((name) => {
    const of = (cell: string) =>
      rows.find((each) => rowOf(each) === name && cellOf(each) === cell)?.bounds;
    const [high, low] = [of(above), of(below)];
    return high && low ? areApart(high, low) : true;
  });
}

/** Whether a target of many rows comes out the same whatever their further seeds measure. */
export function targetIsSettled(target: ClaimTarget, rows: readonly Bounded[]): boolean {
  if (target.level === 'crossing') return crossingIsSettled(target, rows);
  const errors = rows.filter((each) => cellOf(each) === target.cell).map(errorBounds);
  if (errors.length === 0) return true;
  const whole = (end: 'low' | 'high') => {
    const sizes = errors.map((each) => each?.[end] ?? Number.NaN);
    if (target.level === 'most') return Math.max(...sizes);
    return Math.sqrt(sizes.reduce((sum, size) => sum + size * size, 0) / sizes.length);
  };
  return whole('high') <= target.limit || whole('low') > target.limit;
}

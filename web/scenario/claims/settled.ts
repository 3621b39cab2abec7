// Which rows of a report are settled before all of their seeds have run: wherever the median comes to
// lie within the bounds that the first seeds leave it, every claim of the row comes out as it does now.
// Spares runs and gives no verdict: that is verdict.ts's. Pure, so who runs what when does not matter.

import type { PublishedValue } from './published.ts';
import type { ReportRow } from './rows.ts';
import type { Claim, Target } from './schema.ts';
import { errorOf, judge, type Neighbour, publishedNumber, type Simulated } from './verdict.ts';

/** Seeds that every row runs; of fewer, nobody can say how far they scatter. */
export const firstSeeds = 4;

/** Between which values the median of all seeds lies: those of the first, widened on both sides by their own width. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** Null where there is no number, or too few of them to bound one. */
export function boundsOf(values: readonly number[]): Bounds | null {
  if (values.length < firstSeeds) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { low: 2 * least - most, high: 2 * most - least };
}

const numberBounds = (simulated: Simulated): Bounds | null =>
  simulated.kind === 'number' ? boundsOf(simulated.values) : null;

const areApart = (one: Bounds, other: Bounds): boolean =>
  one.high < other.low || one.low > other.high;

const clamped = (value: number, { low, high }: Bounds): number =>
  Math.min(Math.max(value, low), high);

/** As if every seed had measured it. */
const always = (value: number): Simulated => ({
  kind: 'number',
  values: [value],
  differences: [value],
});

const unasked = (): never => {
  throw new RangeError('settled: a claim of a size asks for no other row');
};

/** What passes a claim of a size is one stretch around the published value: its ends and the nearest to that decide. */
function sizeIsSettled(claim: Claim, published: PublishedValue, bounds: Bounds): boolean {
  const there = publishedNumber(published);
  if (there === undefined) return false;
  const verdicts = [bounds.low, bounds.high, clamped(there, bounds)].map(
    (value) => judge([claim], published, always(value), unasked)[0]!.passed,
  );
  return new Set(verdicts).size === 1;
}

function signIsSettled(claim: Extract<Claim, { level: 'sign' }>, simulated: Simulated): boolean {
  if (simulated.kind !== 'number') return false;
  const bounds = boundsOf(claim.expected ? simulated.differences : simulated.values);
  return bounds !== null && (bounds.low > 0 || bounds.high < 0);
}

function equalIsSettled(points: number, one: Bounds, other: Bounds | null): boolean {
  if (!other) return false;
  const [least, most] = [one.low - other.high, one.high - other.low];
  return (least >= -points && most <= points) || least > points || most < -points;
}

/** Whether what is claimed of a row comes out the same whatever its further seeds measure. */
export function isSettled(
  claims: readonly Claim[],
  published: PublishedValue,
  simulated: Simulated,
  near: (id: string) => Neighbour,
): boolean {
  const bounds = numberBounds(simulated);
  if (!bounds) return false;
  return claims.every((claim) => {
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
        return sizeIsSettled(claim, published, bounds);
    }
  });
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
  { above, below }: Extract<Target, { level: 'crossing' }>,
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
export function targetIsSettled(target: Target, rows: readonly Bounded[]): boolean {
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

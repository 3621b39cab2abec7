// Judges a row: what is claimed of it, what was published, what was simulated. Pure; the same numbers
// give the same verdict, and nothing rounds before it is compared.

import { type Estimate, estimate } from '../../engine/sweep/statistics.ts';
import type { PublishedValue } from './published.ts';
import type { Claim } from './schema.ts';

/** What the seeds measured of one row. */
export type SimulatedRow =
  | {
      readonly kind: 'number';
      /** By seed; seeds that measured nothing are left out. */
      readonly values: readonly number[];
      /** By seed: value minus that of the first variant with the same seed. */
      readonly differences: readonly number[];
    }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** No seed measured it: the line or the function does not appear. */
  | { readonly kind: 'nothing' };

/** Another row that a claim compares with. */
export interface Neighbour {
  readonly id: string;
  readonly published: PublishedValue;
  readonly simulated: SimulatedRow;
}

export interface Judged {
  readonly level: string;
  readonly passed: boolean;
  /** Why, in words for a reader. */
  readonly says: string;
}

/** Words of a claim as the table of claims writes them: S, O, E(1), factor 3, M(5). */
export function claimCode(claims: readonly Claim[]): string {
  return claims
    .map((claim) => {
      if (claim.level === 'sign') return 'S';
      if (claim.level === 'order') return 'O';
      if (claim.level === 'equal') return `E(${claim.points})`;
      if (claim.level === 'factor') return `factor ${claim.factor}`;
      return claim.level === 'within' ? `M(${claim.points})` : claim.level;
    })
    .join(', ');
}

/** Whether claims say a side or an order and no size: keeping them says nothing of how much. */
export const isOfDirection = (claims: readonly Claim[]): boolean =>
  claims.every(({ level }) => level === 'sign' || level === 'order');

/** A row whose claims were all kept, or not all. Where no size is claimed, keeping them is a verdict of its own. */
export const verdictOf = (claims: readonly Claim[], passed: boolean) =>
  passed ? (isOfDirection(claims) ? 'direction-only' : 'pass') : 'fail';

const isRange = (value: PublishedValue): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === 'number');

/** One number for a published value: of a range its geometric middle, because ranges span decades. */
export function publishedNumber(value: PublishedValue): number | undefined {
  if (typeof value === 'number') return value;
  return isRange(value) ? Math.sqrt(value[0] * value[1]) : undefined;
}

/** Median and interval of what was simulated, or undefined where it is no number. */
export const estimateOf = (simulated: SimulatedRow): Estimate | undefined =>
  simulated.kind === 'number' ? estimate(simulated.values) : undefined;

/** The interval; of a single seed the value itself. */
function endsOf(simulated: SimulatedRow): readonly [number, number] | undefined {
  const found = estimateOf(simulated);
  return found && (found.interval ?? [found.median, found.median]);
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));

type Check = (
  published: PublishedValue,
  simulated: SimulatedRow,
  near: Nearby,
) => Omit<Judged, 'level'>;
type Nearby = (id: string) => Neighbour;

const failed = (says: string) => ({ passed: false, says });

/** The whole 95 % interval must lie on the claimed side, not only its middle. */
function sign(
  claim: Extract<Claim, { level: 'sign' }>,
  ...[published, simulated]: Parameters<Check>
) {
  if (simulated.kind !== 'number') return failed('there is no number to compare');
  const wanted =
    claim.expected ?? (typeof published === 'number' && published < 0 ? 'less' : 'more');
  // A gain is a difference already; anything else is compared with the first variant, seed by seed.
  const by = claim.expected ? simulated.differences : simulated.values;
  if (by.length === 0) return failed('the first variant has nothing to compare with');
  const { median, interval } = estimate(by);
  const [low, high] = interval ?? [median, median];
  const passed = wanted === 'more' ? low > 0 : high < 0;
  return { passed, says: `${digits(low)} to ${digits(high)}, claimed ${wanted} than 0` };
}

/** The published order must show: intervals that overlap leave it open, and open is not reproduced. */
function order(
  claim: Extract<Claim, { level: 'order' }>,
  ...[published, simulated, near]: Parameters<Check>
) {
  const own = { published: publishedNumber(published), ends: endsOf(simulated) };
  const wrong = claim.among.filter((id) => {
    const other = near(id);
    const there = publishedNumber(other.published);
    const ends = endsOf(other.simulated);
    if (own.published === undefined || there === undefined || !own.ends || !ends) return true;
    return own.published > there ? own.ends[0] <= ends[1] : own.ends[1] >= ends[0];
  });
  const says = wrong.length > 0 ? `not as published to ${wrong.join(', ')}` : 'as published';
  return { passed: wrong.length === 0, says };
}

/** As large as another row: the medians of both, whatever was published. */
function equal(
  claim: Extract<Claim, { level: 'equal' }>,
  ...[, simulated, near]: Parameters<Check>
) {
  const here = estimateOf(simulated)?.median;
  const there = estimateOf(near(claim.to).simulated)?.median;
  if (there === undefined || here === undefined) return failed('there is no number to compare');
  const off = here - there;
  return {
    passed: Math.abs(off) <= claim.points,
    says: `${digits(off)} points from ${claim.to}`,
  };
}

function factor(
  claim: Extract<Claim, { level: 'factor' }>,
  ...[published, simulated]: Parameters<Check>
) {
  const [there, here] = [publishedNumber(published), estimateOf(simulated)?.median];
  if (there === undefined || here === undefined) return failed('there is no number to compare');
  const ratio = here / there;
  const passed = ratio >= 1 / claim.factor && ratio <= claim.factor;
  return { passed, says: `${digits(ratio)} times the published` };
}

function within(
  claim: Extract<Claim, { level: 'within' }>,
  ...[published, simulated]: Parameters<Check>
) {
  const [there, here] = [publishedNumber(published), estimateOf(simulated)?.median];
  if (there === undefined || here === undefined) return failed('there is no number to compare');
  const off = here - there;
  return { passed: Math.abs(off) <= claim.points, says: `${digits(off)} points off` };
}

function range(...[published, simulated]: Parameters<Check>) {
  const here = estimateOf(simulated)?.median;
  if (here === undefined || !isRange(published)) return failed('there is no number to compare');
  const [low, high] = published;
  return {
    passed: here >= low && here <= high,
    says: `${digits(here)}, published ${low} to ${high}`,
  };
}

function names(...[published, simulated]: Parameters<Check>) {
  if (simulated.kind !== 'names' || !Array.isArray(published)) return failed('there are no names');
  const missing = published.filter((name) => !simulated.names.includes(String(name)));
  const says = missing.length > 0 ? `${missing.join(', ')} not among them` : 'the same';
  return { passed: missing.length === 0, says };
}

/** Judges every claim of a row; the row keeps them if it keeps all (verdictOf). */
export function judgeRow(
  claims: readonly Claim[],
  published: PublishedValue,
  simulated: SimulatedRow,
  near: Nearby,
): Judged[] {
  const check = (claim: Claim) => {
    if (simulated.kind === 'nothing') return failed('the simulation has no such line or function');
    const given = [published, simulated, near] as const;
    switch (claim.level) {
      case 'sign':
        return sign(claim, ...given);
      case 'order':
        return order(claim, ...given);
      case 'equal':
        return equal(claim, ...given);
      case 'factor':
        return factor(claim, ...given);
      case 'within':
        return within(claim, ...given);
      case 'range':
        return range(...given);
      case 'names':
        return names(...given);
    }
  };
  return claims.map((claim) => ({ level: claimCode([claim]), ...check(claim) }));
}

export interface RowError {
  readonly value: number;
  /** Points for percentages, % of the published value for the rest, names that are missing. */
  readonly unit: 'points' | '%' | 'names';
}

/** How far the simulated lies from the published; 0 inside of a range. Null where nothing compares. */
export function errorOf(
  published: PublishedValue,
  simulated: SimulatedRow,
  unit: string,
): RowError | null {
  if (simulated.kind === 'names' && Array.isArray(published)) {
    const missing = published.filter((name) => !simulated.names.includes(String(name)));
    return { value: missing.length, unit: 'names' };
  }
  const here = estimateOf(simulated)?.median;
  if (here === undefined) return null;
  const [low, high] = isRange(published) ? published : [published, published];
  if (typeof low !== 'number' || typeof high !== 'number') return null;
  const nearest = Math.min(Math.max(here, low), high);
  if (unit === '%') return { value: here - nearest, unit: 'points' };
  return nearest === 0 ? null : { value: 100 * (here / nearest - 1), unit: '%' };
}

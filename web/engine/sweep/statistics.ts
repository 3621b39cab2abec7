// What many seeds say together: median, bootstrap interval, differences in pairs, and when enough
// seeds have been run. Pure: same numbers in, same numbers out, on every machine.

import { seededDraw } from '../../base/random.ts';

/** Resamples of a bootstrap: the ends of a 95 % interval then rest on 50 resamples each. */
const resamples = 2000;
const level = 0.95;
/** Any fixed number does; it is fixed so that two people get the same interval. */
const bootstrapSeed = 20_251_203;

export interface Estimate {
  /** Number of values. */
  readonly count: number;
  readonly median: number;
  /** 95 % bootstrap interval of the median; null for a single value, which says nothing of spread. */
  readonly interval: readonly [number, number] | null;
  readonly least: number;
  readonly most: number;
}

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

function middle(sorted: readonly number[] | Float64Array): number {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Throws RangeError when there are no values or one is not finite: silence would hide a defect. */
function checked(values: readonly number[]): readonly number[] {
  if (values.length === 0) throw new RangeError('statistics: there are no values');
  const odd = values.find((value) => !Number.isFinite(value));
  if (odd !== undefined) throw new RangeError(`statistics: ${odd} is not a finite number`);
  return values;
}

/** The middle value; the mean of the two middle ones if their number is even. */
export function median(values: readonly number[]): number {
  return middle(ascending(checked(values)));
}

/** The value below which `share` (0 to 1) of sorted values lies, between neighbours linearly. */
export function quantile(sorted: readonly number[] | Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

/**
 * 95 % percentile bootstrap interval of the median (Efron, 1979): the medians of 2,000 samples drawn
 * with replacement, without their outermost 2.5 % on either side.
 */
export function bootstrapInterval(values: readonly number[]): readonly [number, number] {
  const given = checked(values);
  const draw = seededDraw(bootstrapSeed);
  const medians = new Float64Array(resamples);
  const sample = new Float64Array(given.length);
  for (let i = 0; i < resamples; i++) {
    for (let j = 0; j < sample.length; j++) sample[j] = given[draw(given.length)]!;
    medians[i] = middle(sample.sort());
  }
  medians.sort();
  return [quantile(medians, (1 - level) / 2), quantile(medians, (1 + level) / 2)];
}

export function estimate(values: readonly number[]): Estimate {
  const sorted = ascending(checked(values));
  return {
    count: sorted.length,
    median: middle(sorted),
    interval: sorted.length > 1 ? bootstrapInterval(values) : null,
    least: sorted[0]!,
    most: sorted.at(-1)!,
  };
}

/** When a series of seeds may end before its last: the interval of what is measured is narrow enough. */
export interface StopRule {
  /** Seeds that are run in any case. */
  readonly least: number;
  /** Width of the 95 % interval, in the unit of what is measured. */
  readonly width: number;
}

/**
 * How many seeds are to be kept, given what each measured (one number or several, always as many) in
 * the order of the seeds: the shortest beginning in which every number meets the rule, or undefined if
 * none does. Later seeds cannot change the answer, so it does not matter in which order they ran.
 */
export function enough(
  measured: readonly (readonly number[])[],
  rule: StopRule,
): number | undefined {
  const isNarrow = (values: readonly number[]) => {
    const [low, high] = bootstrapInterval(values);
    return high - low <= rule.width;
  };
  for (let count = Math.max(2, rule.least); count <= measured.length; count++) {
    const seeds = measured.slice(0, count);
    if (seeds[0]!.every((_, at) => isNarrow(seeds.map((numbers) => numbers[at]!)))) return count;
  }
  return undefined;
}

// The data of a curve: simulated points with what their seeds say together, published points beside them, and the
// error where both stand at one place. Numbers only; Chart.tsx draws.

import { gains, isGain } from '../../engine/metrics.ts';
import type { FinishedPair, PairRuns } from '../../engine/sweep/collect.ts';
import type { AxisValue } from '../../engine/sweep/grid.ts';
import type { RunMeasures } from '../../engine/sweep/measure.ts';
import { type Estimate, estimate } from '../../engine/sweep/statistics.ts';
import type { PublishedPoint } from '../../scenario/claims/points.ts';
import type { ShippedPoint } from '../../scenario/claims/shipped-points.ts';
import { errorOf, type RowError } from '../../scenario/claims/verdict.ts';
import { shippedBar, shippedBarOfChange } from '../../scenario/error-bars/shipped.ts';
import type { ErrorBar } from '../../scenario/error-bars/table.ts';
import { formatTime, parseTime } from '../../scenario/index.ts';

/** Measured seeds below which a point says nothing of spread and is not held against a claim. */
export const bandSeeds = 10;
/** Seeds that a point gets at most, where it ends as soon as its interval is narrow: three times as long as a band takes. */
export const mostSeeds = 30;
/** How wide such an interval may be: percentage points of a gain, per cent of any other figure. */
export const narrow = 1;

/** What is measured: a metric of the run, or of one line of it. */
export interface CurveQuestion {
  readonly metric: string;
  /** Index into the lines of the runs; undefined for a metric of the whole run. */
  readonly line: number | undefined;
}

export interface SimulatedPoint {
  /** Place on the axis; index into Curve.xs. */
  readonly at: number;
  readonly estimate: Estimate;
  /** By seed, ascending: all that the estimate is of. */
  readonly values: readonly number[];
  /** Seed of the run nearest to the median: the one a press opens. */
  readonly seed: number;
  /** Where a published point stands at the same place. */
  readonly published: DrawnPublished | undefined;
  readonly error: RowError | null;
  /** For an unpublished figure: how far similar figures were off. */
  readonly expected: ErrorBar | undefined;
}

export interface Series {
  readonly variant: string;
  readonly label: string;
  readonly points: readonly SimulatedPoint[];
}

/** A published point with its place on the axis. */
export interface DrawnPublished extends PublishedPoint {
  readonly at: number;
}

/** A point that came with the program, with its place on the axis. */
export interface DrawnShipped extends ShippedPoint {
  readonly at: number;
}

export interface Curve {
  /** What tells this curve from its neighbours, such as a machine; '' for a single one. */
  readonly title: string;
  readonly xs: readonly AxisValue[];
  /** By place: false where the sweep has no runs and only a published point stands. */
  readonly simulated: readonly boolean[];
  readonly unit: string;
  readonly series: readonly Series[];
  readonly published: readonly DrawnPublished[];
  readonly shipped: readonly DrawnShipped[];
  readonly instant: InstantCurve | undefined;
}

/** The places at which the sweep has runs. */
export const simulatedPlaces = ({ xs, simulated }: Curve) =>
  xs.flatMap((x, at) => (simulated[at] ? [{ x, at }] : []));

/** What a formula says at once of one variant, by place on the axis; a stand-in, never the model. */
export interface InstantCurve {
  readonly variant: string;
  /** Undefined where it was not asked. */
  readonly values: readonly (number | undefined)[];
}

/** A number for a place on the axis: ns of a time, the number itself; undefined for a word. */
export function axisPlace(value: AxisValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const time = parseTime(value);
  return 'ns' in time ? time.ns : undefined;
}

/** A value of the axis as people write it. */
export function axisText(value: AxisValue): string {
  const time = typeof value === 'string' ? parseTime(value) : undefined;
  return time && 'ns' in time ? formatTime(time.ns) : String(value);
}

/** True for two ways to write one value: 450us and "450 µs". */
export const isSame = (a: AxisValue, b: AxisValue): boolean =>
  a === b || (axisPlace(a) !== undefined && axisPlace(a) === axisPlace(b));

/** The values of an axis in order, the usual one among them. Words keep the order given. */
export function axisValues(
  values: readonly AxisValue[],
  usual: AxisValue | undefined,
): readonly AxisValue[] {
  const hasUsual = usual === undefined || values.some((value) => isSame(value, usual));
  const all = hasUsual ? [...values] : [...values, usual];
  if (all.some((value) => axisPlace(value) === undefined)) return all;
  return all.sort((a, b) => axisPlace(a)! - axisPlace(b)!);
}

/** The value of one run, or undefined if it says nothing of what is asked. */
function valueIn(run: RunMeasures, { metric, line }: CurveQuestion): number | undefined {
  const value = line === undefined ? run.metrics[metric] : run.lines[line]?.metrics[metric];
  return Number.isFinite(value) ? value : undefined;
}

/** What a curve asks of the pairs. */
export interface CurveRequest extends CurveQuestion {
  /** True: every variant against the first, seed by seed, in %. */
  readonly against: boolean;
}

/** A gain is against the first variant already. */
export const isCompared = ({ metric, against }: CurveRequest): boolean => against || isGain(metric);

/** What the runs of one pair say of a variant; undefined where they measured nothing of it. */
export function measuredIn(
  runs: PairRuns,
  variant: string,
  first: string,
  asked: CurveRequest,
): number | undefined {
  const question = { ...asked, metric: gains[asked.metric]?.of ?? asked.metric };
  const value = valueIn(runs[variant]!, question);
  if (!isCompared(asked)) return value;
  const base = valueIn(runs[first]!, question);
  if (base === undefined || value === undefined || base === 0) return undefined;
  // Any other figure is compared as throughput is: by how much it is more.
  const { gain } = gains[asked.metric] ?? gains.throughput_gain!;
  return gain(base, value);
}

/** Published points against the first variant, where both are published at one place. */
function publishedAgainst(points: readonly DrawnPublished[], first: string): DrawnPublished[] {
  return points.flatMap((point) => {
    const base = points.find(({ variant, at }) => variant === first && at === point.at);
    if (point.variant === first || typeof point.value !== 'number') return [];
    if (typeof base?.value !== 'number' || base.value === 0) return [];
    return [{ ...point, value: 100 * (point.value / base.value - 1), spread: undefined }];
  });
}

export interface CurveInput {
  readonly title: string;
  /** Where the sweep has runs. */
  readonly xs: readonly AxisValue[];
  /** Further places of the axis, as of published points of the charts beside; left out: none. */
  readonly alsoAt?: readonly AxisValue[];
  /** Cell of each value of xs. */
  readonly cells: readonly number[];
  /** The first is what the others are compared with. */
  readonly variants: readonly { readonly id: string; readonly label: string }[];
  readonly pairs: readonly FinishedPair[];
  /** That each point will have. */
  readonly seeds: number;
  readonly asked: CurveRequest;
  readonly unit: string;
  readonly published: readonly PublishedPoint[];
  /** What the program came with, at places of published points; left out: nothing. */
  readonly shipped?: readonly ShippedPoint[];
  readonly instant?: InstantCurve | undefined;
  /** Name of the workload, and the variant that a policy of one's own runs in. */
  readonly workload?: string;
  readonly ownPolicy?: string | undefined;
}

/** How far figures like this one were off, or changes of it where variants are compared. */
function expectedAt(input: CurveInput, variant: string, value: number): ErrorBar | undefined {
  const { asked, workload, ownPolicy } = input;
  if (workload === undefined) return undefined;
  const barOf = isCompared(asked) ? shippedBarOfChange : shippedBar;
  return barOf({ metric: asked.metric, value, workload, ownPolicy: ownPolicy === variant });
}

interface Sample {
  readonly seed: number;
  readonly value: number;
}

function nearestSeed(samples: readonly Sample[], median: number): number {
  const off = ({ value }: Sample) => Math.abs(value - median);
  return samples.reduce((best, sample) => (off(sample) < off(best) ? sample : best)).seed;
}

/** The axis with every place at which something stands; `of` is the index into the input, or -1. */
function placesOf({ xs, alsoAt = [], published }: CurveInput) {
  let all = xs;
  for (const x of [...published.map((point) => point.x), ...alsoAt]) {
    if (!all.some((known) => isSame(known, x))) all = axisValues(all, x);
  }
  return { all, of: all.map((value) => xs.findIndex((x) => isSame(x, value))) };
}

/** The curve of what has been computed so far; places without a finished seed are left out. */
export function curveOf(input: CurveInput): Curve {
  const { cells, variants, pairs, asked } = input;
  const { all: xs, of } = placesOf(input);
  const first = variants[0]!.id;
  const unit = isCompared(asked) ? '%' : input.unit;
  const placed = input.published.map((point) => ({
    ...point,
    at: xs.findIndex((x) => isSame(x, point.x)),
  }));
  const isOwnGain = isGain(asked.metric);
  // Against another variant it says nothing but where it is a gain already.
  const shipped = (asked.against && !isOwnGain ? [] : (input.shipped ?? [])).map((point) => ({
    ...point,
    at: xs.findIndex((x) => isSame(x, point.x)),
  }));
  const published = asked.against && !isOwnGain ? publishedAgainst(placed, first) : placed;
  const compared = isCompared(asked) ? variants.slice(1) : variants;
  const series = compared.map(({ id, label }) => ({
    variant: id,
    label,
    points: xs.flatMap((_, at): SimulatedPoint[] => {
      const samples = pairs
        .filter(({ pair }) => pair.cell === cells[of[at]!])
        .map(({ pair, runs }) => ({ seed: pair.seed, value: measuredIn(runs, id, first, asked) }))
        .filter((sample): sample is Sample => sample.value !== undefined)
        .sort((a, b) => a.seed - b.seed);
      if (samples.length === 0) return [];
      const values = samples.map(({ value }) => value);
      const all = estimate(values);
      // By what this point has: the sweep may still run, and not every seed measures every metric.
      const isBanded = values.length >= bandSeeds;
      const found = isBanded ? all : { ...all, interval: null };
      const there = published.find((point) => point.at === at && point.variant === id);
      const simulated = { kind: 'number', values, differences: [] } as const;
      const error = there && isBanded ? errorOf(there.value, simulated, unit) : null;
      const seed = nearestSeed(samples, found.median);
      const expected = there ? undefined : expectedAt(input, id, found.median);
      return [{ at, estimate: found, values, seed, published: there, error, expected }];
    }),
  }));
  // Against another variant it says nothing but where it is a gain already.
  const closed = asked.against && !isOwnGain ? undefined : input.instant;
  const instant = closed && { ...closed, values: of.map((index) => closed.values[index]) };
  const simulated = of.map((index) => index >= 0);
  return { title: input.title, xs, simulated, unit, series, published, shipped, instant };
}

// The words of the curves: sentences that state what is seen, with numbers rounded as a person would.

import { isGain } from '../../engine/metrics.ts';
import { errorBarWords } from '../../scenario/error-bars/words.ts';
import { formatTime } from '../../scenario/index.ts';
import { decimal, signed, significant } from '../../ui/format.ts';
import {
  axisText,
  bandSeeds,
  type Curve,
  type DrawnPublished,
  type DrawnShipped,
  mostSeeds,
  narrow,
  type SimulatedPoint,
} from './curve.ts';

const countedSeeds = (seeds: number): string => `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}`;

const withUnit = (text: string, unit: string): string => (unit ? `${text} ${unit}` : text);

/** Three significant digits; changes with a sign. */
export function figure(value: number, unit: string, isChanged = false): string {
  const text = significant(value, 3);
  return withUnit(isChanged ? signed(value, text) : text, unit);
}

/** True for a unit whose values are changes. */
export const isChange = (metric: string, against: boolean): boolean => against || isGain(metric);

/** A published number with the digits it was published with: rounding it would change the record. */
function asPublished(value: number, unit: string, isChanged: boolean): string {
  const text = decimal(value, 6);
  return withUnit(isChanged ? signed(value, text) : text, unit);
}

export function publishedPointText(
  { value, spread }: Pick<DrawnPublished, 'value' | 'spread'>,
  unit: string,
  isChanged: boolean,
) {
  if (typeof value !== 'number') {
    return `${asPublished(value[0], '', false)} to ${asPublished(value[1], unit, false)}`;
  }
  const around = spread ? ` ± ${asPublished(spread, unit, false)}` : '';
  return `${asPublished(value, unit, isChanged)}${around}`;
}

/** Of a published point: its figure, and where it stands alone that nothing is simulated there. */
export function publishedTitle(curve: Curve, point: DrawnPublished, isChanged: boolean): string {
  const { at, variant } = point;
  const place = `${axisText(curve.xs[at]!)}, ${variant}`;
  const alone = curve.simulated[at] ? '' : `; ${words.notSimulated}`;
  return `${place}, published: ${publishedPointText(point, curve.unit, isChanged)}${alone}`;
}

/** Its figure and its interval. */
const shippedFigure = (
  { value, interval }: Pick<DrawnShipped, 'value' | 'interval'>,
  unit: string,
  isChanged: boolean,
): string =>
  interval
    ? `${figure(value, unit, isChanged)} (95 % interval ${figure(interval[0], '')} to ${figure(interval[1], '')})`
    : figure(value, unit, isChanged);

/** Of a point that came with the program, in a table: its figure, its seeds and what released it. */
export const shippedCell = (point: DrawnShipped, unit: string, isChanged: boolean): string =>
  `${shippedFigure(point, unit, isChanged)}, ${countedSeeds(point.seeds)}, version ${point.from}`;

/** Of a point that came with the program: its figure, its seeds, its length and what released it. */
export function shippedText(curve: Curve, point: DrawnShipped, isChanged: boolean): string {
  const { seeds, run, from, at, variant } = point;
  const length = run.set.duration === undefined ? '' : `, runs of ${run.set.duration}`;
  const place = `${curve.title ? `${curve.title}, ` : ''}${axisText(curve.xs[at]!)}, ${variant}`;
  const found = shippedFigure(point, curve.unit, isChanged);
  return `${place}, shipped: simulated ${found}, ${countedSeeds(seeds)}${length}, with version ${from}`;
}

const parts = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[1] < b[0] || b[1] < a[0];

/** Where what was simulated here and what was shipped exclude each other; empty where nothing does. */
export function disagreements(curve: Curve): string[] {
  return curve.shipped.flatMap(({ at, variant, interval }) => {
    const points = curve.series.find((each) => each.variant === variant)?.points;
    const own = points?.find((point) => point.at === at)?.estimate.interval;
    if (!own || !interval || !parts(own, interval)) return [];
    return [words.disagree(axisText(curve.xs[at]!), variant)];
  });
}

export function pointErrorText({ error, published }: SimulatedPoint): string {
  if (!error) return '';
  if (typeof published?.value !== 'number' && error.value === 0) return 'inside the range';
  if (error.unit === 'points') return `error ${figure(error.value, 'points', true)}`;
  return `error ${figure(error.value, '%', true)}`;
}

/** Everything a point says: place, both numbers, the error. */
export function pointText(
  curve: Curve,
  variant: string,
  point: SimulatedPoint,
  isChanged: boolean,
) {
  const { estimate: found, published, expected } = point;
  const { unit } = curve;
  const spread = found.interval
    ? ` (95 % interval ${figure(found.interval[0], '')} to ${figure(found.interval[1], '')})`
    : '';
  const simulated = `simulated ${figure(found.median, unit, isChanged)}${spread}, ${countedSeeds(found.count)}`;
  const error = pointErrorText(point);
  const beside = published
    ? `; published ${publishedPointText(published, unit, isChanged)}${error && `; ${error}`}`
    : expected
      ? ` (${errorBarWords(expected)})`
      : '';
  const machine = curve.title ? `${curve.title}, ` : '';
  return `${machine}${axisText(curve.xs[point.at]!)}, ${variant}: ${simulated}${beside}`;
}

const basisMeaning = {
  predicted: 'predicted: nothing was fitted to it',
  'follows-from-fitted': 'derived from a fitted value: a weak test',
  fitted: 'fitted: agreement proves nothing',
} as const;

const levelMeaning = (level: string): string => {
  if (level === 'S') return 'the sign';
  if (level === 'O') return 'the order';
  if (level === 'range') return 'the published range';
  const within = /^M\((.+)\)$/.exec(level)?.[1];
  if (within) return `the magnitude within ${within} points`;
  const equal = /^E\((.+)\)$/.exec(level)?.[1];
  if (equal) return `as large as another figure within ${equal} points`;
  return level.startsWith('factor') ? `the magnitude within a ${level}` : level;
};

/** What is claimed of a published point, in a sentence. */
export function pointClaimText({ variant, claim, basis, span }: DrawnPublished): string {
  if (basis === null)
    return `No claim is made about ${variant} where it is only shown beside runs.`;
  const levels = claim.split(', ').map(levelMeaning).join(', ');
  const elsewhere = span
    ? ` The verdict comes from runs of ${span.duration}, the first ${span.warmup} not counted: see Fidelity.`
    : '';
  return `Claimed of ${variant}: ${levels} (${claim}); ${basisMeaning[basis]}.${elsewhere}`;
}

/** Of the table of the data. */
export const columns = {
  caption: (yLabel: string, xLabel: string) => `${yLabel} against ${xLabel}`,
  chart: 'Chart',
  variant: 'Variant',
  seeds: 'Seeds',
  median: 'Median',
  interval: '95 % interval',
  allSeeds: 'All seeds',
  shipped: 'Shipped',
  published: 'Published',
  error: 'Error',
  expected: '8 of 10 claims',
  basis: (mark: string, says: string) => `${mark} 8 of 10 claims: ${says}.`,
  ends: (low: string, high: string) => `${low} to ${high}`,
} as const;

export const words = {
  region: 'Curves',
  axis: 'Along',
  beside: 'Side by side',
  noBeside: 'one chart',
  metric: 'Measured',
  length: 'Each run',
  seeds: 'Seeds',
  run: 'Run it here',
  goOn: 'Go on',
  cancel: 'Cancel',
  view: 'View',
  views: {
    chart: 'Chart',
    against: 'Against A',
    map: 'Map',
    table: 'Table',
    compare: 'mmtests',
    csv: 'CSV',
    others: '21 benchmarks',
  },
  mapOfOne: 'One row per value of a second parameter, which you choose under “Side by side”.',
  saveSvg: 'Save SVG',
  savePng: 'Save PNG',
  saveCsv: 'Save CSV',
  seedsOfFileUntil: `seeds: ${bandSeeds} to ${mostSeeds} for each point, from the first on, until the 95 % interval of what is measured is at most ${narrow} % wide (of a change: ${narrow} point)`,
  seedsOfFile: (seeds: number) => `seeds: ${seeds} for each point, from the first on`,
  opening: 'Opening the sweep…',
  nothingYet: 'Nothing is simulated yet.',
  nothingPublished:
    'No figures of this story have been published, so no points came with the program. Its runs start with the value on stage.',
  publishedElsewhere: (axis: string, metric: string) =>
    `The published figures of this story are not “${metric}” along “${axis}”, or have other settings, so no points came with the program.`,
  onlyShipped: (from: string) =>
    `Diamonds ship with the program (version ${from}): simulated medians with their 95 % interval. Hollow: published. Nothing is simulated here yet.`,
  besideShipped: (from: string) => `Diamonds ship with the program (version ${from}).`,
  disagree: (place: string, variant: string) =>
    `At ${place}, ${variant}: the result simulated here and the shipped one disagree, because their intervals do not overlap. The runs may differ in length or version.`,
  onlyPublished: 'Nothing is simulated yet: hollow points are the published figures.',
  hint: 'Point at a mark to see its numbers; press it to open that run on the stage.',
  legend:
    'Filled: simulated median, 95 % interval (dark) and all seeds (light). Hollow: published.',
  mapOfChanges:
    'Simulated medians. Blue is more, orange less; the further from no change, the stronger.',
  mapOfSizes: 'Simulated medians: a stronger colour means a larger value.',
  instant: 'Dashed: the closed form, an instant estimate of what the simulation gives.',
  instantOf: (variant: string) => `${variant}, closed form`,
  progress: (done: number, total: number, left: string, isMost: boolean) => {
    const rest = left && (isMost ? `, at most ${left} left` : `, about ${left} left`);
    return `${done} of ${isMost ? 'at most ' : ''}${total} runs${rest}`;
  },
  finished: (total: number, [least, most]: readonly [number, number]) =>
    `${total} runs, ${least === most ? '' : `${least} to `}${countedSeeds(most)} each`,
  left: (progress: string) => `${progress}; it stopped as you left the stage`,
  seedsOf: (seeds: number) => {
    if (seeds > bandSeeds) return `${bandSeeds} to ${seeds}, until the interval is narrow`;
    return seeds < bandSeeds ? `${seeds}, no interval` : `${seeds}`;
  },
  until: `Each place takes ${bandSeeds} seeds, and more, at most ${mostSeeds}, until the 95 % interval of what is measured is at most ${narrow} % wide (of a change: ${narrow} point).`,
  noBand: (seeds: number) =>
    `${seeds === 1 ? 'One seed' : `${seeds} seeds`} per point: a first look, without band or interval. An interval needs ${bandSeeds} seeds, and so does a comparison with a claim.`,
  legendOfFew: 'Filled: simulated median. Hollow: published.',
  fewSeeds: (least: number, wanted: number) =>
    `So far ${least} of ${wanted} seeds at some places, so no band there yet.`,
  measuredIn: (least: number, wanted: number) =>
    `At some places ${least === 0 ? 'no seed' : `${least} of ${wanted} seeds`} measured it${wanted < bandSeeds ? '' : ': no interval there, and no error'}.`,
  notAsItComes:
    'Published figures belong to the default settings; here, other parameters have changed as well.',
  window: (duration: number, from: number) =>
    `${formatTime(duration)} simulated per run; the first ${formatTime(from)} are not counted.`,
  estimate: (runs: number) => `${runs} runs`,
  openRun: 'opens this run',
  notSimulated: 'not simulated here',
  alone: 'A place with only a hollow point has not been simulated.',
  expected: (says: string) =>
    `Places without a hollow point have no published figure. At the widest: ${says}.`,
  dash: '–',
} as const;

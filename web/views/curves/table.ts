// The same data as text: rows for a table, CSV, and the comparison table that
// mmtests prints.

import { csvOfRows } from '../../base/csv.ts';
import { errorBarWords } from '../../scenario/error-bars/words.ts';
import {
  axisText,
  type Curve,
  type DrawnShipped,
  type SimulatedPoint,
  simulatedPlaces,
} from './curve.ts';

export interface DataRow {
  readonly key: string;
  readonly chart: string;
  readonly x: string;
  readonly variant: string;
  readonly point: SimulatedPoint | undefined;
  /** What the program came with. */
  readonly shipped: DrawnShipped | undefined;
  readonly published: number | readonly [number, number] | undefined;
  readonly spread: number | undefined;
  /** False where the sweep has no runs. */
  readonly simulated: boolean;
}

/** A row for every place, variant and chart that has a simulated, a shipped or a published point. */
export function dataRows(curves: readonly Curve[]): DataRow[] {
  return curves.flatMap((curve) =>
    curve.xs.flatMap((x, at) => {
      const named = [
        ...curve.series.map(({ variant }) => variant),
        ...curve.published.map((p) => p.variant),
        ...curve.shipped.map((p) => p.variant),
      ];
      return [...new Set(named)].flatMap((variant) => {
        const series = curve.series.find((each) => each.variant === variant);
        const point = series?.points.find((each) => each.at === at);
        const isThere = (each: { at: number; variant: string }) =>
          each.at === at && each.variant === variant;
        const there = curve.published.find(isThere);
        const allShipped = curve.shipped.filter(isThere);
        // A place may have several published figures: the shipped one of the figure that is shown.
        const shipped = allShipped.find(({ id }) => id === there?.id) ?? allShipped[0];
        if (!point && !there && !shipped) return [];
        return [
          {
            key: `${curve.title} ${at} ${variant}`,
            chart: curve.title,
            x: axisText(x),
            variant,
            point,
            shipped,
            published: there?.value,
            spread: there?.spread,
            simulated: curve.simulated[at]!,
          },
        ];
      });
    }),
  );
}

export interface NamedCurve {
  /** The parameter as an override names it. */
  readonly path: string;
  /** What tells the charts apart, or undefined for one chart. */
  readonly beside: string | undefined;
  readonly metric: string;
  readonly unit: string;
}

export function csvOfCurves(
  curves: readonly Curve[],
  { path, beside, metric, unit }: NamedCurve,
): string {
  const head = [
    ...(beside ? [beside] : []),
    path,
    'variant',
    'seeds',
    ...['median', 'low_95', 'high_95', 'least', 'most'].map(
      (name) => `${metric} ${name} (${unit})`,
    ),
    ...['shipped', 'shipped_low_95', 'shipped_high_95'].map((name) => `${name} (${unit})`),
    'shipped_seeds',
    'shipped_with',
    `published (${unit})`,
    `published_high (${unit})`,
    `published_std (${unit})`,
    'error',
    'error_unit',
    ...['expected_low_80', 'expected_high_80'].map((name) => `${name} (${unit})`),
    'expected_says',
  ];
  const rows = dataRows(curves).map((row) => {
    const { chart, x, variant, point, shipped, published, spread } = row;
    const found = point?.estimate;
    const [low, high] = typeof published === 'object' ? published : [published, undefined];
    return [
      ...(beside ? [chart] : []),
      x,
      variant,
      found?.count,
      found?.median,
      found?.interval?.[0],
      found?.interval?.[1],
      found?.least,
      found?.most,
      shipped?.value,
      shipped?.interval?.[0],
      shipped?.interval?.[1],
      shipped?.seeds,
      shipped?.from,
      low,
      high,
      spread,
      point?.error?.value,
      point?.error?.unit,
      point?.expected?.low,
      point?.expected?.high,
      point?.expected && errorBarWords(point.expected),
    ];
  });
  return csvOfRows([head, ...rows]);
}

const overlap = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] <= b[1] && b[0] <= a[1];

type Statistic = readonly [name: string, of: (point: SimulatedPoint) => number];

const mean = ({ values }: SimulatedPoint): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of the runs as a sample: 0 where there is one. */
function deviation(point: SimulatedPoint): number {
  const middle = mean(point);
  const squares = point.values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, point.values.length - 1));
}

/** As mmtests has them, and the median, of which alone it is known how sure it is. */
const statistics: readonly Statistic[] = [
  ['Min', ({ estimate }) => estimate.least],
  ['Median', ({ estimate }) => estimate.median],
  ['Amean', mean],
  ['Stddev', deviation],
  [
    'CoeffVar',
    (point) => (mean(point) === 0 ? 0 : (100 * deviation(point)) / Math.abs(mean(point))),
  ],
  ['Max', ({ estimate }) => estimate.most],
];

/** "12.34 (   3.40%)", starred where the intervals of the medians do not overlap: mmtests' mark of significance. */
function compared(
  [name, of]: Statistic,
  point: SimulatedPoint | undefined,
  base: SimulatedPoint | undefined,
): string {
  if (!point) return '-';
  const value = of(point);
  if (!base) return value.toFixed(2);
  const change = of(base) === 0 ? 0 : 100 * (value / of(base) - 1);
  const [own, other] = [base.estimate.interval, point.estimate.interval];
  const significant = name === 'Median' && own && other && point !== base && !overlap(other, own);
  const mark = significant ? '*' : ' ';
  return `${value.toFixed(2)} (${mark}${change.toFixed(2).padStart(8)}%${mark})`;
}

/**
 * A comparison as mmtests prints it: by statistic a row a place, a column a variant, the change against the first variant in
 * brackets.
 */
export function compareText(curve: Curve): string {
  const { series } = curve;
  const head = ['', ...series.map(({ variant, label }) => `${variant} ${label}`)];
  const rows = statistics.flatMap((statistic) =>
    simulatedPlaces(curve).map(({ x, at }) => {
      const points = series.map(({ points: all }) => all.find((point) => point.at === at));
      const cells = points.map((point) => compared(statistic, point, points[0]));
      return [`${statistic[0].padEnd(8)} ${axisText(x)}`, ...cells];
    }),
  );
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((text, at) => (at === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[at]!)))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

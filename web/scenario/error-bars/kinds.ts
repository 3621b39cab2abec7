// Kinds of figures, by how an error of the model is measured on each: a row in `kinds` registers one. Which metric is of
// which kind stands here, too. Statistics are table.ts's.

import { isGain } from '../../engine/metrics.ts';
import { metrics } from '../metrics.ts';

/**
 * Added to the size of a change or share before its error is taken relative to it, in points: below this, single runs and
 * rounded tables decide. Scales of 2, 5 and 10 cover the same number of unseen rows within one.
 */
const leastScale = 5;

interface Kind {
  /** How far apart two values are, on a scale on which large and small figures err alike. */
  readonly error: (simulated: number, published: number) => number;
  /** Where a published value lies that is at most so far from the simulated one. */
  readonly around: (simulated: number, error: number) => readonly [number, number];
  /** The same distance as people say it: in points, or as a factor. */
  readonly within: (simulated: number, error: number) => number;
}

const points = (simulated: number, error: number): number =>
  error * (leastScale + Math.abs(simulated));

const inPoints: Kind = {
  error: (simulated, published) => Math.abs(published - simulated) / points(simulated, 1),
  around: (simulated, error) => [
    simulated - points(simulated, error),
    simulated + points(simulated, error),
  ],
  within: points,
};

export const figureKinds = {
  /** Against the first variant, in %. */
  change: inPoints,
  /** Of a whole, in %. */
  share: inPoints,
  /** Rates, times and cycles. */
  absolute: {
    error: (simulated, published) => Math.abs(Math.log(published / simulated)),
    around: (simulated, error) => [simulated / Math.exp(error), simulated * Math.exp(error)],
    within: (_, error) => Math.exp(error),
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof figureKinds;
export const kindNames = Object.keys(figureKinds) as KindName[];

/** Rates, times and cycles are what claims of a size are about; how many moves or words there were is no such figure. */
const sized: readonly string[] = ['1/s', 'ns', 'cycles'];

/** Undefined for a metric that no claim of a size is like: names, places in a ranking, counts. */
export function kindOf(metric: string): KindName | undefined {
  if (isGain(metric) || metric === 'throughput_variance_change') return 'change';
  if (/^(row|lines)_.*_share$/.test(metric)) return 'share';
  if (metric === 'row_load_cycles') return 'absolute';
  const unit = metrics.find(({ name }) => name === metric)?.unit ?? '';
  if (unit === '%') return 'share';
  return sized.includes(unit) ? 'absolute' : undefined;
}

/** Between which values a metric can lie at all. */
export function possible(metric: string): readonly [number, number] {
  if (metric.endsWith('_saved')) return [Number.NEGATIVE_INFINITY, 100];
  const kind = kindOf(metric);
  if (kind === 'share') return [0, 100];
  return [kind === 'change' ? -100 : 0, Number.POSITIVE_INFINITY];
}

/** The family of a workload: page-fault1 and page-fault2 are one, as are two versions of schbench. */
export const familyOf = (workload: string): string => workload.replace(/-?\d+$/, '');

/** Where published rows come from, by the beginnings of their names: tables of one source share authors, machine and runs. */
const sources: readonly (readonly [string, string])[] = [
  ['cpupri-', 'RT series'],
  ['c2c-', 'RT series'],
  ['rt-series-', 'RT series'],
  ['pcp-', 'page list batches'],
  ['cache-aware-v2/genoa-aaron-lu/', 'reply to cache-aware v2'],
  ['cache-aware-v2/', 'cache-aware v2'],
  ['split-llc/rfc-', 'posting of hints'],
  ['split-llc/', 'split-LLC slides'],
];

/** The source of a published row; one that is not listed is its own file's. */
export const publishedSourceOf = (row: string): string =>
  sources.find(([begins]) => row.startsWith(begins))?.[1] ?? row.slice(0, row.indexOf('/'));

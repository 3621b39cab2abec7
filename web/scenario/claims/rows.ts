// What a fidelity report holds: its rows, the run behind each, and their counts.

import { matches } from './points.ts';
import type { PublishedRow } from './published.ts';
import type { Target } from './schema.ts';
import { type ReachedTarget, reached } from './targets.ts';
import type { Judged, RowError } from './verdict.ts';

/** How to open the run of a row on the stage or in a terminal: the very run that was judged. */
export interface RowRun {
  readonly scenario: string;
  /** Duration and warm-up of the claim among them. */
  readonly set: Readonly<Record<string, string | number | boolean>>;
  readonly variant: string;
  /** Of the run whose value is nearest to the median. */
  readonly seed: number;
}

/** Another form of the same measurement: shown beside the row, not judged. */
export interface AlsoMeasured {
  readonly simulated: ReportRow['simulated'];
  readonly interval: ReportRow['interval'];
  readonly seeds: number;
  readonly run: RowRun;
}

export interface ReportRow {
  readonly id: string;
  readonly story: string;
  readonly label: string;
  readonly machine: string;
  readonly unit: string;
  readonly published: PublishedRow['value'];
  /** Median over the seeds, or names; null where nothing was simulated. */
  readonly simulated: number | readonly string[] | null;
  /** 95 % bootstrap interval of the median. */
  readonly interval: readonly [number, number] | null;
  readonly seeds: number;
  readonly error: RowError | null;
  /** S sign, O order, E(points) equal to another row, factor, M(points), range, names; "-" where nothing is claimed. */
  readonly claim: string;
  readonly basis: 'predicted' | 'follows-from-fitted' | 'fitted' | null;
  /** True where a parameter was tuned to this very figure: agreement then shows nothing. */
  readonly fitted: boolean;
  readonly verdict: 'pass' | 'fail' | 'not-claimed';
  readonly judged: readonly Judged[];
  /** Why nothing is claimed, or what to know of the comparison. */
  readonly note: string | null;
  /** Of a row that fails: why, as far as known; written after it was run, unlike the claim. */
  readonly explanation: string | null;
  /** Other forms of the same measurement; left out where there are none. */
  readonly also?: readonly AlsoMeasured[];
  readonly run: RowRun | null;
}

export const reportFormat = 'schedscape-fidelity/1';

export interface Report {
  readonly format: typeof reportFormat;
  readonly rows: readonly ReportRow[];
  /** What is claimed of many rows together. */
  readonly targets: readonly ReachedTarget[];
  readonly counts: Counts;
}

export interface Counts {
  readonly rows: number;
  readonly passed: number;
  readonly failed: number;
  readonly not_claimed: number;
  /** The same of those that nothing was fitted to: what is evidence. */
  readonly predicted: { readonly passed: number; readonly failed: number };
}

export function countRows(rows: readonly ReportRow[]): Counts {
  const count = (verdict: string, of = rows) => of.filter((row) => row.verdict === verdict).length;
  const predicted = rows.filter(({ basis }) => basis === 'predicted');
  return {
    rows: rows.length,
    passed: count('pass'),
    failed: count('fail'),
    not_claimed: count('not-claimed'),
    predicted: { passed: count('pass', predicted), failed: count('fail', predicted) },
  };
}

/** What is claimed of many rows together, of those that are there. */
export function targetsOf(targets: readonly Target[], rows: readonly ReportRow[]): ReachedTarget[] {
  const isOf =
    ({ rows: patterns }: Target) =>
    ({ id }: ReportRow) =>
      matches(patterns, id.slice(0, id.lastIndexOf('/')));
  return targets.flatMap((target) => {
    const own = rows.filter(isOf(target));
    return own.length > 0 ? [reached(target, own)] : [];
  });
}

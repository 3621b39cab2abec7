// What a fidelity report holds: its rows, the run behind each, what a row is worth (informativeness.ts tells) and the counts (tally.ts).

import { matches } from './points.ts';
import type { PublishedRow } from './published.ts';
import type { ClaimTarget } from './schema.ts';
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

/**
 * Of what kind a claimed row is:
 * - `fitted`: a parameter was tuned to this very figure;
 * - `control`: flat by design, or so wide a claim that the know-nothing predictor passes it, too;
 * - `follows`: from a parameter that was tuned to another figure;
 * - `direction`: sign or order alone are claimed, so keeping them says nothing of the size;
 * - `informative`: the rest: a prediction with a size that knowing nothing does not give.
 */
export const groups = ['informative', 'direction', 'follows', 'fitted', 'control'] as const;
export type RowGroup = (typeof groups)[number];

export interface Worth {
  readonly group: RowGroup;
  /** What the know-nothing predictor says; null where it has nothing to say, which passes no claim. */
  readonly null: number | null;
  /** True where that passes every claim of the row. */
  readonly nullPasses: boolean;
  /** Between which values a simulated one has the claimed size; null where no size is claimed. */
  readonly band: readonly [number, number] | null;
}

export interface ReportRow {
  readonly id: string;
  /** The row of a published table that it is, or is a number of. */
  readonly table_row: string;
  /** How many numbers that row was published with; a list of names is one. */
  readonly numbers: number;
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
  /** What a pass or a miss says; null where nothing is claimed. Told from the claim alone, never from what was run. */
  readonly worth: Worth | null;
  /** `direction-only`: it lies on the claimed side, or in the claimed order, and no size was claimed: no pass. */
  readonly verdict: 'pass' | 'direction-only' | 'fail' | 'not-claimed';
  readonly judged: readonly Judged[];
  /** Why nothing is claimed, or what to know of the comparison. */
  readonly note: string | null;
  /** Of a row that fails: why, as far as known; written after it was run, unlike the claim. */
  readonly explanation: string | null;
  /** Other forms of the same measurement; left out where there are none. */
  readonly also?: readonly AlsoMeasured[];
  readonly run: RowRun | null;
}

/** Claimed things and how they came out. */
export interface ClaimTally {
  readonly reproduced: number;
  /** Of those that claim a direction and no size: as claimed. Not among the reproduced. */
  readonly direction: number;
  readonly missed: number;
}

export interface Covered extends ClaimTally {
  /** All of them, claimed or not. */
  readonly published: number;
  readonly claimed: number;
}

/** What the know-nothing predictor makes of the same claims. */
export interface NullTally {
  /** Claims that it passes. */
  readonly passes: number;
  /** Of those, claims that the simulation misses. */
  readonly better: number;
}

export interface Skill extends ClaimTally {
  /** Median over rows of the error as a share of the published effect: 1 is as far off as knowing nothing. Null without rows. */
  readonly error_over_effect: number | null;
}

export interface RowCounts {
  readonly numbers: Covered;
  /** A table row is reproduced when everything claimed of it is, and missed when something is; else its direction is. */
  readonly table_rows: Covered;
  readonly groups: Readonly<Record<RowGroup, ClaimTally>>;
  readonly null: NullTally;
  /** Predictions that knowing nothing does not give: those with a size and those of a direction. */
  readonly skill: Skill;
}

/**
 * As reports are written. In the format before, what had a claimed direction and no size was a pass and counted as
 * reproduced, and tallies had no `direction`.
 */
export const reportFormat = 'schedscape-fidelity/2';
/** Formats that are read. Rows say what was run in all of them; verdicts and counts are told anew from the claims. */
const readFormats: readonly unknown[] = ['schedscape-fidelity/1', reportFormat];
/** Whether its rows may be taken over. */
export const isReadFormat = (format: unknown): boolean => readFormats.includes(format);

export interface FidelityReport {
  readonly format: typeof reportFormat;
  readonly rows: readonly ReportRow[];
  /** What is claimed of many rows together. */
  readonly targets: readonly ReachedTarget[];
  readonly counts: RowCounts;
}

/** What is claimed of many rows together, of those that are there. */
export function targetsOf(
  targets: readonly ClaimTarget[],
  rows: readonly ReportRow[],
): ReachedTarget[] {
  const isOf =
    ({ rows: patterns }: ClaimTarget) =>
    ({ id }: ReportRow) =>
      matches(patterns, id.slice(0, id.lastIndexOf('/')));
  return targets.flatMap((target) => {
    const own = rows.filter(isOf(target));
    return own.length > 0 ? [reached(target, own)] : [];
  });
}

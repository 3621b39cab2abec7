// The runs of a fidelity report as a sweep: a cell a run, one seed, one variant. So a report is cut into
// parts, kept in a journal and put together by what does so for sweeps, with the same checks.

import { fingerprint } from '../../base/canonical.ts';
import type { RunJob, RunMeasures } from '../../engine/sweep/measure.ts';
import { type SweepHead, type SweepRun, sweepFormat } from '../../engine/sweep/result.ts';

/** What a run of a report is called in a sweep, where every run is of some variant. */
export const runOfReport = 'A';
/** Seeds of a report stand in its definitions: to the sweep every cell has one. */
const seeds = [0];

/** The head of the sweep; `story` is the story of the report, all stories if left out. */
export function headOfReport(jobs: readonly RunJob[], story: string | undefined): SweepHead {
  return {
    format: sweepFormat,
    scenario: `fidelity of ${story ?? 'all stories'}`,
    fingerprint: fingerprint(jobs),
    over: [],
    variants: [runOfReport],
    seeds,
    lines: jobs.find(({ rows }) => rows)?.lines ?? [],
    cells: jobs.map(({ duration, windowStart }) => ({
      values: [],
      duration_ns: duration,
      window_ns: { from: windowStart, to: duration },
    })),
  };
}

/** Runs without counters say of no line anything; in a sweep all runs speak of the same lines. */
export const linedUp = (run: SweepRun, { lines }: SweepHead): SweepRun => ({
  ...run,
  lines: lines.map((_, at) => run.lines[at] ?? null),
});

/** What the runs measured, in the order of the jobs. */
export function measuresOfRuns(runs: readonly SweepRun[]): RunMeasures[] {
  const measures: RunMeasures[] = [];
  for (const { cell, seed: _seed, variant: _variant, ...measured } of runs) {
    measures[cell] = measured;
  }
  return measures;
}

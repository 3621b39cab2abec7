// The runs of a fidelity report: run as a sweep, in parts or whole, and read back from parts. What is
// said of them is fidelity.ts's.

import type { Shard } from '../web/engine/sweep/grid.ts';
import type { RunMeasures } from '../web/engine/sweep/measure.ts';
import {
  MergeError,
  mergeParts,
  type SweepHead,
  type SweepRun,
  type SweepWhole,
  sameSweep,
  sweepPart,
  sweepText,
} from '../web/engine/sweep/result.ts';
import { stops } from '../web/scenario/claims/early-stopping.ts';
import { headOfReport, linedUp, measuresOfRuns } from '../web/scenario/claims/job-expansion.ts';
import type { PlannedReport } from '../web/scenario/claims/report.ts';
import { readPart } from './merge.ts';
import { runPlanned, type ToRun } from './sweep.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

/** The runs of a report as what a sweep runs. */
export const runsOfReport = (
  { jobs, costs }: Pick<PlannedReport, 'jobs' | 'costs'>,
  story: string | undefined,
): ToRun => ({
  head: headOfReport(jobs, story),
  jobOf: ({ cell }) => jobs[cell]!,
  costOf: (cell) => costs[cell]!,
  needsPolicies: false,
});

/** The text of a part of a report, of the form of a part of a sweep. */
export const partText = (head: SweepHead, shard: Shard, runs: readonly SweepRun[]): string =>
  sweepText(
    sweepPart(
      head,
      shard,
      runs.map((run) => linedUp(run, head)),
    ),
  );

/** The whole of the parts in these files. Throws UsageError unless they are all parts of this report. */
export function mergedParts(files: readonly string[], head: SweepHead): SweepWhole {
  try {
    const whole = mergeParts(files.map(readPart));
    if (sameSweep(whole, head)) return whole;
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    throw new UsageError(`${files[error.part]}: ${error.message}`);
  }
  throw new UsageError(
    `--part ${files[0]}: is of another report; give the same story and rows, on the same version`,
  );
}

/**
 * Runs the first seeds of everything, then further seeds of rows that those before did not settle. What is
 * settled has the verdict that all seeds give, wherever the others would have measured within its bounds.
 */
export async function runInRounds(
  { first, rest }: Pick<PlannedReport, 'first' | 'rest'>,
  planned: ToRun,
  workers: number,
  terminal: Terminal,
  how: { readonly resume?: string },
): Promise<SweepRun[]> {
  const { length: all } = planned.head.cells;
  const runs = await runPlanned(planned, workers, terminal, { ...how, only: new Set(first) });
  // Each stop says what is to be run to the next one; the last, what to run to all seeds.
  for (const [at, stop] of stops.entries()) {
    const until = stops[at + 1];
    const open = rest(measuresOfRuns(runs), until);
    if (open.length > 0) {
      const to = until === undefined ? 'all their seeds' : `${until} seeds`;
      terminal.err(`${stop} seeds leave rows open: ${open.length} more runs bring them to ${to}`);
      const further = { ...how, only: new Set(open), isFurther: true };
      runs.push(...(await runPlanned(planned, workers, terminal, further)));
    }
  }
  terminal.err(`${all - runs.length} of ${all} runs are skipped`);
  return runs;
}

/** Runs the jobs of a planned report; their measures in the same order. */
export async function measureAll(
  planned: Pick<PlannedReport, 'jobs' | 'costs'>,
  workers: number,
  terminal: Terminal,
): Promise<RunMeasures[]> {
  return measuresOfRuns(await runPlanned(runsOfReport(planned, undefined), workers, terminal));
}

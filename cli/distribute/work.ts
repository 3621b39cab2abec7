// The work that can be distributed: a sweep or a fidelity report, as its own command line asks for it. The code
// that distributes it needs only its head, one part of it, and its end.

import { fingerprint } from '../../web/base/canonical.ts';
import type { Shard } from '../../web/engine/sweep/grid.ts';
import { pairsOf } from '../../web/engine/sweep/grid.ts';
import { mergeParts, type SweepPart } from '../../web/engine/sweep/result.ts';
import { measuresOfRuns } from '../../web/scenario/claims/job-expansion.ts';
import { moduleHash } from '../core-module.ts';
import { openReport, printReport } from '../fidelity.ts';
import { partText } from '../fidelity-runs.ts';
import { policyFile, wasmFile } from '../program.ts';
import { openSweep, printSweep, runPlanned, type ToRun, toRun } from '../sweep.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage.ts';

export interface Work {
  readonly toRun: ToRun;
  /** Prints the result, as the command alone would have; given every part once. */
  readonly print: (parts: readonly SweepPart[], terminal: Terminal) => void;
}

/** Options by which a command takes a part of itself: which part of what is this one's business. */
const own = ['shard', 'resume', 'jobs', 'part', 'until'] as const;

function refuseOwn(values: Readonly<Record<string, unknown>>, command: string): void {
  const odd = own.find((name) => values[name] !== undefined);
  if (odd === undefined) return;
  throw new UsageError(
    `${command} --${odd}: cannot be distributed; leave it out behind --` +
      (odd === 'jobs' ? ' and give --jobs before it' : ''),
  );
}

async function sweepWork(args: readonly string[], terminal: Terminal): Promise<Work> {
  const opened = await openSweep(args, terminal);
  refuseOwn(opened.values, 'sweep');
  return {
    toRun: toRun(opened.planned),
    print: (parts, to) => printSweep(opened, mergeParts(parts), to),
  };
}

async function reportWork(args: readonly string[]): Promise<Work> {
  const { values, planned, toRun: runs } = await openReport(args);
  refuseOwn(values, 'fidelity');
  if (values.shipped || values.from) {
    throw new UsageError(
      'fidelity --shipped and --from run nothing: there is nothing to distribute',
    );
  }
  return {
    toRun: runs,
    print: (parts, to) =>
      printReport(values, planned.report(measuresOfRuns(mergeParts(parts).runs)), to),
  };
}

/** The work that a command line names. Throws UsageError and ScenarioError. */
export function openWork(line: readonly string[], terminal: Terminal): Promise<Work> {
  const [command, ...args] = line;
  if (command === 'sweep') return sweepWork(args, terminal);
  if (command === 'fidelity') return reportWork(args);
  throw new UsageError(
    `"${command ?? ''}" cannot be distributed; write -- sweep … or -- fidelity … at the end`,
  );
}

/** How many parts are of use: one has a pair of runs at least. */
export const mostParts = ({ toRun: { head } }: Work): number =>
  pairsOf(head.cells.length, head.seeds).length;

/** The same for the same work, cut as often, on the same build of the core: what a part may be kept under. */
export function keyOf({ toRun: { head, needsPolicies } }: Work, parts: number): string {
  const file = needsPolicies ? policyFile() : wasmFile();
  return fingerprint({ head, parts, core: moduleHash(file) });
}

/** Runs a part and gives its text. */
export async function runPart(
  { toRun: planned }: Work,
  shard: Shard,
  { jobs, journal }: { readonly jobs: number; readonly journal: string },
  terminal: Terminal,
): Promise<string> {
  const runs = await runPlanned(planned, jobs, terminal, { shard, resume: journal });
  return partText(planned.head, shard, runs);
}

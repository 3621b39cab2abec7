// The part of `bench` that measures the time to an answer: a sweep and rows of the fidelity report, run as the
// command line runs them, on one processor and on all processors, and the time that early stopping saves. Times are
// wall-clock times. The commands take turns, so that a busy minute of the host affects all of them alike. The
// saving for the whole report is read from the report that ships with the program, without running anything.

import { availableParallelism } from 'node:os';
import type { RanRow, RunCounts } from '../web/scenario/claims/job-schedule.ts';
import { planReport } from '../web/scenario/claims/report.ts';
import type { ShippedReport } from '../web/scenario/claims/shipped.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { fidelity } from './fidelity.ts';
import { inProgram } from './program.ts';
import { sweep } from './sweep.ts';

const rounds = 3;
/** Short runs of the flagship: two cells, two variants, of twenty seeds what the gain takes to be known to two points. */
const sweepLine = [
  ...['cpupri/ffmpeg-480', '--over', 'workload.user=300us,450us', '--over', 'warmup=1ms'],
  ...['--duration', '3ms', '--seeds', '20', '--json'],
];
/** Ten seeds of two variants for one claim by sign, on 256 CPUs. */
const reportLine = ['split-llc', '--rows', 'split-llc/numa-rework-stream-nps1-10/*', '--json'];

const all = availableParallelism();
type Command = typeof sweep;
type RunsOf = (rows: readonly RanRow[]) => RunCounts;

interface Line {
  readonly run: Command;
  readonly whole: readonly string[];
  /** The same, where what is known ends early. */
  readonly early: readonly string[];
  /** How many runs were made, by what is printed; `runsOf` counts those of the rows of a report. */
  readonly amount: (printed: string, runsOf: RunsOf) => number;
}

/** The runs behind a report that was printed as JSON. */
export const runsOfPrinted = (printed: string, runsOf: RunsOf): number =>
  runsOf((JSON.parse(printed) as { readonly rows: readonly RanRow[] }).rows).taken;

const lines: Readonly<Record<'sweep' | 'report', Line>> = {
  sweep: {
    run: sweep,
    whole: sweepLine,
    early: [...sweepLine, '--until', '2'],
    amount: (printed) => (JSON.parse(printed) as { runs: readonly unknown[] }).runs.length,
  },
  report: {
    run: fidelity,
    whole: [...reportLine, '--all-seeds'],
    early: reportLine,
    amount: runsOfPrinted,
  },
};

export interface BenchAnswer {
  /** Seconds: everything on one processor, everything on all, and only what is needed on all. */
  readonly seconds: readonly [one: number, all: number, early: number];
  readonly all_over_one: number;
  readonly early_over_all: number;
  /** The same in runs, which is what ending early spares. */
  readonly runs_early_over_all: number;
}

export interface BenchAnswers {
  readonly processors: number;
  readonly sweep: BenchAnswer;
  readonly report: BenchAnswer;
  /** Of the report that comes with the program. */
  readonly shipped: RunCounts;
}

/** Names of the two measurements in the output. */
export const called = { sweep: 'a sweep', report: 'a row of the report' } as const;

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function timed(run: Command, line: readonly string[], jobs: number) {
  const printed: string[] = [];
  const out = (text: string) => void printed.push(text);
  const begin = performance.now();
  await run([...line, '--jobs', String(jobs)], { out, write() {}, err() {}, progress() {} });
  return { seconds: (performance.now() - begin) / 1000, printed: printed.join('\n') };
}

async function measureOne(
  { run, whole, early, amount }: Line,
  runsOf: RunsOf,
): Promise<BenchAnswer> {
  const times: [number[], number[], number[]] = [[], [], []];
  let runs = 1;
  for (let round = 0; round < rounds; round++) {
    times[0].push((await timed(run, whole, 1)).seconds);
    const [everything, needed] = [await timed(run, whole, all), await timed(run, early, all)];
    times[1].push(everything.seconds);
    times[2].push(needed.seconds);
    runs = amount(needed.printed, runsOf) / amount(everything.printed, runsOf);
  }
  const ratio = (above: readonly number[], below: readonly number[]) =>
    middle(above.map((value, at) => value / below[at]!));
  return {
    seconds: [middle(times[0]), middle(times[1]), middle(times[2])] as const,
    all_over_one: ratio(times[1], times[0]),
    early_over_all: ratio(times[2], times[1]),
    runs_early_over_all: runs,
  };
}

const reader = () => nodeReader(inProgram('scenarios'));

/** Counts the runs of a report's rows, whichever report it is. */
export const counting = async (): Promise<RunsOf> => (await planReport(reader())).runsOf;

/** What the report that comes with the program took of the runs that all seeds of its rows are. */
export async function countShipped(runsOf: RunsOf): Promise<BenchAnswers['shipped']> {
  const { rows } = JSON.parse(await reader().read('fidelity/report')) as ShippedReport;
  return runsOf(rows);
}

export async function measureAnswers(): Promise<BenchAnswers> {
  const runsOf = await counting();
  const ofSweep = await measureOne(lines.sweep, runsOf);
  const ofReport = await measureOne(lines.report, runsOf);
  return {
    processors: all,
    sweep: ofSweep,
    report: ofReport,
    shipped: await countShipped(runsOf),
  };
}

export function answerLines({ processors, shipped, ...answers }: BenchAnswers): string[] {
  const timeLines = (['sweep', 'report'] as const).map((name) => {
    const { seconds, all_over_one: ratio, early_over_all: early } = answers[name];
    const [one, many, needed] = seconds.map((value) => value.toFixed(1));
    return (
      `time to an answer, ${called[name]}: ${one} s on one processor, ${many} s on ${processors} (${ratio.toFixed(2)}), ` +
      `${needed} s where what is known ends early (${early.toFixed(2)} of that)`
    );
  });
  const { taken, all: most, first } = shipped;
  return [
    ...timeLines,
    `the report that comes with the program: ${taken} of ${most} runs, ${first} of them of first seeds`,
  ];
}

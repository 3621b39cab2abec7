// The part of `bench` about the time to an answer: a sweep and rows of the report as the command line runs
// them, on one processor and on all there are, and what is saved by ending early what is known. Time of the
// wall, which is what one waits for; the commands take turns, so that a busy minute of the host hits all.

import { availableParallelism } from 'node:os';
import { fidelity } from './fidelity.ts';
import { sweep } from './sweep.ts';
import type { Terminal } from './terminal.ts';

const rounds = 3;
/** Short runs of the flagship: two cells, two variants, of twenty seeds what the gain takes to be known to a point. */
const sweepLine = [
  ...['cpupri/ffmpeg-480', '--over', 'workload.user=300us,450us', '--over', 'warmup=1ms'],
  ...['--duration', '3ms', '--seeds', '20', '--json'],
];
/** Ten seeds of two variants for one claim by sign, on 256 CPUs. */
const reportLine = ['split-llc', '--rows', 'split-llc/numa-rework-stream-nps1-10/*', '--json'];

const all = availableParallelism();
/** By name: a command, its line where all is run, and the option by which it ends early or does not. */
const lines = {
  sweep: { run: sweep, whole: sweepLine, early: [...sweepLine, '--until', '1'] },
  report: { run: fidelity, whole: [...reportLine, '--all-seeds'], early: reportLine },
} as const;

export interface Answer {
  /** Seconds: everything on one processor, everything on all, and only what is needed on all. */
  readonly seconds: readonly [one: number, all: number, early: number];
  readonly all_over_one: number;
  readonly early_over_all: number;
}

export interface Answers {
  readonly processors: number;
  readonly sweep: Answer;
  readonly report: Answer;
}

const silent: Terminal = { out() {}, write() {}, err() {}, progress() {} };

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function timeOf(run: typeof sweep, line: readonly string[], jobs: number): Promise<number> {
  const begin = performance.now();
  await run([...line, '--jobs', String(jobs)], silent);
  return (performance.now() - begin) / 1000;
}

async function measureOne({ run, whole, early }: (typeof lines)[keyof typeof lines]) {
  const times: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    times[0].push(await timeOf(run, whole, 1));
    times[1].push(await timeOf(run, whole, all));
    times[2].push(await timeOf(run, early, all));
  }
  const ratio = (above: readonly number[], below: readonly number[]) =>
    middle(above.map((value, at) => value / below[at]!));
  return {
    seconds: [middle(times[0]), middle(times[1]), middle(times[2])] as const,
    all_over_one: ratio(times[1], times[0]),
    early_over_all: ratio(times[2], times[1]),
  };
}

export async function measureAnswers(): Promise<Answers> {
  const ofSweep = await measureOne(lines.sweep);
  return { processors: all, sweep: ofSweep, report: await measureOne(lines.report) };
}

export function answerLines({ processors, ...answers }: Answers): string[] {
  const words = { sweep: 'a sweep', report: 'a row of the report' };
  return (['sweep', 'report'] as const).map((name) => {
    const { seconds, all_over_one: ratio, early_over_all: early } = answers[name];
    const [one, many, needed] = seconds.map((value) => value.toFixed(1));
    return (
      `time to an answer, ${words[name]}: ${one} s on one processor, ${many} s on ${processors} (${ratio.toFixed(2)}), ` +
      `${needed} s where what is known ends early (${early.toFixed(2)} of that)`
    );
  });
}

// The tasks of a workload, as lanes of steps to draw: each step with its words, its look, and about how long it
// takes.

import type { TaskForm, WorkloadForm } from '../../scenario/program/schema.ts';
import { type Amount, type ProgramStep, parseSteps } from '../../scenario/program/steps.ts';

/**
 * run: it has a CPU; sleep: it has none; wait: until another task does something; hold: a span that excludes
 * others.
 */
export type StepLook = 'run' | 'sleep' | 'wait' | 'wake' | 'hold' | 'kernel';

export interface SwimlaneStep {
  readonly look: StepLook;
  readonly words: string;
  /** ems of its box. */
  readonly width: number;
}

export interface SwimlanePhase {
  readonly name: string | undefined;
  readonly steps: readonly SwimlaneStep[];
  /** Steps that are not drawn. */
  readonly more: number;
  /** "forever", "3 times"; '' for once. */
  readonly loops: string;
}

export interface Swimlane {
  readonly name: string;
  /** "16 tasks, nice 5, on CPUs 0-3" */
  readonly about: string;
  readonly phases: readonly SwimlanePhase[];
  readonly loops: string;
}

export interface SwimlaneList {
  readonly lanes: readonly Swimlane[];
  /** Kinds of tasks that are not drawn. */
  readonly more: number;
}

/** The most kinds and steps that are drawn: as many as a reader can take in. */
const MAX_SWIMLANES = 60;
const STEPS = 24;

const looks: Readonly<Record<ProgramStep['verb'], StepLook>> = {
  run: 'run',
  spend: 'run',
  write: 'run',
  read: 'run',
  set: 'run',
  chase: 'run',
  sleep: 'sleep',
  every: 'sleep',
  wait: 'wait',
  sync: 'wait',
  await: 'wait',
  barrier: 'wait',
  suspend: 'wait',
  lock: 'hold',
  unlock: 'hold',
  signal: 'wake',
  broadcast: 'wake',
  post: 'wake',
  resume: 'wake',
  fork: 'wake',
  syscall: 'kernel',
  load: 'run',
  store: 'run',
  add: 'run',
};

const meanOf = (amount: Amount): number | undefined =>
  amount.kind === 'uniform'
    ? (amount.low + amount.high) / 2
    : amount.kind === 'quantiles'
      ? undefined
      : amount.ns;

function nsOf(step: ProgramStep): number | undefined {
  if ('amount' in step) return meanOf(step.amount);
  return step.verb === 'every' ? step.ns : undefined;
}

/** By the logarithm: a step of 10 µs and one of 10 ms are both to be seen. */
function widthOf(step: ProgramStep, words: string): number {
  const ns = nsOf(step);
  const text = 0.55 * words.length + 1;
  return ns === undefined ? text : Math.max(text, 1.5 * Math.log10(1 + ns / 1000));
}

const timesOf = (loops: number): string =>
  loops === 0 ? 'forever' : loops === 1 ? '' : `${loops} times`;

function aboutOf({ count = 1, policy = 'other', nice, rt, cpus, start }: TaskForm): string {
  const rank = policy === 'fifo' || policy === 'rr' ? `${policy} ${rt ?? 10}` : policy;
  return [
    count === 0 ? 'forked' : `${count} ${count === 1 ? 'task' : 'tasks'}`,
    rank !== 'other' && rank,
    nice !== undefined && nice !== 0 && `nice ${nice}`,
    cpus !== undefined && `on ${/^\d+$/.test(cpus) ? 'CPU' : 'CPUs'} ${cpus}`,
    start !== undefined && start !== 'forked' && `from ${start} on`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function swimlaneOf(task: TaskForm): Swimlane {
  const phases = task.phases.slice(0, STEPS).map(({ name, loops = 1, steps }): SwimlanePhase => {
    const all = steps.flatMap((text) =>
      parseSteps(text, '').map((step) => ({ step, words: wordsOf(text, step) })),
    );
    const drawn = all.slice(0, STEPS).map(
      ({ step, words }): SwimlaneStep => ({
        look: looks[step.verb],
        words,
        width: widthOf(step, words),
      }),
    );
    return { name, steps: drawn, more: all.length - drawn.length, loops: timesOf(loops) };
  });
  return { name: task.name, about: aboutOf(task), phases, loops: timesOf(task.loops ?? 0) };
}

/** The step as it is written. */
const wordsOf = (text: string, { at }: ProgramStep): string =>
  text.slice(at).split(';')[0]!.trim().replace(/\s+/g, ' ');

/** Of a workload that can run. */
export const swimlanesOf = ({ tasks }: WorkloadForm): SwimlaneList => ({
  lanes: tasks.slice(0, MAX_SWIMLANES).map(swimlaneOf),
  more: Math.max(0, tasks.length - MAX_SWIMLANES),
});

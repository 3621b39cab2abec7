// The tasks of a workload with their steps read and looked at one beside the other: what they name is there, nothing
// turns for ever without time, and how many there can be.

import { nearest, ScenarioError } from '../error.ts';
import { TASKS } from '../limits.ts';
import { FORKS, PROGRAM_STEPS } from './limits.ts';
import type { PhaseForm, TaskForm, WorkloadForm } from './schema.ts';
import { type ProgramStep, parseSteps, takesTime } from './steps.ts';

export interface ReadPhase {
  readonly form: PhaseForm;
  readonly steps: readonly (ProgramStep & { readonly path: string })[];
  readonly path: string;
}

export interface ReadTask {
  readonly form: TaskForm;
  readonly count: number;
  /** How many of it others can fork in all. */
  forkable: number;
  readonly phases: readonly ReadPhase[];
  readonly path: string;
}

/** Throws ScenarioError. */
export function readTasks(form: WorkloadForm): ReadTask[] {
  const tasks = form.tasks.map(readTask);
  checkNames(tasks);
  checkUnlocks(tasks);
  for (const task of tasks) checkTime(task);
  countForks(tasks);
  const all = 1 + tasks.reduce((sum, { count, forkable }) => sum + count + forkable, 0);
  if (all > TASKS) {
    throw new ScenarioError(
      'tasks',
      `are ${all} including all that can be forked`,
      `write at most ${TASKS}`,
    );
  }
  if (tasks.every(({ count }) => count === 0)) {
    throw new ScenarioError(
      'tasks',
      'none of them begins by itself',
      'give one a count of 1 or more',
    );
  }
  return tasks;
}

function readTask(form: TaskForm, index: number): ReadTask {
  const path = `tasks[${index}]`;
  const phases = form.phases.map((phase, at) => readPhase(phase, `${path}.phases[${at}]`));
  const endless = phases.findIndex(({ form: { loops } }) => loops === 0);
  if (endless >= 0 && endless < phases.length - 1) {
    const remedy = 'make it the last one, or give it a number of loops';
    throw new ScenarioError(
      `${path}.phases[${endless}].loops`,
      'never ends, and phases follow',
      remedy,
    );
  }
  const isForked = form.start === 'forked';
  const count = isForked ? 0 : (form.count ?? 1);
  return { form, count, forkable: 0, phases, path };
}

function readPhase(form: PhaseForm, path: string): ReadPhase {
  const steps = form.steps.flatMap((text, index) => {
    const at = `${path}.steps[${index}]`;
    return parseSteps(text, at).map((step) => ({
      ...step,
      path: `${at}, character ${step.at + 1}`,
    }));
  });
  if (steps.length === 0) {
    throw new ScenarioError(`${path}.steps`, 'holds no step', 'write one, such as "run 1ms"');
  }
  return { form, steps, path };
}

const allSteps = (tasks: readonly ReadTask[]) =>
  tasks.flatMap((task) =>
    task.phases.flatMap(({ steps }) => steps.map((step) => ({ task, step }))),
  );

function checkNames(tasks: readonly ReadTask[]): void {
  const known = new Map<string, ReadTask>();
  for (const task of tasks) {
    if (known.has(task.form.name)) {
      throw new ScenarioError(
        `${task.path}.name`,
        `"${task.form.name}" is there already`,
        'give each a name of its own',
      );
    }
    known.set(task.form.name, task);
  }
  const steps = allSteps(tasks);
  if (steps.length > PROGRAM_STEPS) {
    throw new ScenarioError(
      'tasks',
      `have ${steps.length} steps`,
      `write at most ${PROGRAM_STEPS}`,
    );
  }
  for (const { step } of steps) {
    if (step.verb !== 'fork' || known.has(step.name)) continue;
    const meant = nearest(step.name, [...known.keys()]);
    const remedy = meant
      ? `did you mean "${meant}"?`
      : `the tasks are ${[...known.keys()].slice(0, 20).join(', ')}`;
    throw new ScenarioError(step.path, `"${step.name}" is not a task`, remedy);
  }
}

/** A mutex that is never locked may not be unlocked. */
function checkUnlocks(tasks: readonly ReadTask[]): void {
  const steps = allSteps(tasks).map(({ step }) => step);
  const locked = new Set(steps.flatMap((step) => (step.verb === 'lock' ? [step.name] : [])));
  for (const step of steps) {
    if (step.verb !== 'unlock' || locked.has(step.name)) continue;
    throw new ScenarioError(
      step.path,
      `no step locks "${step.name}"`,
      `write lock ${step.name} before it`,
    );
  }
}

/** An endless loop without a step that takes time would never let the others go on. */
function checkTime({ form, phases, path }: ReadTask): void {
  const isTimeless = ({ steps }: ReadPhase) => !steps.some(takesTime);
  const remedy = 'add a step that takes time, such as "run 1us" or "sleep 1ms"';
  for (const phase of phases) {
    if (phase.form.loops !== 0 || !isTimeless(phase)) continue;
    throw new ScenarioError(`${phase.path}.steps`, 'takes no time and never ends', remedy);
  }
  if ((form.loops ?? 0) === 0 && phases.every(isTimeless)) {
    throw new ScenarioError(`${path}.phases`, 'takes no time and never ends', remedy);
  }
}

/** How often a thread comes by a step, at most; Infinity where a loop has no end. */
const comesBy = (task: ReadTask, phase: ReadPhase): number =>
  ((task.form.loops ?? 0) || Number.POSITIVE_INFINITY) *
  ((phase.form.loops ?? 1) || Number.POSITIVE_INFINITY);

/** Rounds in which forked tasks that fork count, too; then the bound of a step stands anyway. */
const FORK_ROUNDS = 4;

function countForks(tasks: readonly ReadTask[]): void {
  const named = new Map(tasks.map((task) => [task.form.name, task]));
  for (let round = 0; round < FORK_ROUNDS; round++) {
    const wanted = new Map<ReadTask, number>();
    for (const task of tasks) {
      for (const phase of task.phases) {
        for (const step of phase.steps) {
          if (step.verb !== 'fork') continue;
          const times = comesBy(task, phase);
          if (times > FORKS && times !== Number.POSITIVE_INFINITY) {
            const problem = `is done ${times} times by each thread`;
            throw new ScenarioError(
              step.path,
              problem,
              `fork at most ${FORKS} times, as rt-app does`,
            );
          }
          const child = named.get(step.name)!;
          const forks = (task.count + task.forkable) * Math.min(times, FORKS);
          wanted.set(child, (wanted.get(child) ?? 0) + forks);
        }
      }
    }
    for (const [child, forks] of wanted) child.forkable = Math.min(forks, FORKS);
  }
}

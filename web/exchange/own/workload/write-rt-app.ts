// A workload as a file of rt-app (scheduler-tools/rt-app): tasks, phases and loops, a key of its own for each event. What
// rt-app has no word for is refused, all of it at once; what it says a little otherwise is noted.

import { parseCpuList, ScenarioError, timeNs } from '../../../scenario/index.ts';
import type { PhaseForm, TaskForm, WorkloadForm } from '../../../scenario/program/schema.ts';
import { type ProgramStep, parseSteps } from '../../../scenario/program/steps.ts';
import { ReaderNotes } from '../notes.ts';
import { RtAppEvents } from './write-rt-app-events.ts';

export interface WrittenRtApp {
  readonly text: string;
  readonly notes: readonly string[];
}

interface Wanted {
  /** Amounts that are drawn are written as their means: rt-app draws none. */
  readonly means?: boolean;
}

const policies = {
  other: 'SCHED_OTHER',
  batch: 'SCHED_BATCH',
  idle: 'SCHED_IDLE',
  fifo: 'SCHED_FIFO',
  rr: 'SCHED_RR',
} as const;

/** As the form has them. */
const MOST_CPUS = 10_000;
/** One turn of rt-app's busy loop without a calibration, ns. */
const USUAL_TURN = 100;

/** Throws ScenarioError with everything that cannot be said. */
export function writeRtApp(form: WorkloadForm, { means = false }: Wanted = {}): WrittenRtApp {
  return new RtAppFile(form, means).written();
}

class RtAppFile {
  readonly #form: WorkloadForm;
  readonly #notes = new ReaderNotes();
  readonly #problems = new Set<string>();
  readonly #events: RtAppEvents;

  constructor(form: WorkloadForm, means: boolean) {
    this.#form = form;
    const refuse = (problem: string) => this.#problems.add(problem);
    this.#events = new RtAppEvents(form, { means, notes: this.#notes, refuse });
  }

  written(): WrittenRtApp {
    const tasks = Object.fromEntries(
      this.#form.tasks.map((task, at) => [task.name, this.#task(task, `tasks[${at}]`)]),
    );
    const file = { tasks, global: this.#global() };
    this.#checkBarriers();
    const [problem, ...more] = [...this.#problems];
    if (problem !== undefined) {
      const all = [problem, ...more.slice(0, 19)].join('; ');
      throw new ScenarioError('workload', `cannot be written for rt-app: ${all}`, this.#remedy());
    }
    return { text: `${JSON.stringify(file, null, '\t')}\n`, notes: this.#notes.list() };
  }

  #remedy(): string {
    return this.#events.hasDrawn
      ? 'write random amounts as their means with --means, and leave out the rest'
      : 'leave it out, or keep the form that it has';
  }

  #global(): Record<string, unknown> {
    const { duration = '2 s', turn_ns: turn = USUAL_TURN, cumulative_slack } = this.#form;
    const seconds = timeNs(duration) / 1e9;
    if (!Number.isInteger(seconds))
      this.#notes.add(
        `rt-app runs for whole seconds: ${duration} is written as ${Math.ceil(seconds)} s.`,
      );
    return {
      duration: Math.ceil(seconds),
      calibration: turn === USUAL_TURN ? 'CPU0' : turn,
      default_policy: 'SCHED_OTHER',
      ...(this.#areMutexesPi() && { pi_enabled: true }),
      ...(cumulative_slack && { cumulative_slack: true }),
    };
  }

  /** One word for all of them. */
  #areMutexesPi(): boolean {
    const { resources = [] } = this.#form;
    const pi = new Set(
      resources.filter((each) => each.kind === 'mutex' && each.pi).map(({ name }) => name),
    );
    const used = [...this.#events.mutexes];
    const inheriting = used.filter((name) => pi.has(name));
    if (inheriting.length > 0 && inheriting.length < used.length)
      this.#problems.add('mutexes of which some inherit priorities and others do not');
    return inheriting.length > 0;
  }

  /** rt-app counts the tasks of a barrier by itself. */
  #checkBarriers(): void {
    for (const { name, kind, counted, parties } of this.#form.resources ?? []) {
      const comes = this.#events.barriers.get(name);
      if (kind !== 'barrier' || comes === undefined) continue;
      if (parties !== undefined && parties !== comes)
        this.#problems.add(`the barrier ${name} with ${parties} parties: ${comes} come to it`);
      if (!counted)
        this.#notes.add(
          `rt-app makes the barrier ${name} of a mutex, a counter and a condition variable.`,
        );
    }
    const said = new Set((this.#form.resources ?? []).map(({ name }) => name));
    for (const name of this.#events.barriers.keys())
      if (!said.has(name))
        this.#notes.add(
          `rt-app makes the barrier ${name} of a mutex, a counter and a condition variable.`,
        );
  }

  #task(task: TaskForm, path: string): Record<string, unknown> {
    const { count = 1, policy = 'other', nice = 0, rt = 10, cpus, start, loops = 0, phases } = task;
    const isForked = start === 'forked' || count === 0;
    if (isForked && count > 0)
      this.#notes.add(`${task.name} begins only when it is forked: it has instance 0.`);
    this.#noteMemory(task);
    const priority = policy === 'fifo' || policy === 'rr' ? rt : nice;
    const delay = start === undefined || isForked ? 0 : this.#events.us(timeNs(start));
    const [only, ...more] = phases;
    const isPlain = more.length === 0 && only!.name === undefined && loops === 1;
    return {
      instance: isForked ? 0 : count,
      ...(policy !== 'other' && { policy: policies[policy] }),
      ...(priority !== 0 && policy !== 'idle' && { priority }),
      ...(cpus !== undefined && { cpus: parseCpuList(cpus, MOST_CPUS, `${path}.cpus`) }),
      ...(delay > 0 && { delay }),
      loop: loopOf(isPlain ? (only!.loops ?? 1) : loops),
      ...(isPlain
        ? this.#phase(task, only!, `${path}.phases[0]`)
        : { phases: this.#phases(task, `${path}.phases`) }),
    };
  }

  #phases(task: TaskForm, path: string): Record<string, unknown> {
    const entries = task.phases.map((phase, at) => [
      phase.name ?? `p${at}`,
      { loop: loopOf(phase.loops ?? 1), ...this.#phase(task, phase, `${path}[${at}]`) },
    ]);
    return Object.fromEntries(entries);
  }

  #phase(task: TaskForm, { steps }: PhaseForm, path: string): Record<string, unknown> {
    const all: ProgramStep[] = steps.flatMap((text, at) =>
      parseSteps(text, `${path}.steps[${at}]`),
    );
    return Object.fromEntries(
      all.map((step, at) => {
        const [key, value] = this.#events.of(step, task);
        return [`${key}${at}`, value];
      }),
    );
  }

  #noteMemory({ name, memory = {} }: TaskForm): void {
    if (memory.process !== undefined && memory.process !== 'rt-app')
      this.#notes.add('In rt-app all tasks are threads of one process.');
    if (memory.private !== undefined || memory.shared !== undefined)
      this.#notes.add(`rt-app takes the memory of ${name} from its events alone.`);
  }
}

const loopOf = (loops: number): number => (loops === 0 ? -1 : loops);

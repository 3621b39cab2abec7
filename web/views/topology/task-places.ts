// The place of every task at a moment: the tasks of each CPU, first the one that runs, then those that wait for the
// CPU, then those that sleep where they last ran. Read from a frame; knows nothing of pixels.

import { TASK } from '../../engine/abi.gen.ts';
import { workloadTasks } from '../../engine/task-names.ts';
import type { Catalog, Frame } from '../../engine/types.ts';

/** What a task does, as far as its mark says. */
export const doing = { runs: 0, waits: 1, sleeps: 2 } as const;
export type Doing = (typeof doing)[keyof typeof doing];

/** Fewer tasks than these have their names at all times. */
export const namedTasks = 40;

const nowhere = 255;

/** Buffers that each frame fills anew: a machine may have thousands of tasks. */
export class TaskPlaces {
  /** Tasks by their CPU; those of CPU c stand from begin[c] to begin[c + 1]. */
  readonly task: Int32Array;
  readonly begin: Int32Array;
  /** What each task does (`doing`), by its id. */
  readonly doing: Uint8Array;
  /** Tasks of the workload that have a place. */
  count = 0;
  readonly #cpus: number;
  readonly #first: number;
  readonly #end: number;
  readonly #next: Int32Array;

  constructor(catalog: Catalog) {
    const { topology, tasks } = catalog;
    this.#cpus = topology.cpus;
    [this.#first, this.#end] = workloadTasks(catalog);
    this.task = new Int32Array(tasks);
    this.begin = new Int32Array(topology.cpus + 1);
    this.doing = new Uint8Array(tasks).fill(nowhere);
    this.#next = new Int32Array(topology.cpus);
  }

  get few(): boolean {
    return this.count < namedTasks;
  }

  has(task: number): boolean {
    return (this.doing[task] ?? nowhere) !== nowhere;
  }

  add(frame: Frame): void {
    this.#look(frame);
    this.#sum(frame);
    for (const what of [doing.runs, doing.waits, doing.sleeps]) this.#file(frame, what);
  }

  /** A stopper has a place while it runs; a task that has never run has none yet. */
  #look({ cpus, tasks }: Frame): void {
    this.count = 0;
    for (let task = this.#first; task < this.doing.length; task++) {
      const cpu = tasks.cpu[task]!;
      this.doing[task] = nowhere;
      if (cpu < 0 || cpu >= this.#cpus) continue;
      if (cpus.task[cpu] === task) this.doing[task] = doing.runs;
      else if (task >= this.#end) continue;
      else if (tasks.state[task] !== TASK.SLEEPING) {
        if (tasks.state[task] !== TASK.NEW) this.doing[task] = doing.waits;
      } else if (tasks.runtime[task]! > 0) this.doing[task] = doing.sleeps;
      if (task < this.#end && this.has(task)) this.count++;
    }
  }

  #sum({ tasks }: Frame): void {
    this.#next.fill(0);
    for (let task = this.#first; task < this.doing.length; task++) {
      if (this.has(task)) this.#next[tasks.cpu[task]!]!++;
    }
    let sum = 0;
    for (let cpu = 0; cpu < this.#cpus; cpu++) {
      this.begin[cpu] = sum;
      sum += this.#next[cpu]!;
      this.#next[cpu] = this.begin[cpu]!;
    }
    this.begin[this.#cpus] = sum;
  }

  #file({ tasks }: Frame, what: Doing): void {
    for (let task = this.#first; task < this.doing.length; task++) {
      if (this.doing[task] !== what) continue;
      const cpu = tasks.cpu[task]!;
      this.task[this.#next[cpu]!++] = task;
    }
  }
}

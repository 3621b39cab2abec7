// What traces call the tasks of a run, and their priorities as they change.

import { RECORD } from '../../engine/abi.gen.ts';
import type { World } from '../../engine/world.ts';
import type { TraceOptions } from './writer.ts';

/** The kernel's TASK_COMM_LEN without the terminating zero. */
const commLength = 15;
/** Room in a name for "-" and the number of the task's instance. */
const numberLength = 6;
/** The policy of a CPU's stopper thread in task views. */
const stopPolicy = 3;
/** nice 0: what the idle tasks of the kernel show. */
const idlePriority = 120;

export class TraceTasks {
  readonly cpus: number;
  readonly #comm: string;
  readonly #kinds: readonly string[] | undefined;
  readonly #number: Uint16Array;
  readonly #group: Int32Array;
  readonly #priority: Int16Array;
  readonly #policy: Uint8Array;

  /** `world` stands at its start. */
  constructor(world: World, { comm, program }: Pick<TraceOptions, 'comm' | 'program'>) {
    this.#comm = comm.slice(0, commLength - numberLength);
    this.#kinds = program?.kinds.map(({ name }) => name.slice(0, commLength - numberLength));
    this.cpus = world.at.cpuViewCount;
    world.refresh();
    const tasks = world.tasks();
    this.#group = Int32Array.from({ length: tasks.count }, (_, task) => tasks.at(task).group);
    this.#number = Uint16Array.from({ length: tasks.count }, (_, task) => tasks.at(task).number);
    this.#policy = Uint8Array.from({ length: tasks.count }, (_, task) => tasks.at(task).policy);
    this.#priority = Int16Array.from({ length: tasks.count }, (_, task) => tasks.at(task).priority);
  }

  /** Idle tasks have the numbers of their CPUs. */
  isIdle(task: number): boolean {
    return task < this.cpus;
  }

  /** 0: idle. */
  pid(task: number): number {
    return this.isIdle(task) ? 0 : task - this.cpus + 1;
  }

  /** As the kernel names it in the fields of an event. */
  comm(task: number): string {
    if (this.isIdle(task)) return `swapper/${task}`;
    if (this.#policy[task] === stopPolicy) return `migration/${this.#cpuOfStopper(task)}`;
    const group = this.#group[task] ?? 0;
    if (this.#kinds)
      return this.#kinds[group] ? `${this.#kinds[group]}-${this.#number[task]}` : 'main';
    return `${this.#comm}-${Math.max(0, group)}`;
  }

  /** Stoppers come last, one a CPU. */
  #cpuOfStopper(task: number): number {
    return task - (this.#policy.length - this.cpus);
  }

  /** Kernel priority: 120 is nice 0, FIFO 99 is 0. */
  priority(task: number): number {
    return this.isIdle(task) ? idlePriority : (this.#priority[task] ?? idlePriority);
  }

  /** Every record must pass here before what comes after it is told. */
  see(kind: number, a: number, b: number): void {
    if (kind === RECORD.PRIORITY && a < this.#priority.length) this.#priority[a] = b;
  }
}

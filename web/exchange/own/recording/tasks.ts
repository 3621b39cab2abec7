// The tasks of a trace: the task behind each pid, which the kernel reuses after a task has ended, and the last name
// of each.

import { LIMIT_CPUS, LIMIT_TASKS } from '../../../engine/abi.gen.ts';

export interface TraceTask {
  readonly pid: number;
  /** Of its process; 0: not told. */
  tgid: number;
  /** Number of its name in Names; 0: not known. */
  name: number;
  /** Kernel priority as first told; -1: never. */
  prio: number;
  hasEnded: boolean;
}

/** The idle task. */
export const IDLE = -1;
/** Tasks that are told apart; an engine has idle tasks beside them. */
const most = LIMIT_TASKS - LIMIT_CPUS - 1;
/** Different names that are kept. */
const mostNames = 65_536;
/** Characters of a name: the kernel has 15, threads of it a few more. */
const nameCharacters = 32;

/** Names by number; 0 is "not known". */
export class NameTable {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly all: string[] = [''];

  number(text: string): number {
    // The kernel does not know it either.
    if (text === '<...>') return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.all.length >= mostNames) return 0;
    // A copy: a slice would keep the piece of the file that it was cut from.
    const own = String.fromCharCode(
      ...Array.from({ length: Math.min(text.length, nameCharacters) }, (_, at) =>
        text.charCodeAt(at),
      ),
    );
    this.#numbers.set(own, this.all.length);
    return this.all.push(own) - 1;
  }
}

export class RecordedTasks {
  readonly all: TraceTask[] = [];
  readonly #byPid = new Map<number, number>();
  /** Tasks beyond the limit, which one stands for. */
  others = 0;
  #other: number | undefined;

  /** The task of a number now; IDLE for 0. */
  of(pid: number, name: number, prio: number): number {
    if (pid === 0) return IDLE;
    const known = this.#byPid.get(pid);
    if (known === undefined) return this.#begin(pid, name, prio);
    const task = this.all[known]!;
    if (name > 0) task.name = name;
    if (task.prio < 0) task.prio = prio;
    return known;
  }

  /** A task begins with this number; one that had it before is another. */
  born(pid: number, name: number, prio: number): number {
    const known = this.#byPid.get(pid);
    const isOther = known !== undefined && this.all[known]!.hasEnded;
    return isOther ? this.#begin(pid, name, prio) : this.of(pid, name, prio);
  }

  /** The task that is woken or runs: after the end of a task, its pid means a new one. */
  alive(pid: number, name: number, prio: number): number {
    return this.born(pid, name, prio);
  }

  ended(task: number): void {
    if (task >= 0 && task !== this.#other) this.all[task]!.hasEnded = true;
  }

  belongs(task: number, tgid: number): void {
    if (task >= 0 && tgid > 0 && task !== this.#other) this.all[task]!.tgid = tgid;
  }

  #begin(pid: number, name: number, prio: number): number {
    if (this.all.length >= most - 1) return this.#beyond(pid);
    const task = { pid, tgid: 0, name, prio, hasEnded: false };
    this.#byPid.set(pid, this.all.length);
    return this.all.push(task) - 1;
  }

  #beyond(pid: number): number {
    this.others++;
    this.#other ??= this.all.push({ pid: 0, tgid: 0, name: 0, prio: -1, hasEnded: false }) - 1;
    if (this.#byPid.size < 2 * LIMIT_TASKS) this.#byPid.set(pid, this.#other);
    return this.#other;
  }
}

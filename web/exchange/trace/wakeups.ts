// Finds out when a woken task has been put on a run queue, and by which CPU: the records tell of the decision
// (RECORD.WAKE); the enqueue follows on the waker, or on the target when its wake list was used. Source: ttwu_queue
// of kernel/sched/core.c, as the core's queue_wakeup follows it.

import { MIGRATE, RECORD } from '../../engine/abi.gen.ts';

/** SS_VECTOR_CALL_FUNCTION of exec/world.h: the interrupt that serves wake lists. */
const callFunction = 1;

interface Listed {
  readonly task: number;
  /** Its waker found the list empty and sent an interrupt. */
  readonly isFirst: boolean;
}

interface Open {
  readonly task: number;
  readonly target: number;
}

export interface Enqueued {
  readonly task: number;
  /** The CPU that put it on its queue. */
  readonly by: number;
  /** Put there by the target itself. */
  readonly fromList: boolean;
}

const nobody: readonly Enqueued[] = [];

export class Wakeups {
  readonly #llc: ArrayLike<number>;
  readonly #isIdle: (cpu: number) => boolean;
  /** By CPU: the task that it has decided to wake and not yet enqueued or handed over. */
  readonly #open: (Open | undefined)[] = [];
  /** By CPU: its wake list, and what it has taken off the list. */
  readonly #list: Listed[][] = [];
  readonly #draining: number[][] = [];
  /** By task: it was woken and is on no queue yet. */
  readonly #pending = new Set<number>();

  /** `llc` by CPU; `isIdle` says whether a CPU runs its idle task now. */
  constructor(llc: ArrayLike<number>, isIdle: (cpu: number) => boolean) {
    this.#llc = llc;
    this.#isIdle = isIdle;
    for (let cpu = 0; cpu < llc.length; cpu++) {
      this.#list[cpu] = [];
      this.#draining[cpu] = [];
    }
  }

  /**
   * The tasks that were enqueued before `cpu` wrote this record, in order. An enqueue leaves no record
   * of its own: it is dated by the first thing its CPU records after it.
   */
  see(cpu: number, kind: number, a: number, b: number, d: number): readonly Enqueued[] {
    if (kind === RECORD.MISS) return nobody;
    const isOfWake = kind === RECORD.MIGRATE && d === MIGRATE.WAKE;
    const isInside = kind === RECORD.LOCK_WAIT || kind === RECORD.LOCK_TAKEN || isOfWake;
    const done = isInside ? nobody : [...this.#closed(cpu, kind, a, b), ...this.#drained(cpu)];
    if (kind === RECORD.WAKE) {
      this.#open[cpu] = { task: a, target: b };
      this.#pending.add(a);
    } else if (kind === RECORD.INTERRUPT && a === callFunction) {
      this.#draining[cpu]!.push(...this.#list[cpu]!.splice(0).map(({ task }) => task));
    } else if (kind === RECORD.SWITCH || (kind === RECORD.MIGRATE && !isOfWake)) {
      // A task that runs, or moves from queue to queue, was on one.
      return [...done, ...this.#found(kind === RECORD.SWITCH ? b : a)];
    }
    return done;
  }

  /** A pending task that turns out to be on a queue already. */
  #found(task: number): readonly Enqueued[] {
    if (!this.#pending.delete(task)) return nobody;
    const waker = this.#open.findIndex((open) => open?.task === task);
    if (waker >= 0) {
      this.#open[waker] = undefined;
      return [{ task, by: waker, fromList: false }];
    }
    const isListed = (list: readonly Listed[]) => list.some((each) => each.task === task);
    const taker = this.#draining.findIndex((taken) => taken.includes(task));
    const target = taker >= 0 ? taker : this.#list.findIndex(isListed);
    this.#list[target] = this.#list[target]!.filter((each) => each.task !== task);
    return [{ task, by: target, fromList: true }];
  }

  /** What became of the wake-up that `cpu` was about. */
  #closed(cpu: number, kind: number, a: number, b: number): readonly Enqueued[] {
    const open = this.#open[cpu];
    if (!open) return nobody;
    this.#open[cpu] = undefined;
    const { task, target } = open;
    const isSent = kind === RECORD.IPI && a === target && b === callFunction;
    const isListed =
      target !== cpu && (this.#llc[cpu] !== this.#llc[target] || this.#isIdle(target));
    if (isSent || isListed) {
      this.#list[target]!.push({ task, isFirst: isSent });
      return nobody;
    }
    this.#pending.delete(task);
    return [{ task, by: cpu, fromList: false }];
  }

  /** What `cpu` took off its list, with those that joined the list before it was taken. */
  #drained(cpu: number): readonly Enqueued[] {
    const taken = this.#draining[cpu]!;
    if (taken.length === 0) return nobody;
    const list = this.#list[cpu]!;
    const next = list.findIndex(({ isFirst }) => isFirst);
    taken.push(...list.splice(0, next < 0 ? list.length : next).map(({ task }) => task));
    this.#draining[cpu] = [];
    return taken
      .filter((task) => this.#pending.delete(task))
      .map((task) => ({ task, by: cpu, fromList: true }));
  }
}

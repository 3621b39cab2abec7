// The work of each task of a recording, as a workload would say it: runs of so much CPU time, the tasks it woke in
// between, and what it then waited for: another task, or time.

import { ACTIVITY, RECORD, TASK } from '../../../engine/abi.gen.ts';
import { type RecordedRun, ROW } from '../../../engine/recorded/rows.ts';

/** The waker is unknown: an interrupt, an idle CPU, a task that is left out. */
export const TIME = -1;

export type SegmentItem =
  | { readonly does: 'run'; readonly ns: number }
  | {
      readonly does: 'post';
      readonly to: number;
      /** True if the woken task slept; else it was about to sleep, and goes on. */
      readonly wakes: boolean;
      /** It was put on a CPU that was running a task while many ran none. */
      readonly crowds: boolean;
    }
  | {
      readonly does: 'await';
      readonly from: number;
      readonly slept: number;
      readonly wakes: boolean;
    }
  | { readonly does: 'sleep'; readonly ns: number };

/** Of the CPUs of which it is known what they do, at least such a share runs no task where a wake-up is said to crowd. */
const idleShare = 0.25;

/** By number of the run's tasks. */
export interface TaskStory {
  readonly items: SegmentItem[];
  /** ns: when it first was woken by an unknown waker; 0: it was there from the start. */
  start: number;
  /** ns of CPU time in `items`. */
  cpuTime: number;
  /** It sleeps as the recording ends. */
  endsAsleep: boolean;
}

export interface Stories {
  /** Of the tasks that are kept; the others have none. */
  readonly tasks: ReadonlyMap<number, TaskStory>;
  readonly wakeups: number;
  /** Wake-ups that kept tasks did. */
  readonly explained: number;
  /** Runs that a gap cut off. */
  readonly cut: number;
}

interface Present {
  /** ns of CPU time since the last item. */
  ran: number;
  /** ns: since when it runs; -1: it does not. */
  since: number;
  /** ns: since when it sleeps; -1: it does not, or that is unknown. */
  slept: number;
  /** It has been seen to run or to be woken. */
  isKnown: boolean;
  /** Part of what it ran lies in a gap. */
  isCut: boolean;
}

class Telling {
  readonly #run: RecordedRun;
  readonly #present: (Present | undefined)[];
  readonly #running: Int32Array;
  /** By CPU: 1 where it is known whether it runs a task. */
  readonly #isTold: Uint8Array;
  #told = 0;
  /** CPUs that run a task. */
  #busy = 0;
  readonly tasks = new Map<number, TaskStory>();
  wakeups = 0;
  explained = 0;
  cut = 0;

  constructor(run: RecordedRun, kept: ReadonlySet<number>) {
    this.#run = run;
    this.#running = new Int32Array(run.cpus).fill(TIME);
    this.#isTold = new Uint8Array(run.cpus);
    this.#present = run.tasks.map((_, task) => {
      if (!kept.has(task)) return undefined;
      this.tasks.set(task, { items: [], start: 0, cpuTime: 0, endsAsleep: false });
      return { ran: 0, since: -1, slept: -1, isKnown: false, isCut: false };
    });
  }

  tell(): void {
    const { rows, cpus } = this.#run;
    for (let row = 0; row < rows.count; row++) {
      const time = rows.time[row]!;
      const cpu = rows.cpu[row]!;
      const kind = rows.kind[row]!;
      if (kind === RECORD.SWITCH) {
        this.#leave(rows.a[row]! - cpus, time, rows.c[row] === TASK.SLEEPING);
        this.#enter(cpu, rows.b[row]! - cpus, time);
      } else if (kind === RECORD.MODE) {
        if (rows.a[row] === ACTIVITY.UNKNOWN) this.#lose(cpu);
        else this.#enter(cpu, rows.b[row]! - cpus, time);
      } else if (kind === RECORD.WAKE) {
        const isInterrupt = (rows.flags[row]! & ROW.INTERRUPT) !== 0;
        const waker = isInterrupt ? TIME : this.#running[cpu]!;
        this.#wake(rows.a[row]! - cpus, waker, this.#crowds(rows.b[row]!), time);
      }
    }
  }

  /** What runs as the recording ends has run so far. */
  finish(): void {
    for (const [task] of this.tasks) {
      const present = this.#present[task]!;
      if (present.since >= 0) present.ran += this.#run.duration - present.since;
      this.#flush(task, present);
      this.tasks.get(task)!.endsAsleep = present.slept >= 0;
    }
  }

  #runs(cpu: number, task: number, isTold: boolean): void {
    if (this.#running[cpu] !== TIME) this.#busy--;
    this.#running[cpu] = task < 0 ? TIME : task;
    if (task >= 0) this.#busy++;
    this.#told += Number(isTold) - this.#isTold[cpu]!;
    this.#isTold[cpu] = Number(isTold);
  }

  /** A CPU that has not been heard of, or not since a gap, is not idle: nothing is known of it. */
  #crowds(cpu: number): boolean {
    const idle = this.#told - this.#busy;
    return this.#running[cpu] !== TIME && idle >= idleShare * this.#told;
  }

  #enter(cpu: number, task: number, time: number): void {
    this.#runs(cpu, task, true);
    const present = this.#present[task];
    if (!present) return;
    present.since = time;
    present.slept = -1;
    present.isKnown = true;
  }

  #leave(task: number, time: number, isAsleep: boolean): void {
    const present = this.#present[task];
    if (!present) return;
    if (present.since >= 0) present.ran += time - present.since;
    else if (present.isKnown) present.isCut = true;
    present.since = -1;
    if (!isAsleep) return;
    this.#flush(task, present);
    present.slept = time;
  }

  /** What it ran so far becomes an item. */
  #flush(task: number, present: Present): void {
    const story = this.tasks.get(task)!;
    if (present.isCut) this.cut++;
    else if (present.ran > 0) {
      story.items.push({ does: 'run', ns: present.ran });
      story.cpuTime += present.ran;
    }
    present.ran = 0;
    present.isCut = false;
  }

  #lose(cpu: number): void {
    const present = this.#present[this.#running[cpu]!];
    this.#runs(cpu, TIME, false);
    if (!present) return;
    present.since = -1;
    present.isCut = true;
  }

  #wake(task: number, by: number, crowds: boolean, time: number): void {
    const present = this.#present[task];
    if (!present) return;
    this.wakeups++;
    const waker = this.#present[by];
    const story = this.tasks.get(task)!;
    if (waker) {
      this.explained++;
      if (waker.since >= 0) {
        waker.ran += time - waker.since;
        waker.since = time;
      }
      this.#flush(by, waker);
      const wakes = present.slept >= 0 || !present.isKnown;
      this.tasks.get(by)!.items.push({ does: 'post', to: task, wakes, crowds });
      const slept = present.slept < 0 ? 0 : time - present.slept;
      story.items.push({ does: 'await', from: by, slept, wakes });
    } else if (present.slept >= 0) {
      story.items.push({ does: 'sleep', ns: time - present.slept });
    } else if (!present.isKnown) story.start = time;
    present.isKnown = true;
    present.slept = -1;
  }
}

/** The stories of the tasks in `kept`, numbers of the run's tasks. */
export function taskStoriesOf(run: RecordedRun, kept: ReadonlySet<number>): Stories {
  const telling = new Telling(run, kept);
  telling.tell();
  telling.finish();
  const { tasks, wakeups, explained, cut } = telling;
  return { tasks, wakeups, explained, cut };
}

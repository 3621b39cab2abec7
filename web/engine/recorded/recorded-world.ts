// What happens in a world of a recording: the rows of its run in order of time, as records and as what they change.

import { ACTIVITY, RECORD, STATE_PAGE_BYTES, STEP, TASK } from '../abi.gen.ts';
import type { Places } from './places.ts';
import { RecordLog } from './records.ts';
import { type RecordedRun, ROW } from './rows.ts';
import { writeViews } from './show.ts';
import { accountUntil, none, type RecordedState, stateOf } from './state.ts';
import { bucketOf } from './waits.ts';

export class RecordedWorld {
  readonly #run: RecordedRun;
  readonly #at: Places;
  readonly #buffer: ArrayBuffer;
  readonly #now: RecordedState;
  readonly #log: RecordLog;
  #hasKeyframe = false;

  constructor(run: RecordedRun, at: Places, buffer: ArrayBuffer) {
    this.#run = run;
    this.#at = at;
    this.#buffer = buffer;
    this.#now = stateOf(run, at, buffer);
    this.#log = new RecordLog(buffer, at, this.#now.clock);
    this.#begin();
  }

  #begin(): void {
    const now = this.#now;
    const { cpus } = this.#run;
    now.activity.fill(ACTIVITY.UNKNOWN);
    now.running.fill(none);
    now.taskCpu.fill(none);
    now.woken.fill(none);
    for (let cpu = 0; cpu < cpus; cpu++) now.taskCpu[cpu] = cpu;
    now.clock.measuring = 1;
    this.#log.begin();
    // What runs at its beginning is no event: a world stands in it from the start.
    const { rows } = this.#run;
    let first = 0;
    while (first < rows.count && rows.time[first] === 0 && rows.kind[first] === RECORD.MODE) {
      this.#enter(first++, 0);
    }
    now.next[0] = first;
  }

  step(until: number, most: number): number {
    const now = this.#now;
    const { rows, cpus, duration } = this.#run;
    const before = now.clock.records;
    while (now.next[0]! < rows.count + cpus) {
      const row = now.next[0]!;
      const time = row < rows.count ? rows.time[row]! : duration + 1;
      if (time > until) break;
      now.clock.now = time;
      if (row < rows.count) this.#happen(row, time);
      else this.#end(row - rows.count, time);
      if (most > 0 && now.clock.records - before >= most) return STEP.RECORDS;
    }
    now.clock.now = Math.max(now.clock.now, until);
    return now.next[0]! < rows.count ? STEP.REACHED : STEP.FINISHED;
  }

  /** Runs beside it may go on for longer than it was recorded: of what a CPU does then nothing is known. */
  #end(cpu: number, time: number): void {
    const now = this.#now;
    accountUntil(now, cpu, this.#run.duration);
    const was = now.running[cpu]!;
    if (was >= 0) this.#become(was, TASK.NEW, time);
    this.#runs(cpu, ACTIVITY.UNKNOWN, none, time);
    this.#log.write(time, [cpu, RECORD.MODE, ACTIVITY.UNKNOWN, none, 0, 0]);
    now.next[0]! += 1;
    if (cpu === this.#run.cpus - 1) this.#forgetTasks(time);
  }

  /** Of tasks that waited or slept at the end nothing is known either. */
  #forgetTasks(time: number): void {
    const { state } = this.#now;
    for (let task = 0; task < state.length; task++) {
      if (state[task] !== TASK.NEW) this.#become(task, TASK.NEW, time);
    }
  }

  #happen(row: number, time: number): void {
    const now = this.#now;
    const { kind, cpu, a, b, c, d } = this.#run.rows;
    const here = cpu[row]!;
    if (kind[row] === RECORD.SWITCH && now.next[1] === 0) {
      // A switch is two records; a step may end between them.
      this.#switch(row, time);
      this.#log.write(time, [here, RECORD.SWITCH, a[row]!, b[row]!, c[row]!, 0]);
      now.next[1] = 1;
      return;
    }
    if (kind[row] === RECORD.SWITCH) {
      const isIdle = b[row]! < this.#run.cpus;
      const activity = isIdle ? ACTIVITY.IDLE : ACTIVITY.USER;
      this.#log.write(time, [here, RECORD.MODE, activity, b[row]!, 0, 0]);
    } else if (kind[row] === RECORD.MODE) {
      this.#enter(row, time);
      this.#log.write(time, [here, RECORD.MODE, a[row]!, b[row]!, 0, 0]);
    } else {
      if (kind[row] === RECORD.WAKE) this.#wake(row, time);
      else this.#move(row);
      this.#log.write(time, [here, kind[row]!, a[row]!, b[row]!, c[row]!, d[row]!]);
    }
    now.next[0] = row + 1;
    now.next[1] = 0;
  }

  #enter(row: number, time: number): void {
    const now = this.#now;
    const { cpu, a, b } = this.#run.rows;
    const here = cpu[row]!;
    accountUntil(now, here, time);
    const was = now.running[here]!;
    // What becomes of a task in a gap is not known.
    if (was >= 0 && was !== b[row]) this.#become(was, TASK.NEW, time);
    this.#runs(here, a[row]!, b[row]!, time);
  }

  #runs(cpu: number, activity: number, task: number, time: number): void {
    const now = this.#now;
    now.activity[cpu] = activity;
    now.running[cpu] = task;
    now.since[cpu] = time;
    if (task < 0) return;
    now.taskCpu[task] = cpu;
    this.#become(task, TASK.RUNNING, time);
  }

  #become(task: number, state: number, time: number): void {
    const now = this.#now;
    now.state[task] = state;
    now.changed[task] = time;
  }

  #switch(row: number, time: number): void {
    const now = this.#now;
    const { cpu, a, b, c, flags } = this.#run.rows;
    const here = cpu[row]!;
    const next = b[row]!;
    accountUntil(now, here, time);
    this.#become(a[row]!, c[row]!, time);
    if (next >= this.#run.cpus) this.#arrive(next, time, (flags[row]! & ROW.UNCOUNTED) === 0);
    this.#runs(here, next < this.#run.cpus ? ACTIVITY.IDLE : ACTIVITY.USER, next, time);
    now.clock.switches += 1;
  }

  #arrive(task: number, time: number, isCounted: boolean): void {
    const now = this.#now;
    const woken = now.woken[task]!;
    now.woken[task] = none;
    if (woken < 0 || !isCounted) return;
    const wait = time - woken;
    now.latency[task] = wait;
    now.waits[bucketOf(wait)]! += 1;
    now.greatest[0] = Math.max(now.greatest[0]!, wait);
    now.clock.latencySum += wait;
    now.clock.latencyCount += 1;
  }

  #wake(row: number, time: number): void {
    const now = this.#now;
    const { a, b } = this.#run.rows;
    const task = a[row]!;
    now.clock.wakeups += 1;
    now.wakeups[task]! += 1;
    now.woken[task] = time;
    if (now.state[task] === TASK.RUNNING) return;
    now.taskCpu[task] = b[row]!;
    this.#become(task, TASK.RUNNABLE, time);
  }

  #move(row: number): void {
    const now = this.#now;
    const { a, c } = this.#run.rows;
    const task = a[row]!;
    now.clock.migrations += 1;
    now.migrations[task]! += 1;
    now.taskCpu[task] = c[row]!;
  }

  frame(): void {
    writeViews({ run: this.#run, at: this.#at, buffer: this.#buffer, now: this.#now });
  }

  /** Lists the pages of the state that changed since the keyframe before, and returns how many. */
  keyframe(): number {
    const { state, stateBytes, shadow, pageList } = this.#at;
    const words = STATE_PAGE_BYTES / 4;
    const now = new Uint32Array(this.#buffer, state, stateBytes / 4);
    const before = new Uint32Array(this.#buffer, shadow, stateBytes / 4);
    const list = new Uint32Array(this.#buffer, pageList, stateBytes / STATE_PAGE_BYTES);
    let changed = 0;
    for (let page = 0; page < list.length; page++) {
      const end = (page + 1) * words;
      let at = page * words;
      while (at < end && now[at] === before[at]) at++;
      if (at < end || !this.#hasKeyframe) list[changed++] = page;
    }
    this.#hasKeyframe = true;
    before.set(now);
    return changed;
  }
}

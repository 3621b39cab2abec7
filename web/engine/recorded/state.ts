// The state of a recorded world at a moment: views over its memory, all of it in the region that keyframes keep.

import * as abi from '../abi.gen.ts';
import { ACTIVITY } from '../abi.gen.ts';
import type { Places } from './places.ts';
import type { RecordedRun } from './rows.ts';
import { buckets } from './waits.ts';

export const none = -1;

export type RecordedState = ReturnType<typeof stateOf>;

export function stateOf({ cpus, tasks: told }: RecordedRun, at: Places, buffer: ArrayBuffer) {
  const tasks = cpus + told.length;
  const whole = (place: number, count: number) => new Int32Array(buffer, place, count);
  const times = (place: number, count: number) => new Float64Array(buffer, place, count);
  return {
    clock: new abi.WorldClock(buffer, at.clock),
    /** The next row, and how many records of it are written. */
    next: whole(at.next, 2),
    /** By CPU: its activity, its running task, and since when. */
    activity: whole(at.activity, cpus),
    running: whole(at.running, cpus),
    since: times(at.since, cpus),
    /** ns by CPU, up to `told`: user and idle. */
    spent: times(at.spent, 2 * cpus),
    told: times(at.told, cpus),
    /** By task. */
    taskCpu: whole(at.taskCpu, tasks),
    state: whole(at.taskState, tasks),
    migrations: whole(at.migrations, tasks),
    wakeups: whole(at.wakeups, tasks),
    latency: times(at.latency, tasks),
    changed: times(at.changed, tasks),
    /** ns of the wake-up after which the task has not run yet; -1: none. */
    woken: times(at.woken, tasks),
    runtime: times(at.runtime, tasks),
    waits: new Uint32Array(buffer, at.waits, buckets),
    greatest: times(at.greatest, 1),
  };
}

/** Brings what a CPU has spent up to `time`. */
export function accountUntil(now: RecordedState, cpu: number, time: number): void {
  const passed = time - now.told[cpu]!;
  now.told[cpu] = time;
  const task = now.running[cpu]!;
  if (passed <= 0 || now.activity[cpu] === ACTIVITY.UNKNOWN) return;
  const isIdle = now.activity[cpu] === ACTIVITY.IDLE;
  now.spent[2 * cpu + (isIdle ? 1 : 0)]! += passed;
  if (!isIdle && task >= 0) now.runtime[task]! += passed;
}

// The part of a recorded world that pictures read: the views of its CPUs and tasks, the time spent, and how long
// woken tasks waited.

import * as abi from '../abi.gen.ts';
import { ACTIVITY, TASK } from '../abi.gen.ts';
import { latencyKinds, type Places } from './places.ts';
import type { RecordedRun } from './rows.ts';
import { accountUntil, none, type RecordedState } from './state.ts';
import { bucketTime } from './waits.ts';

const saturated = 0xffff_ffff;

interface Shown {
  readonly run: RecordedRun;
  readonly at: Places;
  readonly buffer: ArrayBuffer;
  readonly now: RecordedState;
}

/** Writes the views of the present moment. */
export function writeViews(shown: Shown): void {
  showCpus(shown, showTasks(shown));
  showWaits(shown);
}

function showCpus({ run: { cpus }, at, buffer, now }: Shown, queued: Uint16Array): void {
  const time = now.clock.now;
  const views = new abi.CpuView(buffer, at.cpuViews, cpus);
  const ledger = new Uint32Array(buffer, at.ledger, 2 * abi.LEDGER_KINDS * cpus);
  for (let cpu = 0; cpu < cpus; cpu++) {
    accountUntil(now, cpu, time);
    const view = views.at(cpu);
    const activity = now.activity[cpu]!;
    const task = now.running[cpu]!;
    const isIdle = activity !== ACTIVITY.USER;
    view.activity = activity;
    view.ledgerKind = isIdle ? abi.LEDGER.IDLE : abi.LEDGER.USER;
    view.level = none;
    view.queued = queued[cpu]!;
    view.task = isIdle ? none : task;
    view.line = none;
    view.word = none;
    view.lock = none;
    view.since = Math.min(saturated, time - now.since[cpu]!);
    const row = cpu * abi.LEDGER_KINDS;
    put(ledger, row + abi.LEDGER.USER, now.spent[2 * cpu]!);
    put(ledger, row + abi.LEDGER.IDLE, now.spent[2 * cpu + 1]!);
  }
}

/** By CPU: how many tasks run or wait there. */
function showTasks({ run: { cpus, tasks }, at, buffer, now }: Shown): Uint16Array {
  const queued = new Uint16Array(cpus);
  const time = now.clock.now;
  const views = new abi.TaskView(buffer, at.taskViews, cpus + tasks.length);
  for (let task = 0; task < cpus + tasks.length; task++) {
    const view = views.at(task);
    const state = now.state[task]!;
    const cpu = now.taskCpu[task]!;
    const told = tasks[task - cpus];
    const prio = told?.prio ?? 120;
    const isThere = state === TASK.RUNNING || state === TASK.RUNNABLE;
    if (told && isThere && cpu >= 0) queued[cpu]! += 1;
    // What idles is no work: the CPU's ledger has it.
    const isNow = told && state === TASK.RUNNING && cpu >= 0;
    view.cpu = cpu;
    view.group = told ? task - cpus : none;
    view.state = state;
    view.policy = prio < 100 ? 1 : 0;
    view.priority = prio;
    view.migrations = now.migrations[task]!;
    view.wakeups = now.wakeups[task]!;
    view.lastLatency = Math.min(saturated, now.latency[task]!);
    view.process = none;
    view.preferredLlc = none;
    view.since = Math.min(saturated, time - now.changed[task]!);
    view.role = told ? 1 + task - cpus : 0;
    view.number = told ? 0 : task;
    view.runtime = now.runtime[task]! + (isNow ? time - now.told[cpu]! : 0);
  }
  return queued;
}

function showWaits({ at, buffer, now }: Shown): void {
  const view = new abi.LatencyView(buffer, at.latencyViews, latencyKinds).at(abi.LATENCY.WAKE);
  const { latencyCount, latencySum } = now.clock;
  view.samples = latencyCount;
  view.sum = latencySum;
  view.p50 = bucketTime(now.waits, latencyCount, 0.5);
  view.p99 = bucketTime(now.waits, latencyCount, 0.99);
  view.greatest = Math.min(saturated, now.greatest[0]!);
}

/** A value of 64 bits in two words. */
function put(words: Uint32Array, at: number, value: number): void {
  words[2 * at] = value % 2 ** 32;
  words[2 * at + 1] = Math.floor(value / 2 ** 32);
}

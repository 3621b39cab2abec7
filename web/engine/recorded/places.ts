// Where everything of a recorded world lies in its memory: what changes in one region, as a keyframe wants it; what hosts
// read behind it.

import * as abi from '../abi.gen.ts';
import { STATE_PAGE_BYTES } from '../abi.gen.ts';
import type { RecordedRun } from './rows.ts';
import { buckets } from './waits.ts';

/** Records that the ring holds: a cursor's look at them, with room to spare. */
const ringRecords = 16_384;

/** Of an engine: wake-ups, which a recording tells, then others, which it does not. */
export const latencyKinds = Object.keys(abi.LATENCY).length;

export type Places = ReturnType<typeof memoryPlacesOf>;

const pages = (bytes: number): number => Math.ceil(bytes / STATE_PAGE_BYTES) * STATE_PAGE_BYTES;

export function memoryPlacesOf(run: RecordedRun, llcs: number, namesBytes: number) {
  const { cpus } = run;
  const tasks = cpus + run.tasks.length;
  let next = pages(abi.WorldMap.bytes);
  const take = (bytes: number): number => {
    const at = next;
    next += Math.ceil(bytes / 64) * 64;
    return at;
  };
  const state = next;
  const changing = {
    clock: take(abi.WorldClock.bytes),
    next: take(8),
    ledger: take(cpus * abi.CpuLedger.bytes),
    activity: take(4 * cpus),
    running: take(4 * cpus),
    since: take(8 * cpus),
    spent: take(16 * cpus),
    told: take(8 * cpus),
    taskCpu: take(4 * tasks),
    taskState: take(4 * tasks),
    migrations: take(4 * tasks),
    wakeups: take(4 * tasks),
    latency: take(8 * tasks),
    changed: take(8 * tasks),
    woken: take(8 * tasks),
    runtime: take(8 * tasks),
    waits: take(4 * buckets),
    greatest: take(8),
  };
  next = state + pages(next - state);
  const stateBytes = next - state;
  const seen = {
    ledgerWindow: take(cpus * abi.CpuLedger.bytes),
    cpuViews: take(cpus * abi.CpuView.bytes),
    taskViews: take(tasks * abi.TaskView.bytes),
    latencyViews: take(latencyKinds * abi.LatencyView.bytes),
    transfers: take(4 * llcs * llcs),
    ring: take(ringRecords * abi.Record.bytes),
    pageList: take((4 * stateBytes) / STATE_PAGE_BYTES),
    names: take(namesBytes),
    shadow: take(stateBytes),
  };
  return { ...changing, ...seen, state, stateBytes, ringRecords, namesBytes, bytes: next };
}

// Which wake-ups of a recording left the cache that their task ran in before: the first thing that a trace of a machine with
// several last-level caches can answer.

import { RECORD } from '../../../engine/abi.gen.ts';
import type { RecordedRun } from '../../../engine/recorded/rows.ts';
import { parseCpuList } from '../../../scenario/index.ts';
import type { RecipeMachine } from './recording.ts';

export interface LeftCache {
  readonly caches: number;
  readonly wakeups: number;
  /** Of them, those whose CPU is in another last-level cache than the one before. */
  readonly left: number;
  /** The tasks that left most often, by name, with how often. */
  readonly tasks: readonly { readonly name: string; readonly left: number }[];
}

const named = 5;

/** Undefined where the machine has one cache, or says of none. */
export function leftCacheOf(run: RecordedRun, machine: RecipeMachine): LeftCache | undefined {
  const { topology } = machine;
  const llcs = typeof topology === 'object' && 'llcs' in topology ? topology.llcs : undefined;
  if (!llcs || llcs.length < 2) return undefined;
  const cacheOf = new Int32Array(run.cpus).fill(-1);
  for (const [cache, list] of llcs.entries()) {
    for (const cpu of parseCpuList(list, run.cpus, 'llcs')) cacheOf[cpu] = cache;
  }
  const { rows, cpus, tasks } = run;
  const byTask = new Map<number, number>();
  let [wakeups, left] = [0, 0];
  for (let at = 0; at < rows.count; at++) {
    const [to, from] = [rows.b[at]!, rows.c[at]!];
    if (rows.kind[at] !== RECORD.WAKE || from < 0 || from >= cpus || to >= cpus) continue;
    wakeups++;
    if (cacheOf[to] === cacheOf[from]) continue;
    left++;
    byTask.set(rows.a[at]!, (byTask.get(rows.a[at]!) ?? 0) + 1);
  }
  const most = [...byTask].sort((x, y) => y[1] - x[1] || x[0] - y[0]).slice(0, named);
  return {
    ...{ caches: llcs.length, wakeups, left },
    tasks: most.flatMap(([task, count]) => {
      const own = tasks[task - cpus];
      return own ? [{ name: `${own.comm}-${own.pid}`, left: count }] : [];
    }),
  };
}

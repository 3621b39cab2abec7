// Where cache-aware balancing wants the threads of each process, and which of them run elsewhere: read
// from a frame. Knows nothing of drawing.

import type { TaskColumns, Topology } from '../../../../engine/types.ts';

/** A process that prefers an LLC: how many of its threads do, and how many of those are there. */
export interface Home {
  readonly process: number;
  readonly llc: number;
  readonly threads: number;
  readonly there: number;
}

/** True if the task prefers an LLC and its CPU lies in another. */
export function isAway(tasks: TaskColumns, topology: Topology, task: number): boolean {
  const preferred = tasks.preferredLlc[task]!;
  const cpu = tasks.cpu[task]!;
  return preferred >= 0 && cpu >= 0 && topology.llc[cpu] !== preferred;
}

/** By process: the LLC that most of its threads prefer (the lowest of several); without, nothing. */
export function homesOf(tasks: TaskColumns, topology: Topology): Home[] {
  const byProcess = new Map<number, Map<number, { threads: number; there: number }>>();
  for (let task = 0; task < tasks.count; task++) {
    const llc = tasks.preferredLlc[task]!;
    if (llc < 0) continue;
    const process = tasks.process[task]!;
    const llcs = byProcess.get(process) ?? new Map<number, { threads: number; there: number }>();
    byProcess.set(process, llcs);
    const count = llcs.get(llc) ?? { threads: 0, there: 0 };
    llcs.set(llc, count);
    count.threads++;
    if (!isAway(tasks, topology, task)) count.there++;
  }
  return [...byProcess]
    .sort(([a], [b]) => a - b)
    .map(([process, llcs]) => {
      const [llc, count] = [...llcs].sort(
        ([a, x], [b, y]) => y.threads - x.threads || a - b,
      )[0] as [number, { threads: number; there: number }];
      return { process, llc, ...count };
    });
}

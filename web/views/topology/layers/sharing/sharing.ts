// Which LLCs several running tasks share while others are empty: read from a frame. Knows nothing of drawing.

import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type { Frame, Topology } from '../../../../engine/types.ts';

/** An LLC in which several tasks run, and how many. */
export interface Shared {
  readonly llc: number;
  readonly running: number;
}

/**
 * By LLC; none while a CPU is at work in every LLC, as the gauge of caches in use counts, or where it is not known of one
 * whether any is. A CPU that is in the kernel without a task, as in the tick of an idle one, shares nothing.
 */
export function sharedOf({ cpus }: Pick<Frame, 'cpus'>, { llc, llcs }: Topology): Shared[] {
  const running = new Uint16Array(llcs);
  /** By LLC: CPUs that are at work, or of which nothing is known. */
  const inUse = new Uint16Array(llcs);
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (cpus.activity[cpu] === ACTIVITY.IDLE) continue;
    const at = llc[cpu]!;
    inUse[at]!++;
    if (cpus.activity[cpu] !== ACTIVITY.UNKNOWN && cpus.task[cpu]! >= 0) running[at]!++;
  }
  if (!inUse.includes(0)) return [];
  return [...running].flatMap((count, at) => (count > 1 ? [{ llc: at, running: count }] : []));
}

// Which LLCs several running tasks share while in others none runs: read from a frame. Knows nothing of drawing.

import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type { Frame, Topology } from '../../../../engine/types.ts';

/** An LLC in which several tasks run, and how many. */
export interface Shared {
  readonly llc: number;
  readonly running: number;
}

/**
 * By LLC; none while tasks run in every LLC, or where it is not known of one whether any does. A CPU that is in the kernel
 * without a task, as in the tick of an idle one, shares nothing.
 */
export function sharedOf({ cpus }: Pick<Frame, 'cpus'>, { llc, llcs }: Topology): Shared[] {
  const running = new Uint16Array(llcs);
  const isUnknown = new Uint8Array(llcs);
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    const at = llc[cpu]!;
    if (cpus.activity[cpu] === ACTIVITY.UNKNOWN) isUnknown[at] = 1;
    else if (cpus.task[cpu]! >= 0) running[at]!++;
  }
  if (!running.some((count, at) => count === 0 && isUnknown[at] === 0)) return [];
  return [...running].flatMap((count, at) => (count > 1 ? [{ llc: at, running: count }] : []));
}

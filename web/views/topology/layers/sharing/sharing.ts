// Which LLCs the CPUs at work share while others have none at all: read from a frame. Knows nothing of drawing.

import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type { Frame, Topology } from '../../../../engine/types.ts';

/** An LLC that several CPUs at work share, and how many do. */
export interface Shared {
  readonly llc: number;
  readonly atWork: number;
}

/** By LLC; none while every LLC has work, or where it is not known of one whether it has. */
export function sharedOf({ cpus }: Pick<Frame, 'cpus'>, { llc, llcs }: Topology): Shared[] {
  const atWork = new Uint16Array(llcs);
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    if (cpus.activity[cpu] !== ACTIVITY.IDLE) atWork[llc[cpu]!]!++;
  }
  if (!atWork.includes(0)) return [];
  return [...atWork].flatMap((count, at) => (count > 1 ? [{ llc: at, atWork: count }] : []));
}

// How fast a workload of one's own passes when it comes on stage.

import { formatTime, timeNs } from '../../scenario/index.ts';

/** s of the viewer that the whole run takes. */
export const RUN_SECONDS = 20;

/** The rate, as a recipe writes it, at which a run takes that long: of the length it says, or else of `usual` ns. */
export function paceOf(length: string | undefined, usual: number): string {
  const duration = length === undefined ? usual : timeNs(length);
  return formatTime(Math.max(1, Math.round(duration / RUN_SECONDS)));
}

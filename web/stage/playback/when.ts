// Waiting for a playback: what is to be done once its summary says something.

import type { Playback, Summary } from './playback.ts';

type Heard = Pick<Playback, 'summary' | 'onSummary'>;

/** Calls `act` once that holds: now, where it does. Returns the way to wait no longer. */
export function when(
  playback: Heard,
  holds: (summary: Summary) => boolean,
  act: () => void,
): () => void {
  if (holds(playback.summary())) {
    act();
    return () => {};
  }
  const stop = playback.onSummary(() => {
    if (!holds(playback.summary())) return;
    stop();
    act();
  });
  return stop;
}

/** Calls `act` once all on stage is computed to `time` (ns). */
export const whenComputed = (playback: Heard, time: number, act: () => void): (() => void) =>
  when(playback, ({ head }) => head >= time, act);

// The run behind the live machine of Home: the first story, A and B, from its first moment on, and from its
// measured window as soon as that is computed; it ends a few milliseconds later, because nobody watches
// longer, and begins its window again.

import { connectEngine } from '../../stage/connect.ts';
import { openNamed } from '../../stage/content.ts';
import { firstScenario } from '../../stage/first-scenario.ts';
import { Playback } from '../../stage/playback/playback.ts';
import { startConductor } from '../../stage/playback/start-conductor.ts';
import type { Content } from '../../stage/stage-content.ts';

/** Simulated ns a second. */
export const liveSpeed = 20_000;
/** ns of the measured window that are shown: a hundred seconds of looking. */
const shown = 2_000_000;
export const liveSides = ['A', 'B'] as const;
export type LiveSide = (typeof liveSides)[number];

export interface Live {
  readonly opened: Content['opened'];
  readonly playback: Playback;
  readonly close: () => void;
}

/** Whether a person asks for less motion: then nothing plays by itself. */
const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Goes on at the measured window, once it is computed, and there again from the end. */
function keepInWindow(playback: Playback, start: number, end: number): () => void {
  return playback.onSummary(() => {
    const { time, head, playing } = playback.summary();
    if (time < start && head >= start) playback.seek(start);
    else if (time >= end && !playing) {
      playback.seek(start);
      playback.setPlaying(true);
    }
  });
}

/** Starts both runs. Rejects with an Error if the story cannot be fetched. */
export async function startLive(): Promise<Live> {
  const content = await openNamed(firstScenario);
  const { start } = content.opened;
  const duration = Math.min(content.opened.duration, start + shown);
  const short = { ...content, opened: { ...content.opened, duration } };
  const playback = new Playback({
    connect: (side, over) => connectEngine(short, side, over, { isUnhurried: true }),
    duration,
    start: 0,
    speed: liveSpeed,
    playing: !isStill(),
    stage: liveSides,
    conductor: startConductor,
  });
  const stop = keepInWindow(playback, start, duration);
  return {
    opened: content.opened,
    playback,
    close: () => {
      stop();
      playback.close();
    },
  };
}

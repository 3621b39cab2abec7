// The run behind the live machine of Home: the first story, A and B, from where its measured window begins; it ends a few
// milliseconds later, because few watch longer, and begins its window again. It is the run of the story itself, so that
// what is kept or shipped of its warm start lets both stand there at once.

import { connectEngine } from '../../stage/connect.ts';
import { fetchScenario } from '../../stage/content.ts';
import { firstScenario } from '../../stage/first-scenario.ts';
import { Playback } from '../../stage/playback/playback.ts';
import { startConductor } from '../../stage/playback/start-conductor.ts';
import type { Content } from '../../stage/stage-content.ts';
import { wantsLessMotion } from '../../ui/less-motion.ts';

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

/** From the end it begins again. */
function keepInWindow(playback: Playback, start: number, end: number): () => void {
  return playback.onSummary(() => {
    const { time, playing } = playback.summary();
    if (time >= end && !playing) {
      playback.seek(start);
      playback.setPlaying(true);
    }
  });
}

/** Starts both runs. Rejects with an Error if the story cannot be fetched. */
export async function startLive(): Promise<Live> {
  const content = await fetchScenario(firstScenario);
  const { start } = content.opened;
  const duration = Math.min(content.opened.duration, start + shown);
  const playback = new Playback({
    // It has the length of the story's run, by which its warm start is kept, and is computed as far as it is shown.
    connect: (side, over) =>
      connectEngine(content, side, over, { isUnhurried: true, headEnd: duration }),
    duration,
    start,
    speed: liveSpeed,
    playing: !wantsLessMotion(),
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

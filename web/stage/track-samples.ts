// All samples that the head of a side has taken so far (engine/track.ts), for pictures of the course of a run. Asked for
// again while there are more to come.

import { SAMPLE_WIDTH } from '../engine/track.ts';
import { type PolledValue, useReading } from './head-report.ts';
import type { VariantId } from './playback/playback.ts';
import { forVariants } from './playback/types.ts';

/** ms between two looks for more samples. */
const interval = 1_000;

function joined(before: Float64Array, more: Float64Array): Float64Array {
  const all = new Float64Array(before.length + more.length);
  all.set(before);
  all.set(more, before.length);
  return all;
}

const none = new Float64Array();

const readingOf = (side: VariantId): PolledValue<Float64Array> => ({
  // A run that broke says so on its own machine; here what was known stays.
  read: async ({ playback }, before = none) => {
    const more = await playback.engine(side)?.track(before.length / SAMPLE_WIDTH);
    return more?.length ? joined(before, more) : before;
  },
  sign: (playback) => String(playback.summary().variants[side].status?.headTime ?? 0),
  interval,
});

const readings = forVariants(readingOf);
const ofNobody: PolledValue<Float64Array> = { read: async () => undefined, sign: () => '' };

/** None of a side that is not there. */
export const useSamples = (side: VariantId | undefined): Float64Array =>
  useReading(side ? readings[side] : ofNobody) ?? none;

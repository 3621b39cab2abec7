// One quantity over the whole run, out of the samples of its head (engine/track.ts): what the track over the transport bar
// draws. Samples come as they are taken; a picture has fewer points than there are samples.

import { SAMPLE_WIDTH, sampleLayout } from '../engine/track.ts';
import { type GaugeName, windowGauges } from '../scenario/gauges-schema.ts';
import { gaugeBetween } from './gauges.ts';

/** Quantities that the counters of a head tell. */
const counted: readonly GaugeName[] = ['moves', ...windowGauges];

/** The first gauge that can be told over a whole run; undefined: none of them. */
export const quantityOf = (shown: readonly { readonly of: GaugeName }[]): GaugeName | undefined =>
  shown.find(({ of }) => counted.includes(of))?.of;

/** A stretch of the run and the mean in it. */
export interface SeriesStretch {
  /** ns. */
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** At most `most` stretches that follow each other; where nothing can be told there is none. */
export function seriesOf(name: GaugeName, samples: Float64Array, most: number): SeriesStretch[] {
  const count = samples.length / SAMPLE_WIDTH;
  const stride = Math.max(1, Math.ceil((count - 1) / most));
  const at = (index: number) => samples.subarray(index * SAMPLE_WIDTH, (index + 1) * SAMPLE_WIDTH);
  const found: SeriesStretch[] = [];
  for (let index = 0; index + 1 < count; index += stride) {
    const [from, to] = [at(index), at(Math.min(count - 1, index + stride))];
    const value = gaugeBetween(name, from, to);
    if (value === undefined) continue;
    found.push({ from: from[sampleLayout.time]!, to: to[sampleLayout.time]!, value });
  }
  return found;
}

/** Where the latest sample lies that is not after `time`; -1: there is none. */
function lastAt(samples: Float64Array, time: number): number {
  let [low, high] = [-1, samples.length / SAMPLE_WIDTH - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (samples[middle * SAMPLE_WIDTH + sampleLayout.time]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The course over `span` ns up to `time`, in stretches of about `stretch` ns, on a time axis that begins where the span
 * does: what lies before the run has no stretch. Samples are as far apart as they are; no stretch is shorter.
 */
export function courseTo(
  name: GaugeName,
  samples: Float64Array,
  time: number,
  { span, stretch }: { readonly span: number; readonly stretch: number },
): SeriesStretch[] {
  const found: SeriesStretch[] = [];
  const begin = time - span;
  const at = (index: number) => samples.subarray(index * SAMPLE_WIDTH, (index + 1) * SAMPLE_WIDTH);
  for (let end = lastAt(samples, time); end > 0; ) {
    const to = samples[end * SAMPLE_WIDTH + sampleLayout.time]!;
    const start = Math.min(end - 1, Math.max(0, lastAt(samples, to - stretch)));
    const from = samples[start * SAMPLE_WIDTH + sampleLayout.time]!;
    if (from < begin) break;
    const value = gaugeBetween(name, at(start), at(end));
    if (value !== undefined) found.push({ from: from - begin, to: to - begin, value });
    end = start;
  }
  return found.reverse();
}

/** What is drawn at full height: nearly all of it; a peak at the very start would flatten the rest. */
export function seriesScale(all: readonly (readonly SeriesStretch[])[]): number {
  const values = all.flatMap((series) => series.map(({ value }) => value)).sort((a, b) => a - b);
  return values[Math.floor(0.99 * (values.length - 1))] ?? 0;
}

/** The outline of a series as an SVG path over `duration` wide 1000; `base` is its foot, `height` goes up from it. */
export function seriesPath(
  series: readonly SeriesStretch[],
  {
    duration,
    scale,
    base,
    height,
  }: Readonly<Record<'duration' | 'scale' | 'base' | 'height', number>>,
): string {
  const x = (time: number) => ((1000 * time) / duration).toFixed(1);
  const y = (value: number) =>
    (base - height * (scale > 0 ? Math.min(1, Math.max(0, value / scale)) : 0)).toFixed(1);
  return series
    .map(({ from, to, value }) => `M${x(from)} ${base}V${y(value)}H${x(to)}V${base}Z`)
    .join('');
}

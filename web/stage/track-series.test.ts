import { describe, expect, it } from 'vitest';
import { SAMPLE_WIDTH, sampleLayout } from '../engine/track.ts';
import { quantityOf, seriesOf, seriesPath, seriesScale } from './track-series.ts';

/** Samples a microsecond apart, in which `done` units of work are finished. */
function samples(done: readonly number[]): Float64Array {
  const all = new Float64Array(done.length * SAMPLE_WIDTH);
  done.forEach((score, at) => {
    all[at * SAMPLE_WIDTH + sampleLayout.time] = 1_000 * at;
    all[at * SAMPLE_WIDTH + sampleLayout.score] = score;
  });
  return all;
}

describe('a quantity over the run', () => {
  it('is the mean of each stretch between two samples', () => {
    expect(seriesOf('throughput', samples([0, 2, 2, 5]), 10)).toEqual([
      { from: 0, to: 1_000, value: 2e6 },
      { from: 1_000, to: 2_000, value: 0 },
      { from: 2_000, to: 3_000, value: 3e6 },
    ]);
  });

  it('has no more stretches than asked for, and leaves nothing of the run out', () => {
    const long = seriesOf('throughput', samples(Array.from({ length: 2_000 }, (_, at) => at)), 600);
    expect(long.length).toBeLessThanOrEqual(600);
    expect(long.at(-1)!.to).toBe(1_999_000);
    for (const [at, { from }] of long.slice(1).entries()) expect(from).toBe(long[at]!.to);
  });

  it('is nothing where there are fewer than two samples', () => {
    expect(seriesOf('throughput', samples([]), 10)).toEqual([]);
    expect(seriesOf('throughput', samples([1]), 10)).toEqual([]);
  });

  it('is that of the first gauge which counters can tell', () => {
    expect(quantityOf([{ of: 'together' }, { of: 'moves' }])).toBe('moves');
    expect(quantityOf([{ of: 'together' }])).toBeUndefined();
  });

  it('is drawn to the scale of nearly all of it, and never beyond its height', () => {
    const flat = Array.from({ length: 200 }, (_, at) => ({ from: at, to: at + 1, value: 10 }));
    const peak = [{ from: 0, to: 1, value: 1_000 }, ...flat.slice(1)];
    expect(seriesScale([peak, flat])).toBe(10);
    const path = seriesPath(peak.slice(0, 2), { duration: 200, scale: 10, base: 50, height: 48 });
    expect(path).toBe('M0.0 50V2.0H5.0V50ZM5.0 50V2.0H10.0V50Z');
  });
});

import { describe, expect, it } from 'vitest';
import { barOf } from './score-bar.ts';

describe('the bar over a gauge', () => {
  it('is hot in what waits beyond what waits on the best one, so that where all wait alike none is', () => {
    expect(barOf('waiting-for-lines', 60, [60, 15])).toEqual({ plain: 0.25, hot: 0.75 });
    expect(barOf('waiting-for-lines', 15, [60, 15])).toEqual({ plain: 0.25, hot: 0 });
    expect(barOf('lock-wait-share', 18, [18, 18])).toEqual({ plain: 1, hot: 0 });
  });

  it('is hot in what a machine falls short of the best one', () => {
    expect(barOf('throughput', 3, [3, 4])).toEqual({ plain: 0.75, hot: 0.25 });
    expect(barOf('throughput', 4, [3, 4])).toEqual({ plain: 1, hot: 0 });
  });

  it('is hot in what a machine needs beyond the best one', () => {
    expect(barOf('wake-latency', 4, [4, 3])).toEqual({ plain: 0.75, hot: 0.25 });
    expect(barOf('wake-latency', 3, [3, 3])).toEqual({ plain: 1, hot: 0 });
  });

  it('takes no side where neither more nor less is better', () => {
    expect(barOf('caches-used', 1, [4, 1])).toEqual({ plain: 0.25, hot: 0 });
  });

  it('takes the side of the story where that says which is better', () => {
    expect(barOf('caches-used', 1, [4, 1], 'more')).toEqual({ plain: 0.25, hot: 0.75 });
    expect(barOf('caches-used', 4, [4, 1], 'less')).toEqual({ plain: 0.25, hot: 0.75 });
    expect(barOf('caches-used', 1, [4, 1], 'less')).toEqual({ plain: 0.25, hot: 0 });
  });

  it('says nothing of one machine alone, or where all have nothing', () => {
    expect(barOf('throughput', 3, [3])).toBeUndefined();
    expect(barOf('waiting-for-locks', 0, [0, 0])).toBeUndefined();
  });
});

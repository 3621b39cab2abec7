import { describe, expect, it } from 'vitest';
import { epochShare, epochSince } from './clock.ts';

describe('the epoch clock', () => {
  const epoch = { number: 3, next: 31e6, period: 10e6 };
  it('goes from nothing to a whole between two epochs, and never beyond', () => {
    const shares = [20e6, 21e6, 26e6, 31e6, 40e6].map((time) => epochShare(epoch, time));
    expect(shares).toEqual([0, 0, 0.5, 1, 1]);
  });
  it('says which epoch it is and when the next begins', () => {
    expect(epochSince(epoch, 26e6)).toBe(
      'Epoch 3 of cache-aware balancing, begun 5 ms ago; the next in 5 ms',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { seededDraw } from '../../base/random.ts';
import { bootstrapInterval, enough, estimate, median } from './statistics.ts';

/** Values spread evenly round `centre`, in an order that is not sorted. */
const spread = (centre: number, by: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => centre + by * (((i * 7) % count) / (count - 1) - 0.5));

describe('the random generator', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const take = (seed: number) => {
      const draw = seededDraw(seed);
      return Array.from({ length: 20 }, () => draw(1000));
    };
    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
  });

  it('reaches every number below its bound about equally often', () => {
    const draw = seededDraw(1);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[draw(10)]! += 1;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});

describe('the median', () => {
  it('is the middle value, or the mean of the two middle ones', () => {
    expect(median([5, 1, 9])).toBe(5);
    expect(median([4, 1, 9, 2])).toBe(3);
  });

  it('refuses nothing and what is not a number, instead of giving some answer', () => {
    expect(() => median([])).toThrow('there are no values');
    expect(() => median([1, Number.NaN])).toThrow('NaN');
  });
});

describe('the bootstrap interval', () => {
  it('is the same for the same values, and lies within them round their median', () => {
    const values = spread(10, 4, 15);
    const [low, high] = bootstrapInterval(values);
    expect(bootstrapInterval(values)).toEqual([low, high]);
    expect(low).toBeGreaterThan(8);
    expect(low).toBeLessThan(10);
    expect(high).toBeGreaterThan(10);
    expect(high).toBeLessThan(12);
  });

  it('narrows with more values and with less spread', () => {
    const width = (values: number[]) => {
      const [low, high] = bootstrapInterval(values);
      return high - low;
    };
    expect(width(spread(10, 4, 101))).toBeLessThan(width(spread(10, 4, 11)));
    expect(width(spread(10, 1, 11))).toBeLessThan(width(spread(10, 4, 11)));
    expect(width([3, 3, 3])).toBe(0);
  });

  it('covers the true median in about 95 of 100 samples', () => {
    const draw = seededDraw(99);
    let covered = 0;
    for (let sample = 0; sample < 200; sample++) {
      // The sum of three dice-like draws: symmetric round 0.
      const values = Array.from({ length: 25 }, () => draw(201) + draw(201) + draw(201) - 300);
      const [low, high] = bootstrapInterval(values);
      if (low <= 0 && high >= 0) covered += 1;
    }
    expect(covered).toBeGreaterThan(180);
    expect(covered).toBeLessThan(200);
  });

  it('is not claimed for a single value', () => {
    expect(estimate([4])).toEqual({ count: 1, median: 4, interval: null, least: 4, most: 4 });
  });
});

describe('stopping early', () => {
  const rule = { least: 5, width: 1 };
  const singles = (values: readonly number[]) =>
    enough(
      values.map((value) => [value]),
      rule,
    );

  it('keeps the least number of seeds in any case', () => {
    expect(singles([1, 1, 1, 1])).toBeUndefined();
    expect(singles([1, 1, 1, 1, 1, 1, 1])).toBe(5);
  });

  it('waits for the widest of several numbers', () => {
    const pairs = spread(10, 6, 12).map((wide) => [1, wide]);
    expect(singles(pairs.map(([narrow]) => narrow!))).toBe(5);
    expect(enough(pairs, rule)).toBe(singles(pairs.map(([, wide]) => wide!)));
  });

  it('goes on while the interval is wide', () => {
    expect(singles(spread(10, 40, 12))).toBeUndefined();
  });

  it('gives an answer that values which come later cannot change', () => {
    const values = [...spread(10, 6, 6), ...new Array<number>(40).fill(10)];
    const count = singles(values)!;
    expect(count).toBeGreaterThan(6);
    expect(singles(values.slice(0, count))).toBe(count);
    expect(singles([...values.slice(0, count), 1e6, -1e6])).toBe(count);
  });
});

import { describe, expect, it } from 'vitest';
import type { PublishedValue } from './published.ts';
import type { Claim } from './schema.ts';
import { claimCode, errorOf, judgeRow, type SimulatedRow } from './verdict.ts';

const numbers = (...values: number[]): SimulatedRow => ({
  kind: 'number',
  values,
  differences: values.map((value) => value - 20),
});
const nowhere = () => {
  throw new Error('no other row was asked for');
};
const passes = (claim: Claim, published: PublishedValue, simulated: SimulatedRow) =>
  judgeRow([claim], published, simulated, nowhere)[0]!.passed;

describe('the sign', () => {
  const sign = { level: 'sign' } as const;

  it('holds when the whole interval lies on the published side', () => {
    expect(passes(sign, 3.8, numbers(1, 2, 3, 2, 1))).toBe(true);
    expect(passes(sign, 3.8, numbers(-1, -2, -3, -2, -1))).toBe(false);
    expect(passes(sign, -5, numbers(-1, -2, -3, -2, -1))).toBe(true);
  });

  it('is not reproduced by an interval that holds zero, whatever its middle', () => {
    expect(passes(sign, 3.8, numbers(-2, 1, 4, -1, 3))).toBe(false);
  });

  it('of a figure that is not a gain is that of its difference to the first variant', () => {
    expect(passes({ level: 'sign', expected: 'less' }, 11, numbers(10, 11, 12))).toBe(true);
    expect(passes({ level: 'sign', expected: 'more' }, 11, numbers(10, 11, 12))).toBe(false);
    expect(passes({ level: 'sign', expected: 'less' }, 11, numbers(19, 20, 21))).toBe(false);
  });
});

describe('the order', () => {
  const among = (published: PublishedValue, ...values: number[]) =>
    judgeRow([{ level: 'order', among: ['x'] }], 11, numbers(9, 10, 11), () => ({
      id: 'x',
      published,
      simulated: numbers(...values),
    }))[0]!.passed;

  it('holds when both stand to each other as published', () => {
    expect(among(5, 3, 4, 5)).toBe(true);
    expect(among(50, 30, 40, 50)).toBe(true);
    expect(among(50, 3, 4, 5)).toBe(false);
  });

  it('is not reproduced by intervals that overlap', () => {
    expect(among(5, 8, 9.5, 9.9)).toBe(false);
  });

  it('counts a range by its geometric middle', () => {
    expect(among([1, 100], 3, 4, 5)).toBe(true);
    expect(among([2, 200], 3, 4, 5)).toBe(false);
  });
});

describe('the magnitude', () => {
  it('within a factor goes both ways', () => {
    const claim = { level: 'factor', factor: 2 } as const;
    expect(passes(claim, 30, numbers(15))).toBe(true);
    expect(passes(claim, 30, numbers(60))).toBe(true);
    expect(passes(claim, 30, numbers(14.99))).toBe(false);
    expect(passes(claim, 30, numbers(60.01))).toBe(false);
    expect(passes(claim, 30, numbers(-30))).toBe(false);
  });

  it('within points is not rounded into passing', () => {
    const claim = { level: 'within', points: 5 } as const;
    expect(passes(claim, 11, numbers(16))).toBe(true);
    expect(passes(claim, 11, numbers(16.000001))).toBe(false);
    expect(passes(claim, 11, numbers(5.999))).toBe(false);
  });

  it('in a range includes its ends', () => {
    const claim = { level: 'range' } as const;
    expect(passes(claim, [500, 8000], numbers(500))).toBe(true);
    expect(passes(claim, [500, 8000], numbers(8001))).toBe(false);
    expect(passes(claim, 500, numbers(500))).toBe(false);
  });
});

describe('names', () => {
  it('are the same in any order, and none is missing', () => {
    const found = (...names: string[]) => ({ kind: 'names', names }) as const;
    expect(passes({ level: 'names' }, ['a', 'b'], found('b', 'a'))).toBe(true);
    expect(passes({ level: 'names' }, ['a', 'b'], found('b', 'c'))).toBe(false);
    expect(errorOf(['a', 'b'], found('b', 'c'), 'functions')).toEqual({ value: 1, unit: 'names' });
  });
});

describe('equality with another row', () => {
  const equal = (...values: number[]) =>
    judgeRow([{ level: 'equal', to: 'x', points: 1 }], 13.1, numbers(12, 13, 14), () => ({
      id: 'x',
      published: 100,
      simulated: numbers(...values),
    }))[0]!;

  it('holds while the medians lie no further apart than claimed, whatever was published', () => {
    expect(equal(11, 12, 20).passed).toBe(true);
    expect(equal(13, 14, 14.5).passed).toBe(true);
    expect(equal(13, 14.1, 15).passed).toBe(false);
    expect(equal(11.9).passed).toBe(false);
  });

  it('says how far they lie apart', () => {
    expect(equal(12, 12.5, 13).says).toBe('0.5 points from x');
  });
});

describe('a row', () => {
  it('that the simulation knows nothing of fails every claim', () => {
    const judged = judgeRow(
      [{ level: 'factor', factor: 3 }, { level: 'sign' }],
      100,
      { kind: 'nothing' },
      nowhere,
    );
    expect(judged.map(({ passed }) => passed)).toEqual([false, false]);
  });

  it('is named by the letters of its claims', () => {
    expect(
      claimCode([
        { level: 'sign' },
        { level: 'order', among: ['x'] },
        { level: 'equal', to: 'x', points: 1 },
        { level: 'factor', factor: 3 },
        { level: 'within', points: 5 },
        { level: 'range' },
      ]),
    ).toBe('S, O, E(1), factor 3, M(5), range');
  });

  it('has its error in points, in per cent, or none inside of a range', () => {
    expect(errorOf(11, numbers(13), '%')).toEqual({ value: 2, unit: 'points' });
    expect(errorOf(2000, numbers(1000), 'cycles')).toEqual({ value: -50, unit: '%' });
    expect(errorOf([500, 8000], numbers(900), 'cycles')).toEqual({ value: 0, unit: '%' });
    expect(errorOf([500, 8000], numbers(250), 'cycles')).toEqual({ value: -50, unit: '%' });
    expect(errorOf({ a: 1 }, numbers(1), '')).toBeNull();
  });
});

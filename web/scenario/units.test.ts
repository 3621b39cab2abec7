import { describe, expect, it } from 'vitest';
import { formatTime, parseTime, timeNs } from './units.ts';

describe('a time', () => {
  it('is read in every unit, with and without a space, with either letter mu', () => {
    expect(timeNs('406 µs')).toBe(406_000);
    expect(timeNs('406 μs')).toBe(406_000);
    expect(timeNs('406us')).toBe(406_000);
    expect(timeNs('7 ns')).toBe(7);
    expect(timeNs('1.5 ms')).toBe(1_500_000);
    expect(timeNs('0.000000001 s')).toBe(1);
    expect(timeNs('0.500 us')).toBe(500);
  });

  it('is exact where floating point would not be', () => {
    expect(timeNs('1.000000001 s')).toBe(1_000_000_001);
    expect(timeNs('0.29 µs')).toBe(290);
  });

  it.each([
    ['300', 'has no unit'],
    ['12 kg', 'has the unit "kg", which is not a unit of time'],
    ['12 constructor', 'has the unit "constructor", which is not a unit of time'],
    ['1.5 ns', 'is finer than a nanosecond'],
    ['-3 ms', 'is not a time'],
    ['1e3 ns', 'is not a time'],
    ['', 'is not a time'],
    ['999999999999 s', 'is longer than any run'],
  ])('written as "%s" is refused: it %s', (text, problem) => {
    const result = parseTime(text);
    if (!('problem' in result)) throw new Error('was read');
    expect(result.problem).toBe(problem);
    expect(result.remedy).toMatch(/^(write|add)/);
  });

  it('is written in the largest unit that makes it at least one, and read back the same', () => {
    expect(formatTime(0)).toBe('0 ns');
    expect(formatTime(999)).toBe('999 ns');
    expect(formatTime(406_000)).toBe('406 µs');
    expect(formatTime(61_234_567)).toBe('61.234567 ms');
    expect(formatTime(2_000_000_000)).toBe('2 s');
    for (let ns = 1; ns < 1e12; ns = ns * 3 + 1) expect(timeNs(formatTime(ns))).toBe(ns);
  });
});

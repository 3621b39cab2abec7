import { describe, expect, it } from 'vitest';
import { clampSpeed, FASTEST, faster, SLOWEST, slower, tempoOf, UNBOUNDED } from './tempo.ts';

describe('speed', () => {
  it('halves down to 100 ns a second and not further', () => {
    expect(slower(20_000)).toBe(10_000);
    expect(slower(150)).toBe(SLOWEST);
    expect(slower(SLOWEST)).toBe(SLOWEST);
  });
  it('doubles up to as fast as it goes, and comes back from there', () => {
    expect(faster(20_000)).toBe(40_000);
    expect(faster(FASTEST)).toBe(UNBOUNDED);
    expect(faster(UNBOUNDED)).toBe(UNBOUNDED);
    expect(slower(UNBOUNDED)).toBe(FASTEST);
  });
  it('names the three tempos by speed', () => {
    expect(tempoOf(100)).toBe('follow');
    expect(tempoOf(1_000)).toBe('follow');
    expect(tempoOf(1_001)).toBe('flow');
    expect(tempoOf(999_999)).toBe('flow');
    expect(tempoOf(1_000_000)).toBe('summary');
    expect(tempoOf(UNBOUNDED)).toBe('summary');
  });
  it('brings a foreign value into range', () => {
    expect(clampSpeed(1)).toBe(SLOWEST);
    expect(clampSpeed(Number.NaN)).toBe(20_000);
    expect(clampSpeed(1e12)).toBe(UNBOUNDED);
  });
});

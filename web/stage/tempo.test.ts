import { describe, expect, it } from 'vitest';
import { tempoFor } from '../views/topology/index.ts';
import { clampSpeed, FASTEST, faster, SLOWEST, slower, tempoSpeed, UNBOUNDED } from './tempo.ts';

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
  it('starts each tempo inside its own part of the ladder', () => {
    for (const tempo of ['follow', 'flow', 'summary'] as const) {
      expect(tempoFor(tempoSpeed[tempo])).toBe(tempo);
    }
  });
  it('brings a foreign value into range', () => {
    expect(clampSpeed(1)).toBe(SLOWEST);
    expect(clampSpeed(Number.NaN)).toBe(20_000);
    expect(clampSpeed(1e12)).toBe(UNBOUNDED);
  });
});

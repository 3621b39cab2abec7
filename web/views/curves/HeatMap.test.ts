import { describe, expect, it } from 'vitest';
import { shareOf } from './HeatMap.tsx';

describe('the colour of a cell of the map', () => {
  it('is fullest where a change is largest, on either side of none, and gone at none', () => {
    const range = { least: -20, most: 40 };
    expect([40, -20, 0, 10].map((value) => shareOf(value, range, true))).toEqual([50, 25, 0, 13]);
  });

  it('goes by size for what is no change, and is none where all are zero', () => {
    expect(shareOf(5, { least: 0, most: 10 }, false)).toBe(25);
    expect(shareOf(0, { least: 0, most: 0 }, false)).toBe(0);
  });
});

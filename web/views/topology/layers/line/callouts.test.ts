import { describe, expect, it } from 'vitest';
import { placeCallouts } from './callouts.ts';

const bar = { x: 10, y: 50, width: 300, height: 20 };
const box = (x: number, width: number, fits = false) => ({
  place: { ...bar, x, width: 30 },
  width,
  fits,
});

describe('names of fields beside their boxes', () => {
  it('stand in the first row that has room, and so never on each other', () => {
    const placed = placeCallouts(bar, [box(100, 60), box(130, 60), box(160, 60), box(200, 60)], 10);
    expect(placed.map((each) => each?.row)).toEqual([0, 1, 2, 0]);
  });

  it('stay inside of the ends of the bar', () => {
    const [first] = placeCallouts(bar, [box(10, 80)], 10);
    const [last] = placeCallouts(bar, [box(280, 80)], 10);
    expect([first?.x, last?.x]).toEqual([50, 270]);
  });

  it('are none for names that fit their boxes, or find no row', () => {
    const many = Array.from({ length: 5 }, (_, at) => box(100 + at, 60));
    expect(placeCallouts(bar, [box(100, 20, true)], 10)).toEqual([undefined]);
    expect(placeCallouts(bar, many, 10).map((each) => each?.row)).toEqual([
      0,
      1,
      2,
      undefined,
      undefined,
    ]);
  });
});

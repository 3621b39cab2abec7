import { describe, expect, it } from 'vitest';
import { placedNames } from './track-names.ts';

const names = (...given: Parameters<typeof placedNames>) =>
  placedNames(...given).map(({ name, left }) => [name, left]);

describe('names on the track', () => {
  it('stand to the right of their marks', () => {
    const marks = [
      { name: 'cost', at: 0.1 },
      { name: 'for good', at: 0.5 },
    ];
    expect(names(marks, 1000)).toEqual([
      ['cost', 106],
      ['for good', 506],
    ]);
  });

  it('stand to the left where the next mark, or the end, leaves no room', () => {
    const marks = [
      { name: 'for good', at: 0.99 },
      { name: 'decision', at: 0.97 },
    ];
    expect(names(marks, 1000)).toEqual([['decision', 970 - 6 - 48]]);
    expect(names([{ name: 'for good', at: 0.99 }], 1000)).toEqual([['for good', 990 - 6 - 48]]);
  });

  it('never lie over each other, and are left out where they would', () => {
    const marks = Array.from({ length: 40 }, (_, at) => ({ name: `mark ${at}`, at: at / 40 }));
    for (const width of [200, 500, 717, 1400]) {
      const placed = placedNames(marks, width);
      placed.slice(1).forEach(({ left }, at) => {
        const before = placed[at]!;
        expect(left).toBeGreaterThanOrEqual(before.left + before.name.length * 6);
      });
    }
    expect(placedNames(marks, 500).length).toBeGreaterThan(0);
  });

  it('are never sentences', () => {
    expect(
      names([{ name: 'The first time that anybody waits for more than a second', at: 0.1 }], 1000),
    ).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { diagonalOf } from './diagonal.ts';
import { row } from './testing.ts';

describe('published against simulated', () => {
  it('has what came out as published on the diagonal, from the smallest change to the largest rate', () => {
    const same = [-40, 0, 3, 11, 2000, 15_000_000].map((value) =>
      row(String(value), { published: value, simulated: value }),
    );
    const { points } = diagonalOf(same, 200);
    for (const { x, y, row: of } of points) expect(x + y, of.id).toBeCloseTo(200);
    const across = points.map(({ x }) => x);
    expect([...across].sort((a, b) => a - b)).toEqual(across);
  });

  it('has more simulated than published above the diagonal', () => {
    const { points } = diagonalOf([row('a', { published: 5, simulated: 9 })], 100);
    expect(points[0]!.x + points[0]!.y).toBeLessThan(100);
  });

  it('draws the claimed band around the published value, and what knowing nothing says', () => {
    const { points, zero } = diagonalOf([row('a', { published: 11, simulated: 10 })], 100);
    const [{ band, y, blind }] = points as [(typeof points)[0]];
    expect(band![0]).toBeLessThan(y);
    expect(band![1]).toBeGreaterThan(y);
    expect(blind).toBeCloseTo(100 - zero);
  });

  it('leaves out names and claims of a side alone, and keeps the places of unclaimed rows', () => {
    const { points, unclaimed } = diagonalOf(
      [
        row('names', { published: ['a', 'b'], simulated: ['a'] }),
        row('side', { error: null }),
        row('kept', { published: 50, simulated: 40 }),
        row('unclaimed', { verdict: 'not-claimed', worth: null, simulated: null, published: 7 }),
      ],
      100,
    );
    expect(points.map(({ row: { id } }) => id)).toEqual(['kept']);
    expect(unclaimed).toHaveLength(1);
  });

  it('ticks at whole decades and at zero, on both sides of it', () => {
    const { ticks } = diagonalOf([row('a', { published: -100, simulated: 90 })], 100);
    expect(ticks.map(({ text }) => text)).toEqual(['−100', '−10', '−1', '0', '1', '10']);
  });
});

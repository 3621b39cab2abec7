import { describe, expect, it } from 'vitest';
import { bandEdges, bandsOf, barScale, blockShares, cpusOfZone, waitersOf } from './facts.ts';
import { listsOf, lockOf } from './testing.ts';

const frameOf = (lock: number[], since: number[]) =>
  ({
    cpus: { count: lock.length, lock: Int32Array.from(lock), since: Uint32Array.from(since) },
  }) as never;

describe('a moment of the page allocator', () => {
  it('names who waits for a lock, longest first, without its holder', () => {
    const frame = frameOf([3, 3, -1, 3, 4], [10, 50, 99, 50, 1]);
    expect(waitersOf(frame, lockOf({ lock: 3, holder: 0 }))).toEqual([
      { cpu: 1, since: 50 },
      { cpu: 3, since: 50 },
    ]);
  });

  it('keeps to the CPUs of a node, and to the highest mark among them', () => {
    const lists = listsOf([
      { zone: 0, held: 5, high: 186 },
      { zone: -1, held: 0, high: 900 },
      { zone: 0, held: 200, high: 186 },
    ]);
    expect(cpusOfZone(lists, 0)).toEqual([0, 2]);
    expect(barScale(lists, [0, 2])).toBe(200);
    expect(barScale(lists, [])).toBe(1);
  });

  it('says how much of the free memory lies in small, middle and large blocks', () => {
    const blocks = [4, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1];
    expect(bandsOf(blocks)).toEqual([8, 8, 1024]);
    expect(blockShares(blocks)[2]).toBeCloseTo(1024 / 1040, 12);
    expect(blockShares([])).toEqual([0, 0, 1]);
  });

  it('draws the edges of the bands at their time, small blocks at the bottom', () => {
    const half = { pages: 16, blocks: [8, 0, 0, 1] };
    const [small, middle] = bandEdges(
      [
        { time: 0, pages: 16, blocks: [0, 0, 0, 2] },
        { time: 50, ...half },
      ],
      100,
    );
    expect(small).toBe('0.0000,1.0000 0.5000,0.5000');
    expect(middle).toBe('0.0000,0.0000 0.5000,0.0000');
  });
});

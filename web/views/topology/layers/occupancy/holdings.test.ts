import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../../engine/types.ts';
import { holdingsOf } from './holdings.ts';
import { holds } from './words.ts';

const frameWith = (occupancy: readonly number[], owners: number): Frame =>
  ({ owners, llcs: 2, llcKib: 32_768, occupancy: Uint32Array.from(occupancy) }) as Frame;

describe('what an LLC holds', () => {
  it('is told by process, those in none last, and nobody of whom there is nothing', () => {
    expect(holdingsOf(frameWith([1024, 0, 512, 0, 0, 0], 3))).toEqual([
      {
        llc: 0,
        kib: 1536,
        room: 32_768,
        parts: [
          { process: 0, kib: 1024 },
          { process: -1, kib: 512 },
        ],
      },
      { llc: 1, kib: 0, room: 32_768, parts: [] },
    ]);
  });

  it('is nothing to be told where no work has a footprint', () => {
    expect(holdingsOf(frameWith([], 0))).toEqual([]);
  });

  it('is said in MiB of how many there are', () => {
    const [some, none] = holdingsOf(frameWith([1024, 0, 512, 0, 0, 0], 3));
    expect(holds(some!)).toBe('1.5 of 32 MiB held: 1 MiB of process 0, 0.5 MiB of others');
    expect(holds(none!)).toBe('0 of 32 MiB held');
  });
});

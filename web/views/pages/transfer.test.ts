import { describe, expect, it } from 'vitest';
import type { HoldStep, LastHold } from '../../engine/pages-moment.ts';
import {
  blocksAfter,
  blocksBefore,
  latestKind,
  mostMarks,
  orderRows,
  pageMarksOf,
  pagePlace,
  progressAt,
} from './transfer.ts';

const steps = (...all: readonly (readonly [page: number, order: number])[]): HoldStep[] =>
  all.map(([page, order]) => ({ page, order, cost: 10 }));

/** Seven pages off one block of eight: each step splits what the one before it left. */
const refill = steps([8, 3], [9, 0], [10, 1], [11, 0], [12, 2], [13, 0], [14, 1]);
const holdOf = (own: readonly HoldStep[], time: number, cost: number, pages = own.length) =>
  ({ cpu: 0, pages, steps: own, explain: { time, cost } }) as unknown as LastHold;

describe('a refill, from its record', () => {
  it('took all of its pages from the one block it found', () => {
    expect(blocksBefore('refill', refill)).toEqual([{ page: 8, order: 3 }]);
  });

  it('leaves the upper halves behind, step by step', () => {
    expect(blocksAfter('refill', refill, 1)).toEqual([
      { page: 9, order: 0 },
      { page: 10, order: 1 },
      { page: 12, order: 2 },
    ]);
    expect(blocksAfter('refill', refill, 4)).toEqual([{ page: 12, order: 2 }]);
    expect(blocksAfter('refill', refill, 7)).toEqual([{ page: 15, order: 0 }]);
  });

  it('names by order what lies in each block still to be taken, and what the next step changes', () => {
    const rows = orderRows('refill', refill, 1);
    expect(rows.map(({ order }) => order)).toEqual([3, 2, 1, 0]);
    expect(rows.map(({ blocks }) => blocks.map(({ own }) => own))).toEqual([[], [3], [2], [1]]);
    expect(rows.map(({ change }) => change)).toEqual([0, 0, 0, -1]);
    const first = orderRows('refill', refill, 0);
    expect(first.map(({ change }) => change)).toEqual([-1, 1, 1, 1]);
    expect(first[0]!.blocks).toEqual([{ page: 8, order: 3, own: 7 }]);
  });
});

describe('a flush, from its record', () => {
  /** Page 5 stays single; 4 joins it and the pair at 6; 3 stays single. */
  const flush = steps([5, 0], [4, 2], [3, 0]);

  it('found free the buddies that no page of its own made', () => {
    expect(blocksBefore('flush', flush)).toEqual([{ page: 6, order: 1 }]);
  });

  it('climbs with each page as far as buddies are free', () => {
    expect(blocksAfter('flush', flush, 1)).toEqual([
      { page: 5, order: 0 },
      { page: 6, order: 1 },
    ]);
    expect(blocksAfter('flush', flush, 3)).toEqual([
      { page: 3, order: 0 },
      { page: 4, order: 2 },
    ]);
    const [two, one, none] = orderRows('flush', flush, 1);
    expect([two!.change, one!.change, none!.change]).toEqual([1, -1, -1]);
    expect(orderRows('flush', flush, 3)[0]!.blocks).toEqual([{ page: 4, order: 2, own: 2 }]);
  });
});

describe('how far a hold has come', () => {
  it('follows from what each page took and an even share of the rest', () => {
    // 7 pages of 10 ns and 14 ns besides: 12 ns each.
    const hold = holdOf(refill, 1000, 84);
    expect(progressAt(hold, 990)).toEqual({ moved: 0, fraction: 0 });
    expect(progressAt(hold, 1006)).toEqual({ moved: 0, fraction: 0.5 });
    expect(progressAt(hold, 1027)).toEqual({ moved: 2, fraction: 0.25 });
    expect(progressAt(hold, 1084)).toEqual({ moved: 7, fraction: 0 });
  });

  it('shares the time evenly where the log holds only the first pages', () => {
    const hold = holdOf(refill, 0, 1000, 100);
    expect(progressAt(hold, 25)).toEqual({ moved: 2, fraction: 0.5 });
    expect(progressAt(hold, 500)).toEqual({ moved: 7, fraction: 0 });
  });

  it('is at its end where the record was forgotten', () => {
    expect(progressAt({ ...holdOf(refill, 0, 0), explain: undefined }, 3).moved).toBe(7);
  });
});

describe('the picture of a hold', () => {
  it('lets a page come down with the splits before it goes over, and back the same way', () => {
    expect(pagePlace('refill', 4, 0)).toEqual({ across: 0, order: 4 });
    expect(pagePlace('refill', 4, 0.25)).toEqual({ across: 0, order: 2 });
    expect(pagePlace('refill', 4, 0.75)).toEqual({ across: 0.5, order: 0 });
    expect(pagePlace('flush', 4, 0.25)).toEqual({ across: 0.5, order: 0 });
    expect(pagePlace('flush', 4, 1)).toEqual({ across: 0, order: 4 });
    expect(pagePlace('refill', 0, 0.25)).toEqual({ across: 0.25, order: 0 });
  });

  it('has a mark for each page up to its limit, and bundles beyond', () => {
    expect(pageMarksOf(31)).toHaveLength(31);
    expect(pageMarksOf(mostMarks)).toHaveLength(mostMarks);
    const bundled = pageMarksOf(511);
    expect(bundled.length).toBeLessThanOrEqual(mostMarks);
    expect(bundled[0]).toEqual({ first: 0, end: 8 });
    expect(bundled.at(-1)).toEqual({ first: 504, end: 511 });
    expect(pageMarksOf(0)).toEqual([]);
  });

  it('shows the hold that began last', () => {
    const early = holdOf(refill, 10, 5);
    const late = holdOf(refill, 20, 5);
    expect(latestKind({ refill: early, flush: late })).toBe('flush');
    expect(latestKind({ refill: late, flush: early })).toBe('refill');
    expect(latestKind({ refill: undefined, flush: early })).toBe('flush');
    expect(latestKind({ refill: undefined, flush: undefined })).toBeUndefined();
  });
});

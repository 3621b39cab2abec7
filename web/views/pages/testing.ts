// Moments of the page allocator made up for tests.

import type { LockNow, PageLists } from '../../engine/pages-moment.ts';

export const lockOf = (given: Partial<LockNow> = {}): LockNow => ({
  lock: 0,
  holder: -1,
  waiters: 0,
  takes: 0,
  waited: 0,
  held: 0,
  longestHold: 0,
  taken: 0,
  ...given,
});

interface List {
  readonly zone: number;
  readonly held: number;
  readonly high: number;
}

export function listsOf(rows: readonly List[]): PageLists {
  const column = (of: (row: List) => number) => Uint32Array.from(rows, of);
  return {
    count: rows.length,
    zone: Int32Array.from(rows, ({ zone }) => zone),
    held: column(({ held }) => held),
    high: column(({ high }) => high),
    batch: column(() => 31),
    highMin: column(({ high }) => high),
    highMax: column(({ high }) => high),
    pagevec: column(() => 0),
  };
}

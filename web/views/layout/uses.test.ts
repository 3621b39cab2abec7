import { describe, expect, it } from 'vitest';
import type { C2cRows, Catalog } from '../../engine/types.ts';
import { fieldScale, fieldUses, usesTogether, warmth } from './uses.ts';

const catalog = {
  structures: ['rq', 'root_domain'],
  symbols: ['none', 'cpupri_set', 'find_lowest_rq'],
  fields: {
    count: 3,
    structure: [1, 1, 0],
    offset: [0, 184, 0],
    size: [4, 4, 8],
    name: ['refcount', 'count[0]', 'lock'],
  },
  // Line 0 is a runqueue; lines 1 and 2 are the first and the third of root_domain.
  lines: { structure: [0, 1, 1], lineNumber: [1, 1, 3] },
} as unknown as Catalog;

type RowNumbers = readonly [number, number, number, number, number, number, number];
/** [line, offset, symbol, loads, stores, local HITM, remote HITM] */
function rowsOf(...rows: readonly RowNumbers[]): C2cRows {
  const column = (at: number) => rows.map((row) => row[at]!);
  return {
    count: rows.length,
    line: column(0),
    offset: column(1),
    symbol: column(2),
    loads: column(3),
    stores: column(4),
    localHitm: column(5),
    remoteHitm: column(6),
  } as unknown as C2cRows;
}

const uses = fieldUses(
  catalog,
  rowsOf(
    [2, 56, 1, 10, 8, 1, 2],
    [2, 56, 2, 30, 0, 4, 5],
    [1, 0, 1, 7, 0, 0, 0],
    [0, 0, 1, 9, 9, 9, 9],
  ),
);

describe('the uses of fields', () => {
  it('are found by structure, line and offset; other structures do not count', () => {
    expect([...uses.keys()].sort()).toEqual(['count[0]', 'refcount']);
    expect(uses.get('count[0]')).toMatchObject({ loads: 40, stores: 8, hitm: 12 });
  });

  it('tell who it was, most HITM first', () => {
    expect(uses.get('count[0]')!.by.map(({ symbol, hitm }) => [symbol, hitm])).toEqual([
      ['find_lowest_rq', 9],
      ['cpupri_set', 3],
    ]);
  });

  it('of several fields add up by function', () => {
    const both = usesTogether(uses, ['count[0]', 'refcount', 'pd']);
    expect(both).toMatchObject({ loads: 47, hitm: 12 });
    expect(both.by.find(({ symbol }) => symbol === 'cpupri_set')!.loads).toBe(17);
  });

  it('give the hottest field full warmth, and none where nothing was measured', () => {
    expect(fieldScale(uses, 'loads')).toEqual({ total: 47, most: 40 });
    expect(warmth(40, fieldScale(uses, 'loads'))).toBe(1);
    expect(warmth(10, fieldScale(uses, 'loads'))).toBe(0.5);
    expect(warmth(0, fieldScale(new Map(), 'hitm'))).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import {
  type CountedRow,
  matchRows,
  mergePublished,
  type PublishedC2cRow,
  shareOut,
  sortRows,
} from './match.ts';

const published = (offset: string, symbol: string, cycles: number, records: number, rmt = 0) =>
  ({
    offset,
    symbol,
    rmt_hitm_pct: rmt,
    lcl_hitm_pct: 0,
    store_l1_hit_pct: 0,
    load_cycles: cycles,
    records,
  }) satisfies PublishedC2cRow;

const counted = (offset: number, symbol: string, rmtHitm: number, cycles = 0): CountedRow => ({
  offset,
  symbol,
  field: 'count',
  rmtHitm,
  lclHitm: 0,
  storeL1Hit: 0,
  loadCount: cycles > 0 ? 2 : 0,
  loadCycles: cycles,
  records: rmtHitm,
});

describe('a published table', () => {
  it('becomes one row per offset and symbol, with cycles weighted by records', () => {
    const rows = mergePublished([
      published('0x38', 'cpupri_set', 30_000, 300, 13.88),
      published('0x38', 'cpupri_set', 20_000, 100, 3.12),
      published('0x30', 'cpupri_set', 10, 100),
    ]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ offset: 0x38, records: 400, loadCycles: 27_500 });
    expect(rows[0]!.rmtHitm).toBeCloseTo(0.17);
    expect(rows[0]!.recordShare).toBeCloseTo(0.8);
  });
  it('does not let rows without a sampled load pull the mean down', () => {
    const [row] = mergePublished([
      published('0x0', 'irq_work_queue_on', 0, 2),
      published('0x0', 'irq_work_queue_on', 28_151, 6),
    ]);
    expect(row!.loadCycles).toBe(28_151);
    expect(mergePublished([published('0x18', '_raw_spin_unlock', 0, 1)])[0]!.loadCycles).toBeNaN();
  });
});

describe('matching', () => {
  it('finds a symbol that perf cut after 26 characters', () => {
    const simulated = shareOut([counted(0x18, 'native_queued_spin_lock_slowpath', 5, 80)]);
    const rows = matchRows(
      simulated,
      mergePublished([published('0x18', 'native_queued_spin_lock_sl', 21_822, 8)]),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.published!.records).toBe(8);
    expect(rows[0]!.simulated!.loadCycles).toBe(40);
  });
  it('tells functions apart whose names begin with the same 26 letters', () => {
    const names = ['sched_balance_find_dst_group', 'sched_balance_find_dst_group_cpu'];
    const rows = matchRows(shareOut(names.map((name) => counted(0x4, name, 3))), []);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });
  it('keeps what only one side has', () => {
    const rows = matchRows(
      shareOut([counted(0x38, 'cpupri_set', 1)]),
      mergePublished([published('0x20', 'pull_rt_task', 1, 1)]),
    );
    expect(rows.map((row) => [row.simulated !== null, row.published !== null])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
  it('turns counts into shares of the line', () => {
    const rows = shareOut([counted(0, 'a', 30), counted(8, 'b', 10)]);
    expect(rows.map((row) => row.rmtHitm)).toEqual([0.75, 0.25]);
    expect(shareOut([counted(0, 'a', 0)])[0]!.rmtHitm).toBe(0);
  });
});

describe('sorting', () => {
  const rows = matchRows(
    shareOut([counted(0, 'a', 1, 10), counted(8, 'b', 3, 40), counted(16, 'c', 2)]),
    [],
  );
  const order = (column: 'rmtHitm' | 'loadCycles' | 'symbol', descending: boolean) =>
    sortRows(rows, { column, descending })
      .map((row) => row.symbol)
      .join('');
  it('follows the column both ways', () => {
    expect(order('rmtHitm', true)).toBe('bca');
    expect(order('rmtHitm', false)).toBe('acb');
    expect(order('symbol', true)).toBe('cba');
  });
  it('leaves rows without a value at the end', () => {
    expect(order('loadCycles', true)).toBe('bac');
    expect(order('loadCycles', false)).toBe('abc');
  });
});

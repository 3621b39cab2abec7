import { describe, expect, it } from 'vitest';
import { gainOf, lineMetrics, lineSymbols, type MeasuredRun, runMetrics } from './metrics.ts';
import type { C2cRows } from './types/measured.ts';

/** line, local HITM, remote HITM, loads, cycles of the loads, the longest. */
type Row = readonly [number, number, number, number, number, number];

function runOf(rows: readonly Row[]): MeasuredRun {
  const column = (at: number) => Float64Array.from(rows, (row) => row[at]!);
  const table = {
    count: rows.length,
    line: column(0),
    localHitm: column(1),
    remoteHitm: column(2),
    loadCount: column(3),
    loadCycles: column(4),
    maxCycles: column(5),
  };
  const catalog = {
    structures: ['root_domain', 'rq'],
    lines: { structure: Uint16Array.of(1, 0, 1), count: 3 },
  };
  return {
    rows: table as unknown as C2cRows,
    catalog,
    waiting: Float64Array.of(0, 2.5, 0),
    zones: [],
    headline: { kernelShare: 0.25, busyShare: 0.5, throughput: 7, meanLatency: 9, latencies: {} },
  } as unknown as MeasuredRun;
}

const run = runOf([
  [0, 1, 3, 2, 100, 80],
  [1, 2, 6, 4, 900, 500],
  [1, 0, 8, 1, 100, 100],
  [2, 12, 0, 0, 0, 0],
]);

describe('the metrics of a line', () => {
  it('add up all rows of the line', () => {
    expect(lineMetrics(run, 1)).toEqual({
      line_load_cycles: 200,
      line_longest_load: 500,
      line_rank: 1,
      line_share: 50,
      line_local_share: 12.5,
      line_waiting: 2.5,
    });
  });

  it('rank lines with as many HITM loads by their index', () => {
    const tied = runOf([
      [2, 4, 0, 0, 0, 0],
      [0, 1, 3, 0, 0, 0],
    ]);
    expect(lineMetrics(tied, 0).line_rank).toBe(1);
    expect(lineMetrics(tied, 2).line_rank).toBe(2);
  });

  it('name functions by their largest row, not by the sum of their rows', () => {
    const symbols = ['none', 'cpupri_set', 'pull_rt_task', 'cpupri_find_fitness'];
    const split = runOf([
      [1, 0, 5, 0, 0, 0],
      [1, 0, 4, 0, 0, 0],
      [1, 0, 6, 0, 0, 0],
      [2, 0, 9, 0, 0, 0],
    ]);
    Object.assign(split.rows, {
      symbol: Uint16Array.of(2, 2, 3, 1),
      offset: Uint16Array.of(8, 16, 8, 0),
    });
    Object.assign(split.catalog, { symbols });
    expect(lineSymbols(split, 1)).toEqual(['cpupri_find_fitness', 'pull_rt_task']);
    Object.assign(split.rows, { symbol: Uint16Array.of(2, 2, 2, 1) });
    expect(lineSymbols(split, 1)).toEqual(['pull_rt_task']);
  });

  it('are zero for a line that nobody touched', () => {
    expect(lineMetrics(run, 9)).toMatchObject({ line_rank: 0, line_load_cycles: 0, line_share: 0 });
  });
});

describe('the metrics of a run', () => {
  it('tell the lines of cpupri from the others', () => {
    expect(runMetrics(run)).toMatchObject({
      kernel_share: 25,
      local_share: (100 * 15) / 32,
      cpupri_local_share: 12.5,
    });
  });
});

describe('the metrics of page lists', () => {
  const lock = { waited: 100, held: 50, longestHold: 9, taken: 30 };
  const zone = { cpus: 4, nodes: 2, listPages: 600, fallbacks: 3, typeBlocks: [1, 7, 0, 0] };
  const withZone = {
    ...run,
    zones: [{ ...zone, zoneLock: lock, lruLock: lock }],
    headline: {
      ...run.headline,
      ...{ windowLength: 1000, score: 6000 },
      latencies: { refill: { samples: 5, p50: 10, p99: 70, greatest: 90 } },
    },
  } as unknown as MeasuredRun;

  it('are a CPU’s share of waiting, visits for 1,000 pages, and what lists and types hold', () => {
    expect(runMetrics(withZone)).toMatchObject({
      zone_lock_share: 2.5,
      zone_visits: 5,
      pages_on_lists: 150,
      fallbacks: 3,
      unmovable_blocks: 12.5,
      refill_p99: 70,
      longest_refill: 90,
    });
  });

  it('have no time of a refill where there was none', () => {
    expect(runMetrics(run)).not.toHaveProperty('refill_p99');
    expect(runMetrics(run)).not.toHaveProperty('zone_visits');
  });
});

describe('a gain against the first variant', () => {
  const before = { throughput: 100, wake_p99: 40 };
  it('is more work in the same time, or the time saved for the same work', () => {
    expect(gainOf('throughput_gain', before, { throughput: 125 })).toBeCloseTo(25);
    expect(gainOf('time_saved', before, { throughput: 125 })).toBeCloseTo(20);
    expect(gainOf('time_saved', before, { throughput: 80 })).toBeCloseTo(-25);
  });

  it('is positive where a latency is shorter', () => {
    expect(gainOf('wake_p99_saved', before, { wake_p99: 30 })).toBeCloseTo(25);
  });

  it('is not a number where one of the runs measured nothing', () => {
    expect(gainOf('request_p99_saved', before, before)).toBeNaN();
  });
});

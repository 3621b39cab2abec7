import { describe, expect, it } from 'vitest';
import type { C2cRows, Catalog, Headline } from '../engine/types.ts';
import { measure, measureAhead, type RunReport } from './measures.ts';

const catalog = {
  structures: ['root_domain'],
  fields: { count: 0, name: [] },
  symbols: ['none', 'cpupri_set', 'pull_rt_task'],
  lines: {
    count: 2,
    structure: new Uint32Array(2),
    instance: new Uint32Array(2),
    lineNumber: new Uint32Array([1, 3]),
  },
} as unknown as Catalog;

/** Two rows on line 3 (index 1): 6 remote and 2 local HITM, 4 loads of 100 cycles. */
const rows = {
  count: 2,
  line: new Uint32Array([1, 1]),
  offset: new Uint16Array([0, 8]),
  symbol: new Uint16Array([1, 2]),
  localHitm: new Uint32Array([2, 0]),
  remoteHitm: new Uint32Array([1, 5]),
  loadCount: new Uint32Array([4, 0]),
  loadCycles: new Float64Array([400, 0]),
  maxCycles: new Uint32Array([180, 90]),
} as unknown as C2cRows;

const report = (throughput: number, measuring = true): RunReport => ({
  catalog,
  rows,
  waiting: new Float64Array([0, 41.5]),
  zones: [],
  headline: {
    measuring,
    throughput,
    kernelShare: 0.2,
    busyShare: 0.9,
    latencies: {},
  } as unknown as Headline,
});
const line3 = { structure: 'root_domain', line: 3 };

describe('a figure beside a published one', () => {
  const [a, b] = [report(100), report(112)];
  it('is a metric of the run, of a line, or a list of functions', () => {
    expect(measure('kernel_share', a, a)).toBe(20);
    expect(measure('local_share', a, a)).toBe(25);
    expect(measure('line_load_cycles', a, a, line3)).toBe(100);
    expect(measure('line_rank', a, a, line3)).toBe(1);
    expect(measure('line_waiting', a, a, line3)).toBe(41.5);
    expect(measure('line_waiting', a, a, { structure: 'root_domain', line: 1 })).toBe(0);
    expect(measure('line_symbols', a, a, line3)).toEqual(['pull_rt_task', 'cpupri_set']);
  });
  it('can be computed ahead: nothing is read again when it is shown', async () => {
    const ahead = report(100);
    const figures = [{ metric: 'kernel_share' }, { metric: 'line_symbols', line: line3 }];
    await measureAhead(ahead, figures);
    const gone = new Proxy({}, { get: () => expect.fail('was read again') });
    Object.assign(ahead, { rows: gone, waiting: gone, catalog: gone });
    expect(figures.map(({ metric, line }) => measure(metric, ahead, ahead, line))).toEqual([
      20,
      ['pull_rt_task', 'cpupri_set'],
    ]);
  });
  it('takes gains relative to the first side, which has none itself', () => {
    expect(measure('throughput_gain', b, a)).toBeCloseTo(12);
    expect(measure('throughput_gain', a, a)).toBeUndefined();
  });
  it('is missing while warming up, and for a line that the layout does not have', () => {
    expect(measure('kernel_share', report(100, false), a)).toBeUndefined();
    expect(measure('line_rank', a, a, { structure: 'root_domain', line: 99 })).toBeUndefined();
  });
});

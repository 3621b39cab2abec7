import { describe, expect, it } from 'vitest';
import { canonicalJson, fingerprint } from '../../base/canonical.ts';
import { cellsOf, inShard, pairsOf } from './grid.ts';
import type { RunMeasures } from './measure.ts';
import {
  MergeError,
  mergeParts,
  runsOfPairs,
  type SweepHead,
  sweepDocument,
  sweepFormat,
  sweepPart,
  sweepText,
} from './result.ts';

const over = [{ path: 'workload.user', values: ['300us', '450us', '600us'] }];
const head: SweepHead = {
  format: sweepFormat,
  scenario: 'cpupri/ffmpeg-480',
  fingerprint: '0123456789abcdef',
  over,
  variants: ['A', 'B'],
  seeds: [1, 2, 3, 4, 5],
  lines: [{ structure: 'root_domain', line: 3 }],
  cells: cellsOf(over).map((values) => ({
    values,
    duration_ns: 3e6,
    window_ns: { from: 1e6, to: 3e6 },
  })),
};
const all = pairsOf(head.cells.length, head.seeds);

function measures(cell: number, seed: number, variant: string): RunMeasures {
  const throughput = (1000 + seed) * (variant === 'A' ? 1 : 1.2 - 0.05 * cell);
  return {
    trace_hash: fingerprint([cell, seed, variant]),
    metrics: { throughput, kernel_share: variant === 'A' ? 20 + seed : 10 + seed },
    lines: [variant === 'A' ? { metrics: { line_rank: 1 }, line_symbols: ['cpupri_set'] } : null],
  };
}

const finished = all.map((pair) => ({
  pair,
  runs: {
    A: measures(pair.cell, pair.seed, 'A'),
    B: measures(pair.cell, pair.seed, 'B'),
  },
}));
const whole = sweepDocument(head, runsOfPairs(finished, head.variants));
const part = (index: number, of: number) => {
  const shard = { index, of };
  const own = finished.filter(({ pair }) => inShard(pair, shard));
  return sweepPart(head, shard, runsOfPairs(own, head.variants));
};
/** As a file gives it back. */
const read = (document: Parameters<typeof sweepText>[0]) => JSON.parse(sweepText(document));

function refusal(...parts: unknown[]): MergeError {
  try {
    mergeParts(parts);
  } catch (error) {
    if (error instanceof MergeError) return error;
    throw error;
  }
  throw new Error('these parts were merged');
}

describe('canonical text', () => {
  it('does not depend on the order in which keys were written', () => {
    const text = canonicalJson({ b: [{ y: 1, x: null }], a: undefined, c: 'é' });
    expect(text).toBe(canonicalJson({ c: 'é', b: [{ x: null, y: 1 }] }));
    expect(fingerprint({ a: 1, b: 2 })).toBe(fingerprint({ b: 2, a: 1 }));
    expect(fingerprint({ a: 1, b: 2 })).not.toBe(fingerprint({ a: 1, b: 3 }));
  });
});

describe('the summary', () => {
  it('compares variants seed by seed', () => {
    const { A, B } = whole.summary[1]! as Record<
      string,
      NonNullable<(typeof whole.summary)[0]['A']>
    >;
    expect(A!.metrics.kernel_share!.median).toBe(23);
    expect(B!.differences!.kernel_share).toMatchObject({ median: -10, interval: [-10, -10] });
    expect(B!.differences!.throughput_gain!.median).toBeCloseTo(15, 9);
    expect(A!.differences).toBeUndefined();
  });

  it('says nothing of a line that a variant does not have', () => {
    expect(whole.summary[0]!.A!.lines[0]!.line_rank!.median).toBe(1);
    expect(whole.summary[0]!.B!.lines[0]).toBeNull();
  });
});

describe('merging', () => {
  it.each([1, 2, 3, 4, 15, 20])('gives back the whole from %i parts, byte for byte', (of) => {
    const parts = Array.from({ length: of }, (_, i) => read(part(i + 1, of)));
    expect(sweepText(mergeParts(parts.reverse()))).toBe(sweepText(whole));
  });

  it('wants every part, once', () => {
    expect(refusal(read(part(1, 3)), read(part(3, 3))).message).toContain('missing: 2/3');
    expect(refusal(read(part(1, 2)), read(part(1, 2)))).toMatchObject({ part: 1 });
    expect(refusal(read(part(1, 2)), read(part(2, 3))).message).toContain('a different sweep');
  });

  it('does not mix sweeps', () => {
    const other = { ...read(part(2, 2)), fingerprint: 'fedcba9876543210' };
    expect(refusal(read(part(1, 2)), other)).toMatchObject({ part: 1 });
  });

  it('refuses what is no part, a whole, and a part that was cut or changed, naming the field', () => {
    expect(refusal({ format: 'schedscape-run/1' }).message).toMatch(/^format: /);
    expect(refusal(null).message).toMatch(/^format: /);
    expect(refusal(read(whole)).message).toMatch(/^shard: /);
    const cut = read(part(2, 2));
    cut.runs.pop();
    expect(refusal(read(part(1, 2)), cut).message).toMatch(/^runs: /);
    const swapped = read(part(2, 2));
    [swapped.runs[0], swapped.runs[1]] = [swapped.runs[1], swapped.runs[0]];
    expect(refusal(read(part(1, 2)), swapped).message).toMatch(/^runs\[0\]: /);
    const hollow = read(part(2, 2));
    hollow.runs[3] = {};
    expect(refusal(read(part(1, 2)), hollow).message).toMatch(/^runs\[3\]\.cell: is missing; /);
  });

  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);
  it.each<[string, (part: Record<string, unknown> & { runs: { metrics: object }[] }) => void]>([
    ['shard.of: is 10000000000', (one) => (one.shard = { index: 1, of: 1e10 })],
    ['shard.of: is 0', (one) => (one.shard = { index: 1, of: 0 })],
    ['shard.index: is missing', (one) => (one.shard = { of: 2 })],
    ['fingerprint: is a list of 1, not 16 hex', (one) => (one.fingerprint = deep)],
    ['scenario: is ', (one) => (one.scenario = 'x'.repeat(1001))],
    ['more: is not a field of a part', (one) => (one.more = deep)],
    [
      'runs[1].metrics.throughput: is "x", not a number',
      (one) => (one.runs[1]!.metrics = { throughput: 'x' }),
    ],
    [
      'runs[0].metrics.throughput: is null, not a number',
      (one) => (one.runs[0]!.metrics = { throughput: null, kernel_share: {} }),
    ],
    [
      'runs[0].metrics.kernel_share: is an object, not a number',
      (one) => (one.runs[0]!.metrics = { kernel_share: {} }),
    ],
    ['runs[0].metrics: is a list of 0', (one) => (one.runs[0]!.metrics = [])],
    ['runs[2].lines: is not 1 lines', (one) => Object.assign(one.runs[2]!, { lines: [] })],
    ['runs[2].lines[0]: is 7', (one) => Object.assign(one.runs[2]!, { lines: [7] })],
    ['cells[0]: is null, not an object', (one) => (one.cells = [null])],
    ['cells: is empty', (one) => (one.cells = [])],
    ['over[0]: is null, not an object', (one) => (one.over = [null])],
    ['over[0].values: is "1", not a list', (one) => (one.over = [{ path: 'x', values: '1' }])],
    ['seeds[0]: is -1, not a whole number', (one) => (one.seeds = [-1])],
    ['cells: makes 3 cells of 40000 seeds', (one) => (one.seeds = Array(40_000).fill(1))],
    ['variants[1]: is "__proto__"', (one) => (one.variants = ['A', '__proto__'])],
  ])('refuses a part of another form: %s', (message, spoil) => {
    const spoilt = read(part(2, 2));
    spoil(spoilt);
    const refused = refusal(read(part(1, 2)), spoilt);
    expect(refused).toMatchObject({ part: 1 });
    expect(refused.message.startsWith(message), refused.message).toBe(true);
  });
});

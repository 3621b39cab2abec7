// A small sweep for tests: two variants, three places, ten seeds; the numbers are simple to foretell.

import type { FinishedPair } from '../../../engine/sweep/collect.ts';
import { pairsOf } from '../../../engine/sweep/grid.ts';
import type { RunMeasures } from '../../../engine/sweep/measure.ts';
import type { PublishedPoint } from '../../../scenario/claims/points.ts';
import type { ShippedPoint } from '../../../scenario/claims/shipped-points.ts';
import type { CurveInput } from '../curve.ts';

export const seeds = Array.from({ length: 10 }, (_, at) => at + 1);
export const xs = ['300 µs', '450 µs', '600 µs'];

/** A's throughput is 1000 + seed; B gains 20, 10 and 5 per cent, and a little with the seed. */
function measures(cell: number, seed: number, variant: string): RunMeasures {
  const gain = [0.2, 0.1, 0.05][cell]! + (seed - 5) / 1000;
  const throughput = (1000 + seed) * (variant === 'A' ? 1 : 1 + gain);
  return {
    trace_hash: '0'.repeat(16),
    metrics: { throughput, kernel_share: (variant === 'A' ? 20 : 11) - 3 * cell },
    lines: [
      variant === 'A'
        ? { metrics: { line_load_cycles: 30_000 / 10 ** cell + seed }, line_symbols: [] }
        : null,
    ],
  };
}

export const pairs: FinishedPair[] = pairsOf(xs.length, seeds).map((pair) => ({
  pair,
  runs: { A: measures(pair.cell, pair.seed, 'A'), B: measures(pair.cell, pair.seed, 'B') },
}));

export const published: PublishedPoint = {
  id: 'cpupri-headlines/ffmpeg-throughput/p1',
  label: 'FFmpeg: frames per second relative to the baseline',
  variant: 'B',
  x: '450us',
  value: 11,
  spread: undefined,
  claim: 'S, O, M(5)',
  basis: 'follows-from-fitted',
  note: 'A weak test.',
  span: undefined,
};

export const shipped: ShippedPoint = {
  id: published.id,
  variant: 'B',
  x: '450 µs',
  value: 10.06,
  interval: [9.87, 10.347],
  seeds: 10,
  run: { scenario: 'cpupri/ffmpeg-480', set: { duration: '150 ms' }, variant: 'B', seed: 2 },
  from: '0.1.0, 2026-11-23',
};

export const input: CurveInput = {
  title: '',
  xs,
  cells: [0, 1, 2],
  variants: [
    { id: 'A', label: 'Baseline' },
    { id: 'B', label: 'Patched' },
  ],
  pairs,
  seeds: 10,
  asked: { metric: 'throughput_gain', line: undefined, against: false },
  unit: '%',
  published: [published],
};

// When the points of a curve have seeds enough.

import { describe, expect, it } from 'vitest';
import type { PairRuns } from '../../engine/sweep/collect.ts';
import { enough } from '../../engine/sweep/statistics.ts';
import type { Recipe } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { openRecipe } from '../../scenario/recipe.ts';
import { curveContent } from './curves.ts';
import { earlyEndOf } from './early-end.ts';

const reader = nodeReader('scenarios');
const recipe: Recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480' };
const content = await curveContent(await openRecipe(recipe, reader), reader);
const planned = { head: { variants: ['A', 'B'], lines: [] } } as never;
const ruleOf = (metric: string, seeds = 30) => earlyEndOf(content, { metric, seeds }, planned);

/** Thirty seeds in which B gains ten points, give or take `spread`. */
const runs = (spread: number): PairRuns[] =>
  Array.from({ length: 30 }, (_, at) => {
    const throughput = 1100 + 10 * spread * ((at % 5) - 2);
    const metrics = (value: number) => ({ metrics: { throughput: value }, lines: [] });
    return { A: metrics(1000), B: metrics(throughput) } as unknown as PairRuns;
  });

const seedsOf = (metric: string, spread: number) => {
  const rule = ruleOf(metric)!;
  return enough(runs(spread).map(rule.values), rule);
};

describe('the seeds of a point', () => {
  it('are as many as were asked for, up to ten', () => {
    for (const seeds of [1, 3, 10]) expect(ruleOf('throughput_gain', seeds)).toBeUndefined();
  });

  it('end with the tenth where the gain is known within a point, later where it is not', () => {
    expect(seedsOf('throughput_gain', 0.1)).toBe(10);
    expect(seedsOf('throughput_gain', 3)).toBeUndefined();
  });

  it('go by one per cent where a figure is not a gain', () => {
    expect(seedsOf('throughput', 0.1)).toBe(10);
    expect(seedsOf('throughput', 3)).toBeUndefined();
  });

  it('end with the tenth where nothing of it is measured', () => {
    expect(seedsOf('wake_latency', 3)).toBe(10);
  });
});

import { describe, expect, it } from 'vitest';
import { loadScenario } from '../scenario/index.ts';
import { nodeReader } from '../scenario/node.ts';
import {
  batchOf,
  batchVariant,
  instantAnswer,
  instantCurve,
  publishedAnswers,
  recipeWithBatch,
} from './batch-point.ts';

const reader = nodeReader('scenarios');
const on = (platform: string) =>
  loadScenario('pcp/nine-machines', reader, [{ path: 'platform', value: platform }]);
const opened = async (name: string) => ({
  ...(await loadScenario(name, reader, [])),
  recipe: { format: 'schedscape-recipe/3', scenario: name } as const,
  playhead: 0,
});
const path = 'variant.B.kernel.page_lists.batch';

describe('the closed form of the machine on stage', () => {
  it('gives score and shares of one batch, and the change against A, which has 31', async () => {
    const answer = instantAnswer(await on('lkp-skl-4sp1'), 63)!;
    expect(answer.rate / 1e6).toBeCloseTo(18, 0);
    expect(answer.change).toBeGreaterThan(15);
    expect(answer.zoneShare).toBeLessThan(answer.lruShare);
    expect(instantAnswer(await on('genoa-4n-2s'), 63)).toBeUndefined();
  });

  it('takes the batch that A runs as its base, whatever that is', async () => {
    const zone = await loadScenario('pcp/one-zone', reader);
    expect(instantAnswer(zone, 1)!.change).toBe(0);
    // The story's own runs give B, with 31, 145 % more.
    expect(instantAnswer(zone, 31)!.change).toBeGreaterThan(100);
    const gain = instantCurve(zone, path, [1, 31, 127], 'throughput_gain')!;
    expect(gain.values[0]).toBe(0);
    expect(gain.values[1]).toBe(instantAnswer(zone, 31)!.change);
    const other = await loadScenario('pcp/one-zone', reader, [
      { path: 'variant.A.kernel.page_lists.batch', value: 31 },
    ]);
    expect(instantAnswer(other, 31)!.change).toBe(0);
    const ofFirst = path.replace('B', 'A');
    expect(instantCurve(zone, ofFirst, [1, 31], 'throughput_gain')).toBeUndefined();
    expect(instantCurve(zone, ofFirst, [1, 31], 'page_rate')).toBeDefined();
  });

  it('is none for timings that are called what every object has', async () => {
    const odd = await on('lkp-skl-4sp1');
    const timings = { ...odd.timings, id: 'constructor' };
    expect(instantAnswer({ ...odd, timings }, 63)).toBeUndefined();
  });

  it('is a curve along the batch only, in the metrics it knows', async () => {
    const scenario = await on('lkp-bdw-ep2');
    const batches = [31, 63, 511];
    const both = instantCurve(scenario, path, batches, 'page_lock_share')!;
    const zone = instantCurve(scenario, path, batches, 'zone_lock_share')!;
    expect(both.variant).toBe('B');
    expect(zone.values).toHaveLength(3);
    for (const [at, value] of zone.values.entries()) {
      expect(both.values[at]).toBeGreaterThan(value);
    }
    expect(instantCurve(scenario, 'workload.pages', batches, 'page_rate')).toBeUndefined();
    expect(instantCurve(scenario, path, batches, 'kernel_share')).toBeUndefined();
  });
});

describe('the published rows', () => {
  it('have a change only where it is against the base: they were published against 31', async () => {
    const against = async (batch: number) => {
      const overrides = [
        { path: 'platform', value: 'lkp-skl-4sp1' },
        { path: 'variant.A.kernel.page_lists.batch', value: batch },
      ];
      const scenario = await loadScenario('pcp/nine-machines', reader, overrides);
      const recipe = { format: 'schedscape-recipe/3', scenario: 'pcp/nine-machines' } as const;
      const rows = await publishedAnswers({ ...scenario, recipe, playhead: 0 }, reader);
      return rows.get(63)!;
    };
    expect((await against(31)).change).toBeGreaterThan(0);
    expect((await against(7)).change).toBeUndefined();
    expect((await against(7)).rate).toBeGreaterThan(0);
  });
});

describe('the batch slider', () => {
  it('stands at the batch of the last variant with lists of the old form', async () => {
    const skylake = await opened('pcp/skylake-ex');
    expect(batchVariant(skylake)).toBe('B');
    expect(batchOf(skylake, 'A')).toBe(31);
    expect(batchOf(skylake, 'B')).toBe(63);
    expect(batchVariant(await opened('pcp/auto-tuned'))).toBeUndefined();
    expect(batchVariant(await opened('cpupri/cyclic'))).toBeUndefined();
  });

  it('puts its batch into the recipe and leaves the rest', () => {
    const recipe = { format: 'schedscape-recipe/3', scenario: 'pcp/skylake-ex' } as const;
    const changed = recipeWithBatch(
      { ...recipe, set: { 'workload.pages': 1024 }, seed: 3 },
      'B',
      119,
    );
    expect(changed.set).toEqual({ 'workload.pages': 1024, [path]: 119 });
    expect(changed.view).toEqual({ tab: 'pages' });
  });
});

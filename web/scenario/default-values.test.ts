import { describe, expect, it } from 'vitest';
import { defaultSettings, knobsAtDefault } from './default-values.ts';
import { type OpenedRecipe, openRecipe } from './recipe.ts';
import { scenarioNames } from './scenario.ts';
import { settingOf } from './setting.ts';
import { reader } from './testing.ts';

const opened = (scenario: string, set: Record<string, string | number> = {}) =>
  openRecipe({ format: 'schedscape-recipe/3', scenario, set }, reader);

const settingsOf = async (recipe: Promise<OpenedRecipe>) => defaultSettings(await recipe, reader);

describe('knobs of which a scenario says nothing', () => {
  it('stand where the kernel has them', async () => {
    expect(await settingsOf(opened('split-llc/wide-wakers'))).toEqual({
      'variant.A.kernel.preemption': 'immediate',
      'variant.A.kernel.wake_leaving': 'wakelist',
      'variant.A.kernel.sched_batch_every': 0,
      'variant.A.kernel.sched_idle_every': 0,
    });
    expect(await settingsOf(opened('split-llc/idle-states'))).toEqual({
      'variant.B.kernel.nohz_kicks': 'all',
    });
    expect(await settingsOf(opened('split-llc/hackbench-groups'))).toEqual({
      'variant.A.kernel.should_we_balance': 'core-aware',
      'variant.A.kernel.serialize_test': 'before',
    });
  });

  it('follow what else is said: the stand-in for the fair class lets wakers wait', async () => {
    const minimal = { 'variant.A.kernel.fair': 'minimal' };
    const settings = await settingsOf(opened('split-llc/wide-wakers', minimal));
    expect(settings['variant.A.kernel.wake_leaving']).toBe('wait');
  });

  it('are those of the machine where it is named with its timings', async () => {
    expect(await settingsOf(opened('split-llc/intents'))).toEqual({ platform: 'milan-2s-nps1' });
  });

  it('stand at none of their values where the kernel computes one', async () => {
    const recipe = await opened('pcp/two-sockets');
    expect(knobsAtDefault(recipe).map(({ path }) => path)).toEqual([
      'variant.B.kernel.page_lists.batch',
    ]);
    expect(await defaultSettings(recipe, reader)).toEqual({});
  });

  it('have no place here once a recipe says them', async () => {
    const set = { 'variant.A.kernel.preemption': 'lazy' };
    const recipe = await opened('split-llc/wide-wakers', set);
    expect(settingOf(recipe, 'variant.A.kernel.preemption')).toBe('lazy');
    expect(await defaultSettings(recipe, reader)).not.toHaveProperty([
      'variant.A.kernel.preemption',
    ]);
  });

  it('are known in every scenario but where the kernel computes or a version brings them', async () => {
    const unknown: string[] = [];
    for (const name of scenarioNames(reader)) {
      const recipe = await opened(name);
      const settings = await defaultSettings(recipe, reader);
      for (const { path } of knobsAtDefault(recipe)) if (!(path in settings)) unknown.push(path);
    }
    const known = ['page_lists.batch', 'cache_aware.switches.numa_rule'];
    expect(new Set(unknown)).toEqual(new Set(known.map((field) => `variant.B.kernel.${field}`)));
  });
});

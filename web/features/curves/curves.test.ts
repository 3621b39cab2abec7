import { describe, expect, it } from 'vitest';
import { type Recipe, scenarioNames } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { openRecipe } from '../../scenario/recipe.ts';
import {
  choiceOf,
  curveContent,
  curveInputs,
  firstChoice,
  keptOf,
  planCurves,
  whyNoneShipped,
} from './curves.ts';

const reader = nodeReader('scenarios');

describe('the curves of a scenario as it comes', () => {
  it.each(scenarioNames(reader))('%s can be planned along every axis it offers', async (name) => {
    const recipe: Recipe = { format: 'schedscape-recipe/3', scenario: name };
    const content = await curveContent(await openRecipe(recipe, reader), reader);
    for (const { key } of content.axes) {
      const choice = { ...firstChoice(content), axis: key, seeds: 1 };
      const { head } = await planCurves(recipe, content, choice, reader);
      expect(head.over.map(({ path }) => path)).toEqual([key]);
    }
  });
});

describe('the curves of a scenario that the shipped report has run', () => {
  it.each(['cpupri/ffmpeg-480', 'pcp/nine-machines'])('%s open full, nothing run', async (name) => {
    const recipe: Recipe = { format: 'schedscape-recipe/3', scenario: name };
    const content = await curveContent(await openRecipe(recipe, reader), reader);
    const choice = { ...firstChoice(content), seeds: 10 };
    const planned = await planCurves(recipe, content, choice, reader);
    const [input] = curveInputs(recipe, content, choice, planned, { pairs: [] });
    expect(input!.shipped!.length).toBeGreaterThan(0);
    for (const { run } of input!.shipped!) expect(run.scenario).toBe(name);
  });
});

describe('the curves of a scenario without shipped points', () => {
  const why = async (scenario: string) => {
    const opened = await openRecipe({ format: 'schedscape-recipe/3', scenario }, reader);
    const content = await curveContent(opened, reader);
    return whyNoneShipped(content, firstChoice(content));
  };

  it('say whether nothing was published of it, or elsewhere', async () => {
    expect(await why('cpupri/ghosts')).toMatch(/^No figures of this story have been published/);
    expect(await why('split-llc/tbench-thundering-herd')).toMatch(
      /^The published figures of this story are not “.+” along “.+”/,
    );
  });
});

describe('what a link keeps of the curves', () => {
  const contentOf = async () => {
    const recipe: Recipe = { format: 'schedscape-recipe/3', scenario: 'cpupri/ffmpeg-480' };
    return curveContent(await openRecipe(recipe, reader), reader);
  };

  it('is what differs from what the tab opens with, and leads back to it', async () => {
    const content = await contentOf();
    const first = firstChoice(content);
    expect(keptOf(first, first)).toBeUndefined();
    expect(choiceOf(content, first, undefined, false)).toEqual(first);
    const [axis, beside] = content.axes.map(({ key }) => key).filter((key) => key !== first.axis);
    const metric = content.metrics.find(({ key }) => key !== first.metric)!.key;
    const length = content.lengths[1]!.key;
    const what = { axis: axis!, beside: beside!, metric, length };
    const chosen = { ...what, seeds: 3, form: 'table' } as const;
    expect(choiceOf(content, first, keptOf(first, chosen), false)).toEqual(chosen);
    expect(keptOf(first, { ...first, form: 'csv' })).toEqual({ form: 'csv' });
  });

  it('is passed over as far as the scenario has nothing of the kind', async () => {
    const content = await contentOf();
    const first = firstChoice(content);
    const none = { axis: '__proto__', beside: 'toString', metric: 'x', length: '1 ns', seeds: 7 };
    expect(choiceOf(content, first, { ...none, form: 'others' }, false)).toEqual(first);
    expect(choiceOf(content, first, { beside: first.axis }, false)).toEqual(first);
    expect(choiceOf(content, first, { form: 'others' }, true).form).toBe('others');
  });
});

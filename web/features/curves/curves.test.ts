import { describe, expect, it } from 'vitest';
import { type Recipe, scenarioNames } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { openRecipe } from '../../scenario/recipe.ts';
import { curveContent, curveInputs, firstChoice, planCurves, whyNoneShipped } from './curves.ts';

const reader = nodeReader('scenarios');

describe('the curves of a scenario as it comes', () => {
  it.each(scenarioNames(reader))('%s can be planned along every axis it offers', async (name) => {
    const recipe: Recipe = { format: 'schedscape-recipe/3', scenario: name };
    const content = await curveContent(await openRecipe(recipe, reader), reader);
    for (const { key } of content.axes) {
      const choice = { axis: key, beside: '', metric: '', length: '', seeds: 1 };
      const length = content.lengths[0]!.key;
      const { head } = await planCurves(recipe, content, { ...choice, length }, reader);
      expect(head.over.map(({ path }) => path)).toEqual([key]);
    }
  });
});

describe('the curves of a scenario that the shipped report has run', () => {
  it.each(['cpupri/ffmpeg-480', 'pcp/nine-machines'])('%s open full, nothing run', async (name) => {
    const recipe: Recipe = { format: 'schedscape-recipe/3', scenario: name };
    const content = await curveContent(await openRecipe(recipe, reader), reader);
    const length = content.lengths[0]!.key;
    const choice = { ...firstChoice(content), beside: '', length, seeds: 10 };
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

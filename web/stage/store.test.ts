import { describe, expect, it } from 'vitest';
import { loadScenario, scenarioNames } from '../scenario/index.ts';
import { nodeReader } from '../scenario/node.ts';
import { stageLayouts, stageLayoutsOf, variantsOn } from './store.ts';

const reader = nodeReader('scenarios');

describe('the stages of a scenario', () => {
  it.each(scenarioNames(reader))(
    'of %s show every variant alone, beside each other, and three or four at once',
    async (name) => {
      const { scenario } = await loadScenario(name, reader);
      const ids = scenario.variants.map(({ id }) => id);
      const shown = stageLayoutsOf(ids).map((stage) => variantsOn(stage).join());
      const pairs = ids.flatMap((one, at) => ids.slice(at + 1).map((other) => `${one},${other}`));
      const more = [3, 4].filter((n) => ids.length >= n).map((n) => ids.slice(0, n).join());
      expect([...shown].sort()).toEqual([...ids, ...pairs, ...more].sort());
    },
  );

  it('are called by the sides that they show', () => {
    for (const stage of stageLayouts) expect(variantsOn(stage).join(' | ')).toBe(stage);
  });
});

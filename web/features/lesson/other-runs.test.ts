import { describe, expect, it } from 'vitest';
import { questionsOf } from '../../learn/lesson/lesson.ts';
import { openRecipe, type Recipe, scenarioNames } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { planOtherRun } from './other-runs.ts';

const reader = nodeReader('scenarios');

describe('the questions of every scenario', () => {
  it.each(scenarioNames(reader))(
    'of %s about other settings have a run that answers',
    async (name) => {
      const recipe: Recipe = { format: 'schedscape-recipe/3', scenario: name };
      const opened = await openRecipe(recipe, reader);
      const asked = opened.scenario.predict ?? [];
      expect(questionsOf(opened.scenario)).toEqual(asked);
      for (const question of asked.filter(({ set }) => set)) {
        const { head, first } = await planOtherRun(opened, question, reader);
        expect(head.over.map(({ path }) => path)).toEqual(Object.keys(question.set!));
        expect(head.seeds).toEqual([opened.seed]);
        expect(head.variants).toContain(question.variant);
        expect(first.scenario).not.toEqual(opened.scenario);
      }
    },
  );
});

// The questions that steps of stories ask: their runs answer each in one way, at two seeds.

import { describe, expect, it } from 'vitest';
import { runsOfRecipe } from '../../web/scenario/lab/lab.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { recipeFormat, recipeVersion } from '../../web/scenario/recipe-schema.ts';
import { checkQuestion, run } from './questions.ts';
import { seeds, toldStories } from './steps.ts';

const reader = nodeReader('scenarios');
const asked = toldStories.flatMap(({ name, cpus, steps }) =>
  steps.flatMap(({ ask, hints = [] }) => (ask ? [{ name, cpus, ask, hints }] : [])),
);

describe('the questions of stories', () => {
  it('are asked in every chapter, each with hints', () => {
    const chapters = new Set(asked.map(({ name }) => name.split('/')[0]));
    expect([...chapters].sort()).toEqual(['cache-aware', 'cpupri', 'pcp', 'split-llc']);
    for (const { hints } of asked) expect(hints.length).toBeGreaterThan(1);
  });

  it.each(asked)('of $name about $ask.id have runs that answer', async ({ name, ask }) => {
    const recipe = { format: `${recipeFormat}/${recipeVersion}`, scenario: name } as const;
    const { jobs } = await runsOfRecipe(recipe, ask, reader);
    expect([...jobs.values()].length).toBeGreaterThan(0);
  });

  // A run of more CPUs takes half a minute; what those ask for, the claims of their stories bear out (steps.ts).
  const isQuick = ({ cpus }: { readonly cpus: number }) => cpus <= 128;
  it.each(asked.filter(isQuick).flatMap((each) => seeds.map((seed) => ({ ...each, seed }))))(
    'of $name are answered in one way at seed $seed',
    async ({ name, ask, seed }) => {
      const recipe = {
        format: `${recipeFormat}/${recipeVersion}`,
        scenario: name,
        seed,
      } as const;
      checkQuestion(ask, await run(await runsOfRecipe(recipe, ask, reader), name));
    },
    120_000,
  );
});

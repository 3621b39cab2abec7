// The runs that answer a step of a lab, in workers of the page; finished runs are kept.

import { sweepInBrowser } from '../../engine/sweep/browser.ts';
import { browserReader } from '../../scenario/browser.ts';
import type { Ask } from '../../scenario/lab/ask-schema.ts';
import type { GivenAnswer, TrialRuns } from '../../scenario/lab/judge.ts';
import { recipeOfStep, runsOfRecipe } from '../../scenario/lab/lab.ts';
import type { LabStep } from '../../scenario/lab/lab-schema.ts';
import type { Recipe } from '../../scenario/recipe-schema.ts';

/**
 * The runs that answer a question about what a recipe runs. Rejects with a message for a reader, and when `signal`
 * aborts. `runsPolicies`: the reader asked to run the policy of the recipe.
 */
export async function runAsk(
  recipe: Recipe,
  ask: Ask,
  signal: AbortSignal,
  runsPolicies = false,
): Promise<TrialRuns> {
  const { seed, jobs, key } = await runsOfRecipe(recipe, ask, browserReader, runsPolicies);
  const [finished] = await sweepInBrowser({
    pairs: [{ index: 0, cell: 0, seed }],
    variants: [...jobs.keys()],
    jobOf: (_, run) => jobs.get(run)!,
    cellKeys: [key],
    signal,
  });
  if (!finished) throw new Error('the runs gave nothing');
  return finished.runs;
}

/** The runs that answer a step of a lab; rejects likewise. */
export const runStep = (step: LabStep, seed: number, said: GivenAnswer, signal: AbortSignal) =>
  runAsk(recipeOfStep(step, seed, said), step.ask, signal, true);

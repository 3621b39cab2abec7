// Opens recipes for the stage. A scenario as it comes was opened when the page was built and is only
// fetched; anything a person changed goes through web/scenario, which comes in a chunk of its own.

import type { Recipe } from '../scenario/index.ts';
import { recipeNamed, shipped } from './shipped.ts';
import type { Content } from './stage-content.ts';

/** What reads links, checks recipes and opens changed scenarios. */
export const recipeChunk = () => import('./recipe-chunk.ts');

/** The scenario of that name as it comes. Throws Error if it cannot be fetched. */
export async function fetchScenario(name: string): Promise<Content> {
  const content = await shipped(name);
  return content ? { ...content, choice: {} } : openContent(recipeNamed(name));
}

/** True if the recipe changes nothing about the run: only how it is looked at. */
function isAsItComes(recipe: Recipe): boolean {
  const { machine, workload, set, seed, layout, policy, interventions } = recipe;
  return [machine, workload, set, seed, layout, policy, interventions].every(
    (change) => change === undefined,
  );
}

/** Opens any recipe. Throws ScenarioError, or Error if a file could not be fetched. */
export async function openContent(recipe: Recipe): Promise<Content> {
  const chunk = await recipeChunk();
  const { scenario, policy } = recipe;
  const runsPolicy = policy !== undefined && chunk.isApproved(policy.source);
  const content =
    typeof scenario === 'string' && isAsItComes(recipe) ? await shipped(scenario) : undefined;
  const opened = content
    ? { ...content.opened, recipe, playhead: chunk.playheadOf(recipe, content.opened) }
    : await chunk.openRecipe(recipe, chunk.browserReader, undefined, runsPolicy);
  const asked = chunk.choiceOf(recipe, opened);
  // What waits for a press is shown.
  const choice = policy && !runsPolicy && !asked.embed ? { ...asked, dock: 'policy' } : asked;
  return { ...(content ?? chunk.stageOf(opened)), opened, choice };
}

/** Throws ScenarioError if the core does not take it; of scenarios as they come that is known. */
export async function askCoreOf({ opened, definitions }: Content): Promise<void> {
  if (opened.name === undefined || !isAsItComes(opened.recipe))
    await (await recipeChunk()).askCore(definitions);
}

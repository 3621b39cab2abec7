// Opens recipes for the stage. A scenario as it comes was opened when the page was built and is only
// fetched; anything a person changed goes through web/scenario, which comes in a chunk of its own.

import first from 'virtual:first-scenario';
import type { OpenedScenario, Recipe } from '../scenario/index.ts';
import type { Content } from './stage-content.ts';

/** Every scenario there is to choose from; the first picture needs only its own. */
export const allScenarios = async () => (await import('virtual:opened-scenarios')).default;

/** What reads links, checks recipes and opens changed scenarios. */
export const recipeChunk = () => import('./recipe-chunk.ts');

/** The recipe that changes nothing about a scenario. */
export const recipeNamed = (scenario: string): Recipe => ({
  format: 'schedscape-recipe/3',
  scenario,
});

type Shipped = Omit<Content, 'choice' | 'opened'> & { readonly opened: OpenedScenario };

async function wholeOf(response: Response, title: string): Promise<Shipped> {
  try {
    return await response.json();
  } catch {
    throw new Error(`${title}: it did not arrive whole. Load the page again.`);
  }
}

/** A scenario as it comes, or undefined if there is none of that name. */
async function shipped(name: string): Promise<Omit<Content, 'choice'> | undefined> {
  const found =
    name === first.name ? first : (await allScenarios()).find((scenario) => scenario.name === name);
  if (!found) return undefined;
  const response = await fetch(found.address);
  if (!response.ok) throw new Error(`${found.title}: ${response.status} ${response.statusText}`);
  const { opened, ...rest } = await wholeOf(response, found.title);
  const recipe = recipeNamed(name);
  return { ...rest, opened: { ...opened, recipe, playhead: opened.start } };
}

/** The scenario of that name as it comes. Throws Error if it cannot be fetched. */
export async function openNamed(name: string): Promise<Content> {
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

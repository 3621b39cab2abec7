// Opens recipes for the stage. A scenario as it comes was opened when the page was built and is only
// fetched; anything a person changed goes through web/scenario, which comes in a chunk of its own.

import scenarios from 'virtual:opened-scenarios';
import type { DefinitionValues, OpenedRecipe, OpenedScenario, Recipe } from '../scenario/index.ts';
import { timeNs } from '../scenario/index.ts';

/** A recipe with all that a stage needs: its scenario, and what the core gets for each variant. */
export interface Content {
  readonly opened: OpenedRecipe;
  readonly definitions: Readonly<Record<string, DefinitionValues>>;
}

/** Every scenario there is to choose from. */
export const scenarioTitles: readonly { readonly name: string; readonly title: string }[] =
  scenarios;

/** The room that reads links, checks recipes and opens changed scenarios. */
export const scenarioRoom = () => import('./room.ts');

/** The recipe that changes nothing about a scenario. */
export const recipeNamed = (scenario: string): Recipe => ({
  format: 'schedscape-recipe/1',
  scenario,
});

/** True if the recipe changes nothing about the run: only how it is looked at. */
function isAsItComes(recipe: Recipe): boolean {
  const { set, seed, layout, interventions } = recipe;
  return [set, seed, layout, interventions].every((change) => change === undefined);
}

/** The scenario as it was opened at build time, or undefined if there is none of that name. */
async function shippedContent(recipe: Recipe): Promise<Content | undefined> {
  const found = scenarios.find(({ name }) => name === recipe.scenario);
  if (!found || !isAsItComes(recipe)) return undefined;
  const response = await fetch(found.address);
  if (!response.ok) throw new Error(`${found.title}: ${response.status} ${response.statusText}`);
  const shipped = (await response.json()) as {
    opened: OpenedScenario;
    definitions: Content['definitions'];
  };
  const { opened } = shipped;
  const { playhead: at } = recipe;
  const playhead = at === undefined ? opened.start : Math.min(timeNs(at), opened.duration);
  return { ...shipped, opened: { ...opened, recipe, playhead } };
}

/** Opens a recipe. Throws ScenarioError, or Error if a file could not be fetched. */
export async function openContent(recipe: Recipe): Promise<Content> {
  const shipped = await shippedContent(recipe);
  if (shipped) return shipped;
  const room = await scenarioRoom();
  const opened = await room.openRecipe(recipe, room.browserReader);
  const definitions = Object.fromEntries(
    opened.scenario.variants.map(({ id }) => [id, room.buildDefinition(opened, id)]),
  );
  return { opened, definitions };
}

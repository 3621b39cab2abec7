// Finds a decision of a run by what it is, in the same core under Node: a moment written down would be
// another one's as soon as the model changes.

import type { Explain } from '../../web/engine/types.ts';
import { buildDefinition, openRecipe, type Recipe } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { type Placement, runOf } from '../engine/step-runs.ts';

/**
 * The first decision of variant A for which `is` holds, looked for in the first `ns` of a run: the recipe
 * of the moment right after it, with the CPU selected that decided.
 */
export async function momentAfter(
  recipe: Omit<Recipe, 'format'>,
  decision: string,
  ns: number,
  is: (placement: Placement) => boolean,
): Promise<{ readonly recipe: Omit<Recipe, 'format'>; readonly explain: Explain }> {
  const whole = { format: 'schedscape-recipe/3', ...recipe } as Recipe;
  const opened = await openRecipe(whole, nodeReader('scenarios'));
  const { placements } = await runOf(buildDefinition(opened, 'A'), ns, 1, [decision]);
  const found = placements.find(is);
  if (!found) throw new Error(`${opened.name} makes no such decision in ${ns} ns`);
  const { explain } = found;
  return {
    recipe: { ...recipe, playhead: `${explain.time}ns`, selection: { cpu: explain.cpu } },
    explain,
  };
}

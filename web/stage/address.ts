// What a recipe in the address bar says about the stage. The other way round is recipe-of-choice.ts.

import { lessonOfRecipe } from '../learn/lesson/lesson.ts';
import type { OpenedRecipe, OpenedScenario, Recipe } from '../scenario/index.ts';
import { timeNs } from '../scenario/index.ts';
import { editingOfKernel } from '../views/layout/recipe.ts';
import { type Choice, firstChoice, type Stage, stagesOf, tabOfDock } from './store.ts';
import { clampSpeed, UNBOUNDED } from './tempo.ts';

type View = NonNullable<Recipe['view']>;

export const sideOfStage = {
  A: 'A',
  B: 'B',
  'A | B': 'A|B',
  C: 'C',
  'A | C': 'A|C',
  'B | C': 'B|C',
  D: 'D',
  'A | D': 'A|D',
  'B | D': 'B|D',
  'C | D': 'C|D',
} as const satisfies Record<Stage, string>;
/** How a recipe says "as fast as it goes": the greatest rate its format allows. */
export const greatestRate = '10s';

function keyOf<Key extends string>(table: Readonly<Record<Key, string>>, value?: string) {
  return (Object.keys(table) as Key[]).find((key) => table[key] === value);
}

/** ns: where a recipe stands in its run. */
export function playheadOf({ playhead }: Recipe, opened: OpenedScenario): number {
  return playhead === undefined ? opened.start : Math.min(timeNs(playhead), opened.duration);
}

/** The choice a recipe asks for: what it does not say is as at first sight. A place is kept still. */
export function choiceOf(
  recipe: Recipe,
  opened: Pick<OpenedRecipe, 'playhead'> & Partial<Pick<OpenedRecipe, 'scenario'>>,
): Partial<Choice> {
  const { view = {}, selection = {} } = recipe;
  const isFresh = recipe.playhead === undefined;
  const { variants = [] } = opened.scenario ?? {};
  const stage = keyOf(sideOfStage, view.side);
  const own = recipe.layout && variants.find(({ id }) => id === 'C');
  const layout = editingOfKernel(own?.kernel);
  const lesson = opened.scenario && lessonOfRecipe(recipe.lesson, opened.scenario);
  return {
    // A link may ask for a variant that its scenario does not have.
    ...(stage && (!opened.scenario || stagesOf(variants.map(({ id }) => id)).includes(stage))
      ? { stage }
      : {}),
    ...(layout && { layout }),
    ...(lesson && { lesson }),
    dock: keyOf(tabOfDock, view.tab),
    playhead: opened.playhead,
    playing: view.playing ?? isFresh,
    speed: speedOf(view),
    selection,
    story: view.story ?? firstChoice.story,
    inspector: view.inspector ?? firstChoice.inspector,
    ...(view.sizes && { sizes: view.sizes }),
    ...(view.whole && view.tab && { wholeView: true }),
    ...(view.embed && { embed: true }),
    ...(view.domains && { domains: true }),
  };
}

function speedOf(view: View): number {
  if (view.rate === undefined) return firstChoice.speed;
  return view.rate === greatestRate ? UNBOUNDED : clampSpeed(timeNs(view.rate));
}

// Between what a person chose and the recipe in the address bar. Pure: writing the address itself is
// history.ts.

import {
  canonicalRecipe,
  formatTime,
  type OpenedRecipe,
  type Recipe,
  timeNs,
} from '../scenario/index.ts';
import { type Choice, type DockTab, firstChoice, type Stage } from './store.ts';
import { clampSpeed, UNBOUNDED } from './tempo.ts';

type View = NonNullable<Recipe['view']>;

const sideOfStage = { A: 'A', B: 'B', 'A | B': 'A|B' } as const satisfies Record<Stage, string>;
const tabOfDock = { lines: 'cache-lines', c2c: 'c2c' } as const satisfies Record<DockTab, string>;
/** How a recipe says "as fast as it goes": the greatest rate its format allows. */
const greatestRate = '10s';

function keyOf<Key extends string>(table: Readonly<Record<Key, string>>, value?: string) {
  return (Object.keys(table) as Key[]).find((key) => table[key] === value);
}

/** The choice a recipe asks for; what it does not say is as at first sight, but paused unless it plays. */
export function choiceOf(recipe: Recipe, opened: Pick<OpenedRecipe, 'playhead'>): Partial<Choice> {
  const { view = {}, selection = {} } = recipe;
  const fresh = recipe.playhead === undefined;
  return {
    stage: keyOf(sideOfStage, view.side) ?? firstChoice.stage,
    dock: keyOf(tabOfDock, view.tab),
    playhead: opened.playhead,
    playing: view.playing ?? fresh,
    speed: speedOf(view),
    selection,
    story: view.story ?? firstChoice.story,
    inspector: view.inspector ?? firstChoice.inspector,
  };
}

function speedOf(view: View): number {
  if (view.rate === undefined) return firstChoice.speed;
  return view.rate === greatestRate ? UNBOUNDED : clampSpeed(timeNs(view.rate));
}

/** The recipe of what is on stage: `base` with the playhead, the selection and the view put in. */
export function recipeOf(base: Recipe, choice: Choice): Recipe {
  const rate = choice.speed === UNBOUNDED ? greatestRate : formatTime(Math.round(choice.speed));
  const view: View = {
    side: choice.stage === firstChoice.stage ? undefined : sideOfStage[choice.stage],
    tab: choice.dock && tabOfDock[choice.dock],
    rate,
    playing: choice.playing ? true : undefined,
    story: choice.story === firstChoice.story ? undefined : choice.story,
    inspector: choice.inspector === firstChoice.inspector ? undefined : choice.inspector,
  };
  return canonicalRecipe({
    ...base,
    playhead: `${Math.floor(choice.playhead)}ns`,
    selection: said({
      cpu: choice.selection.cpu,
      task: choice.selection.task,
      line: choice.selection.line,
    }),
    view: said(view),
  });
}

/** Without the parts that say nothing. */
function said<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== undefined),
  ) as Value;
}

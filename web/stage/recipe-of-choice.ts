// What is on stage, as a recipe: what the address bar holds and a link passes on.

import { lessonForRecipe } from '../learn/lesson/lesson.ts';
import { canonicalRecipe, formatTime, type Recipe } from '../scenario/index.ts';
import { layoutEdit } from '../views/layout/recipe.ts';
import { greatestRate, sideOfStage } from './address.ts';
import { type Choice, firstChoice, tabOfDock } from './store.ts';
import { UNBOUNDED } from './tempo.ts';

type View = NonNullable<Recipe['view']>;

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
    domains: choice.domains && choice.selection.cpu !== undefined ? true : undefined,
    sizes: Object.keys(choice.sizes).length > 0 ? choice.sizes : undefined,
    whole: choice.wholeView && choice.dock ? true : undefined,
    embed: choice.embed ? true : undefined,
  };
  // A layout in the making is part of the link, run or not.
  const own = choice.layout?.now;
  // C is one of both: beside a fork only a layout that the fork itself has.
  const isFork = (base.interventions?.length ?? 0) > 0;
  const isOwn =
    own && !isFork && (own.edits.length > 0 || own.structures !== undefined || base.layout);
  return canonicalRecipe({
    ...base,
    layout: isOwn ? layoutEdit('A', own) : base.layout,
    playhead: `${Math.floor(choice.playhead)}ns`,
    selection: said({
      cpu: choice.selection.cpu,
      task: choice.selection.task,
      group: choice.selection.group,
      line: choice.selection.line,
      lock: choice.selection.lock,
    }),
    lesson: choice.lesson && lessonForRecipe(choice.lesson),
    view: said(view),
  });
}

/** Without the parts that say nothing. */
function said<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== undefined),
  ) as Value;
}

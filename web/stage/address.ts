// What is on stage as a recipe, and what a recipe says of the stage: what the address bar holds and a link
// passes on. Each choice that has a form of its own in a recipe has a row; the others are those of
// scenario/url-state.ts.

import { lessonForRecipe, lessonOfRecipe } from '../learn/lesson/lesson.ts';
import {
  canonicalRecipe,
  formatTime,
  type OpenedRecipe,
  type OpenedScenario,
  type Recipe,
  timeNs,
} from '../scenario/index.ts';
import { type UrlStateRow, urlState, urlStateNames } from '../scenario/url-state.ts';
import { editingOfKernel, layoutEdit } from '../views/layout/recipe.ts';
import { firstState, type StageLayout, type StageState, stageLayoutsOf } from './store.ts';
import { clampSpeed, UNBOUNDED } from './tempo.ts';
import type { OwnForm } from './url-state.ts';

type View = NonNullable<Recipe['view']>;
type Opened = Pick<OpenedRecipe, 'playhead'> & Partial<Pick<OpenedRecipe, 'scenario'>>;

interface Row<Value> {
  /** What a recipe says of it; `base` is the recipe on stage. */
  readonly says: (choice: StageState, base: Recipe) => Partial<Recipe> | { readonly view: View };
  /** What a recipe asks for; undefined: it says nothing of it. */
  readonly reads: (recipe: Recipe, opened: Opened) => Value | undefined;
}

const sideOfStage = {
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
  'A | B | C': 'A|B|C',
  'A | B | C | D': 'A|B|C|D',
} as const satisfies Record<StageLayout, string>;
/** How a recipe says "as fast as it goes": the greatest rate its format allows. */
const greatestRate = '10s';

/** ns: where a recipe stands in its run. */
export function playheadOf({ playhead }: Recipe, opened: OpenedScenario): number {
  return playhead === undefined ? opened.start : Math.min(timeNs(playhead), opened.duration);
}

const stage: Row<StageLayout> = {
  says: (choice) => ({
    view: { side: choice.stage === firstState.stage ? undefined : sideOfStage[choice.stage] },
  }),
  reads({ view }, { scenario }) {
    const asked = (Object.keys(sideOfStage) as StageLayout[]).find(
      (each) => sideOfStage[each] === view?.side,
    );
    if (!asked || !scenario) return asked;
    // A link may ask for a variant that its scenario does not have.
    return stageLayoutsOf(scenario.variants.map(({ id }) => id)).find((each) => each === asked);
  },
};

const speed: Row<number> = {
  says: ({ speed: now }) => ({
    view: { rate: now === UNBOUNDED ? greatestRate : formatTime(Math.round(now)) },
  }),
  reads({ view }) {
    if (view?.rate === undefined) return firstState.speed;
    return view.rate === greatestRate ? UNBOUNDED : clampSpeed(timeNs(view.rate));
  },
};

const layout: Row<NonNullable<StageState['layout']>> = {
  says({ layout: editing }, base) {
    // A layout in the making is part of the link, run or not.
    const own = editing?.now;
    // C is one of both: beside a fork only a layout that the fork itself has, beside a policy none.
    const isFork = (base.interventions?.length ?? 0) > 0;
    const isEdited = own && (own.edits.length > 0 || own.structures);
    const isOwn = own && !isFork && !base.policy && (isEdited || base.layout);
    return { layout: isOwn ? layoutEdit('A', own) : base.layout };
  },
  reads(recipe, { scenario }) {
    const own = recipe.layout && scenario?.variants.find(({ id }) => id === 'C');
    return editingOfKernel(own?.kernel);
  },
};

const camera: Row<StageState['camera']> = {
  // Where a step looks follows from the step.
  says({ camera: { kind, ...place } }) {
    return { view: { camera: kind === 'place' ? (place as View['camera']) : undefined } };
  },
  reads: ({ view }) => view?.camera && { kind: 'place', ...view.camera },
};

const event: Row<NonNullable<StageState['event']>> = {
  says({ step: at, event: shown, embed }) {
    const place = at === undefined || embed ? undefined : shown?.place;
    return { view: { event: place && { at: formatTime(place.time), record: place.record } } };
  },
  // Its figures are found again when the step is on stage (first-sight.ts).
  reads({ view }) {
    const { event: kept, step: at } = view ?? {};
    if (!kept || at === undefined) return undefined;
    return { phase: 'shown', place: { time: timeNs(kept.at), record: kept.record } };
  },
};

const rows: { readonly [Name in OwnForm]: Row<NonNullable<StageState[Name]>> } = {
  stage,
  speed,
  layout,
  camera,
  event,
  playhead: {
    says: ({ playhead }) => ({ playhead: `${Math.floor(playhead)}ns` }),
    reads: (_, opened) => opened.playhead,
  },
  playing: {
    says: ({ playing }) => ({ view: { playing: playing ? true : undefined } }),
    // A place is kept still; where none is said it plays.
    reads: ({ view, playhead }) => firstState.playing && (view?.playing ?? playhead === undefined),
  },
  selection: {
    says: ({ selection: { cpu, task, group, line, lock } }) => ({
      selection: omitUndefined({ cpu, task, group, line, lock }),
    }),
    reads: ({ selection = {} }) => selection,
  },
  sizes: {
    says: ({ sizes }) => ({ view: { sizes: Object.keys(sizes).length > 0 ? sizes : undefined } }),
    reads: ({ view }) => view?.sizes,
  },
  lesson: {
    says: ({ lesson }) => ({ lesson: lesson && lessonForRecipe(lesson) }),
    reads: (recipe, { scenario }) => scenario && lessonOfRecipe(recipe.lesson, scenario),
  },
  step: {
    // In a frame there is nothing to read.
    says: ({ step: at, embed }) => ({
      view: { step: at === undefined || embed ? undefined : at + 1 },
    }),
    reads({ view }, { scenario }) {
      const at = view?.step === undefined ? -1 : view.step - 1;
      return scenario?.steps?.[at] && at;
    },
  },
};
const ownForms = Object.keys(rows) as readonly OwnForm[];

/** What the table of the view says of a choice. */
function viewOf(choice: StageState): View {
  const isSaid = (name: (typeof urlStateNames)[number]): boolean => {
    const { of, oneOf }: UrlStateRow = urlState[name];
    // A view that the format does not know.
    if (oneOf && !oneOf.includes(String(choice[name]))) return false;
    if (of === 'tab' && choice.dock === undefined) return false;
    if (of === 'cpu' && choice.selection.cpu === undefined) return false;
    // Of one view: what is not on screen is not passed on.
    if (of && of !== 'tab' && of !== 'cpu' && choice.dock !== of) return false;
    return choice[name] !== firstState[name];
  };
  const view = urlStateNames.filter(isSaid).map((name) => [urlState[name].field, choice[name]]);
  return Object.fromEntries(view);
}

/** The recipe of what is on stage: `base` with the playhead, the selection and the view put in. */
export function recipeOf(base: Recipe, choice: StageState): Recipe {
  const parts = ownForms.map((name) => rows[name].says(choice, base));
  const view = Object.assign(viewOf(choice), ...parts.map((part) => part.view));
  return canonicalRecipe({ ...base, ...Object.assign({}, ...parts), view: omitUndefined(view) });
}

/** The choice a recipe asks for: what it does not say is as at first sight. */
export function choiceOf(recipe: Recipe, opened: Opened): Partial<StageState> {
  const { view = {} } = recipe;
  const own = ownForms.map((name) => [name, rows[name].reads(recipe, opened)] as const);
  // How a view is shown says nothing where no view is.
  const isSaid = (name: (typeof urlStateNames)[number]) =>
    view.tab !== undefined || (urlState[name] as UrlStateRow).of !== 'tab';
  const simple = urlStateNames
    .filter(isSaid)
    .map((name) => [name, view[urlState[name].field]] as const);
  return omitUndefined(Object.fromEntries([...own, ...simple]));
}

/** Without the parts that say nothing. */
function omitUndefined<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, part]) => part !== undefined),
  ) as Value;
}

// The view state that a link keeps, one row per choice: its key on the stage, its field in a recipe, its values,
// and its default. The schema of recipes, the choices of the stage, the address bar and its history all follow from
// here: a new choice is a new row, and a choice with parts has its shape in view-shapes.ts. A choice that is not
// written as it is made (the playhead, say) has its own row in web/stage/url-state.ts.

import { colourings, heatMeasures, hueParts, legendEntries, trafficForms } from './colouring.ts';
import { mechanismNames } from './mechanisms.ts';
import { type Tab, tabs } from './tabs.ts';
import type { KeptCurves, KeptTimelines } from './view-shapes.ts';

/** The choices with parts, as a recipe writes them. Their features read and write them. */
interface Shapes {
  readonly timelines: KeptTimelines;
  readonly curves: KeptCurves;
}

export interface UrlStateRow {
  /** In a recipe's view. */
  readonly field: string;
  /** Its description, for the error about a wrong value. */
  readonly what: string;
  /** What it can be; without it and a shape true or false. */
  readonly oneOf?: readonly string[];
  /** The shape of a choice with parts. */
  readonly shape?: keyof Shapes;
  readonly default: string | boolean | undefined;
  /** What the recipe has to say, too: an open view, this very view, a selected CPU. */
  readonly of?: 'tab' | Tab | 'cpu';
}

export const urlState = {
  dock: { field: 'tab', what: 'the tab that is open', oneOf: tabs, default: undefined },
  dockSide: {
    field: 'tab_side',
    what: 'the machine that the open view and the Inspector show',
    oneOf: ['A', 'B', 'C', 'D'],
    default: 'A',
  },
  wholeView: {
    field: 'whole',
    what: 'the open view replaces the machines',
    default: false,
    of: 'tab',
  },
  story: { field: 'story', what: 'the story panel is open', default: true },
  storyTab: {
    field: 'story_tab',
    what: 'what the story panel shows: story, results, parameters or background',
    oneOf: ['story', 'figures', 'turn', 'about'],
    default: 'story',
  },
  inspector: { field: 'inspector', what: 'the inspector is open', default: false },
  domains: {
    field: 'domains',
    what: 'the scheduling domains of the selected CPU are drawn',
    default: false,
    of: 'cpu',
  },
  colour: {
    field: 'colour',
    what: 'what the colours of the machines show, if not the scenario’s choice',
    oneOf: colourings,
    default: undefined,
  },
  hue: {
    field: 'hue',
    what: 'what tasks of one hue have in common, if not the scenario’s choice',
    oneOf: hueParts,
    default: undefined,
  },
  heat: {
    field: 'heat',
    what: 'the number shown as heat, if not the scenario’s choice',
    oneOf: heatMeasures,
    default: undefined,
  },
  only: {
    field: 'only',
    what: 'the only legend entry that is shown',
    oneOf: legendEntries,
    default: undefined,
  },
  traffic: {
    field: 'traffic',
    what: 'how transfers between caches are drawn, if not automatic',
    oneOf: trafficForms,
    default: undefined,
  },
  mechanism: {
    field: 'mechanism',
    what: 'the mechanism that the machines show; none if it is left out',
    oneOf: mechanismNames,
    default: undefined,
  },
  timeline: {
    field: 'timeline',
    what: 'what the Timeline of each machine shows, where it was moved',
    shape: 'timelines',
    default: undefined,
    of: 'timeline',
  },
  curves: {
    field: 'curves',
    what: 'what Curves shows, where it is not what Curves begins with',
    shape: 'curves',
    default: undefined,
    of: 'curves',
  },
  embed: {
    field: 'embed',
    what: 'shown inside another page: machines, caption and time, nothing else',
    default: false,
  },
} as const satisfies Readonly<Record<string, UrlStateRow>>;

type Rows = typeof urlState;
type ValueOf<Row> = Row extends { readonly shape: infer Shape extends keyof Shapes }
  ? Shapes[Shape] | undefined
  : Row extends {
        readonly oneOf: readonly (infer Word)[];
        readonly default: infer First;
      }
    ? Word | (First extends undefined ? undefined : never)
    : boolean;

/** The choices of the table, as the stage has them. */
export type UrlState = { readonly [Name in keyof Rows]: ValueOf<Rows[Name]> };
/** The same as a recipe's view says them. */
export type KeptFields = {
  [Name in keyof Rows as Rows[Name]['field']]?: Exclude<ValueOf<Rows[Name]>, undefined> | undefined;
};

export const urlStateNames = Object.keys(urlState) as readonly (keyof Rows)[];

/** The defaults of all rows. */
export const defaultUrlState = Object.fromEntries(
  urlStateNames.map((name) => [name, urlState[name].default]),
) as UrlState;

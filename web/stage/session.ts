// One scenario on stage: the playback of its runs and what the parts need to know of it. Parts reach
// it through the hooks here; nothing else in the app holds a playback.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Catalog, Frame } from '../engine/types.ts';
import type { OpenedRecipe, OpenedScenario, Recipe } from '../scenario/index.ts';
import type { Openable, OpenOptions, OpenOutcome } from './opening.ts';
import type { Playback, Summary, VariantId } from './playback/playback.ts';
import type { Content, StageStep } from './stage-content.ts';

/** What every part may ask of the stage that the scene stands on. One a page (stage.ts). */
export interface StageController {
  /** Brings something else on stage, as a new entry of the browser's history. Never rejects. */
  readonly open: (wanted: Openable, options?: OpenOptions) => Promise<OpenOutcome>;
  /** To the next or previous step of the story on stage: a new entry of the history where it has an address. */
  readonly stepBy: (by: 1 | -1) => Promise<void>;
  /** Writes the present state into the address at once, for a link that is about to be passed on. */
  readonly writeAddress: (base: Recipe) => Promise<void>;
}

export interface Session {
  readonly stage: StageController;
  readonly opened: OpenedRecipe;
  readonly playback: Playback;
  /** What the core gets for each variant. */
  readonly definitions: Content['definitions'];
  /** The side that is a recording, if one is: no run, so that much of what is said of runs is not said of it. */
  readonly recorded?: VariantId | undefined;
  /** The steps of its story. */
  readonly steps: readonly StageStep[];
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no scenario is on stage');
  return session;
}

/** What a side is called: R is what was recorded, whichever letter's place it has. */
export const variantName = ({ recorded }: Pick<Session, 'recorded'>, side: VariantId): string =>
  side === recorded ? 'R' : side;

/** The state of both runs, renewed at most four times a second. */
export function useSummary(): Summary {
  const { playback } = useSession();
  return useSyncExternalStore(playback.onSummary, playback.summary);
}

/** One part of that state; the caller renders again only when this part is another one. */
export function useSummaryPart<Part>(part: (summary: Summary) => Part): Part {
  const { playback } = useSession();
  return useSyncExternalStore(playback.onSummary, () => part(playback.summary()));
}

/** The latest frame of a side that React may read, with the names that go with it. */
export function useStill(side: VariantId): { frame: Frame; catalog: Catalog } | undefined {
  const { latestFrame, catalog } = useSummary().variants[side];
  return latestFrame && catalog ? { frame: latestFrame, catalog } : undefined;
}

/** State of a part that lasts as long as the page's stage: `first` makes it, once a stage. */
export function perStage<State>(
  first: (stage: StageController) => State,
): (stage: StageController) => State {
  const states = new WeakMap<StageController, State>();
  return (stage) => {
    const state = states.get(stage) ?? first(stage);
    states.set(stage, state);
    return state;
  };
}

const closing = perStage(() => new Set<() => void>());

/** Calls back when the page leaves the stage for another place: work for it ends then. */
export const whenLeft = (stage: StageController, act: () => void): void =>
  void closing(stage).add(act);

/** To be called by the stage, as it is left. */
export function leaveStage(stage: StageController): void {
  for (const act of closing(stage)) act();
}

/** The variant on one side, as the scenario describes it; undefined if it has none. */
export function variantOn(opened: OpenedScenario, side: VariantId) {
  return opened.scenario.variants.find(({ id }) => id === side);
}

// One scenario on stage: the playback of its runs and what the parts need to know of it. Parts reach
// it through the hooks here; nothing else in the app holds a playback.

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Catalog, Frame } from '../engine/types.ts';
import type { OpenedRecipe, OpenedScenario } from '../scenario/index.ts';
import type { Playback, Side, Summary } from './playback/playback.ts';
import type { Content, StageShot } from './stage-content.ts';

export interface Session {
  readonly opened: OpenedRecipe;
  readonly playback: Playback;
  /** What the core gets for each variant. */
  readonly definitions: Content['definitions'];
  /** The first-sight sequence. */
  readonly shots: readonly StageShot[];
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no scenario is on stage');
  return session;
}

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
export function useStill(side: Side): { frame: Frame; catalog: Catalog } | undefined {
  const { still, catalog } = useSummary().lanes[side];
  return still && catalog ? { frame: still, catalog } : undefined;
}

/** The variant on one side, as the scenario describes it; undefined if it has none. */
export function variantOn(opened: OpenedScenario, side: Side) {
  return opened.scenario.variants.find(({ id }) => id === side);
}

// The mechanism that the machines on stage show: the chosen one, where a machine has something of it, with the last decision
// that it draws. Asks the runs for what it needs.

import { useEffect, useMemo } from 'react';
import type { Catalog, Explain, VariantEngine } from '../engine/types.ts';
import { useAsked } from '../ui/use-asked.ts';
import {
  type MechanismChoice,
  type MechanismFacts,
  mechanismFacts,
  mechanismOf,
} from '../views/topology/index.ts';
import type { VariantId, VariantSummary } from './playback/playback.ts';
import { useSession, useSummaryPart } from './session.ts';
import { type StageState, useStageState } from './store.ts';

/** Those that some machine on stage has something of now. */
export const offeredFor = (lanes: readonly Pick<VariantSummary, 'catalog' | 'latestFrame'>[]) =>
  mechanismFacts.filter(({ suits }) =>
    lanes.some(({ catalog, latestFrame }) => catalog && latestFrame && suits(catalog, latestFrame)),
  );

/** What of a focus is of a side: a pointer of another machine says nothing of this one. */
export function focusOn(side: VariantId, focus: string | undefined): string | undefined {
  const [, pointer, of] = /^(.*?)(?:@([A-D]))?$/.exec(focus ?? '') ?? [];
  return pointer && (of === undefined || of === side) ? pointer : undefined;
}

/** Of the last decisions of a kind that many are looked into. */
const lookedInto = 8;

/** What finds decisions of a run. */
type Lookup = Pick<VariantEngine, 'decisions' | 'decisionStory'>;

/** The last decision at a moment, as far as there is one near. */
interface LastDecision {
  readonly time: number;
  readonly decision: Explain | undefined;
}

/** Decisions of a catalog that a mechanism draws, as records name them. */
const kindsOf = ({ decisions }: Catalog, { decisions: drawn }: MechanismFacts): number[] =>
  decisions.flatMap((name, kind) => (drawn?.test(name) ? [kind] : []));

/** The last decision up to `time` that a mechanism draws; undefined: a newer question replaced this one. */
export async function lastDecision(
  engine: Lookup | undefined,
  catalog: Catalog,
  facts: MechanismFacts,
  time: number,
): Promise<LastDecision | undefined> {
  const kinds = kindsOf(catalog, facts);
  const asked = { asker: 'stage', kinds, time, most: lookedInto, enough: 1 } as const;
  const marks = await engine?.decisions(asked);
  if (!marks) return undefined;
  for (const { id } of marks) {
    // With its steps, which a run keeps of no decision: it is lived through once more.
    const story = await engine?.decisionStory(id, 'stage');
    if (!story) return undefined;
    if (facts.draws?.(story.explain) ?? true) return { time, decision: story.explain };
  }
  return { time, decision: undefined };
}

/** A paused machine shows the decision before its moment only; while it plays, the last that is known. */
function useLastDecision(
  side: VariantId,
  catalog: Catalog,
  facts: MechanismFacts | undefined,
): Pick<MechanismChoice, 'decision' | 'isAsking'> {
  const { playback } = useSession();
  const playing = useSummaryPart((summary) => summary.playing);
  const time = useSummaryPart(({ variants }) =>
    facts ? variants[side].latestFrame?.time : undefined,
  );
  const ask = () =>
    facts && time !== undefined
      ? lastDecision(playback.engine(side), catalog, facts, time)
      : undefined;
  const about = [playback, side, catalog, facts, time];
  // Playing is faster than decisions are found.
  const { answer } = useAsked(ask, about, { keepsLast: true, inTurn: playing });
  if (!facts) return {};
  const isOfNow = answer !== undefined && (playing || answer.time === time);
  return isOfNow ? { decision: answer.decision } : { isAsking: true };
}

/** What a file shows of a machine: without a decision, which has a moment of its own. */
export function mechanismOn(
  { mechanism: name, focus }: Pick<StageState, 'mechanism' | 'focus'>,
  side: VariantId,
): MechanismChoice | undefined {
  return name && mechanismOf(name) && { name, focus: focusOn(side, focus) };
}

const nothing: MechanismFacts['parts'] = [];

/** Of the machine on a side; undefined: it shows none. */
export function useMechanism(side: VariantId, catalog: Catalog): MechanismChoice | undefined {
  const { playback } = useSession();
  const name = useStageState((state) => state.mechanism);
  const focus = focusOn(
    side,
    useStageState((state) => state.focus),
  );
  const facts = name && mechanismOf(name);
  const parts = facts?.parts ?? nothing;
  useEffect(() => playback.setMechanisms(parts), [playback, parts]);
  const drawn = facts?.decisions ? facts : undefined;
  const { decision, isAsking } = useLastDecision(side, catalog, drawn);
  return useMemo(
    () => (facts ? { name: facts.name, focus, decision, isAsking } : undefined),
    [facts, focus, decision, isAsking],
  );
}

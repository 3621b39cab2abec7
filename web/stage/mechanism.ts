// The mechanism that the machines on stage show: the chosen one, where a machine has something of it, with the last decision
// that it draws. Asks the runs for what it needs.

import { useEffect, useMemo } from 'react';
import type { Catalog, Explain } from '../engine/types.ts';
import { useAsked } from '../ui/use-asked.ts';
import {
  type MechanismChoice,
  type MechanismFacts,
  mechanismFacts,
  mechanismOf,
} from '../views/topology/index.ts';
import type { Playback, VariantId, VariantSummary } from './playback/playback.ts';
import { useSession, useSummaryPart } from './session.ts';
import { type StageState, useStageState } from './store.ts';

/** Decisions of all kinds among which the last of one kind is looked for. */
const looked = 64;

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

/** The last decision up to `time` that a mechanism draws; undefined: there is none near, or a newer question replaced this. */
async function lastDecision(
  playback: Playback,
  side: VariantId,
  catalog: Catalog,
  { decisions: kinds, draws }: MechanismFacts,
  time: number,
): Promise<Explain | undefined> {
  const engine = playback.engine(side);
  const marks = (await engine?.decisions({ asker: 'stage', time, most: looked })) ?? [];
  const ofKind = marks.filter(({ decision }) => kinds?.test(catalog.decisions[decision] ?? ''));
  for (const { id } of ofKind.slice(0, lookedInto)) {
    // With its steps, which a run keeps of no decision: it is lived through once more.
    const decision = (await engine?.decisionStory(id, 'stage'))?.explain;
    if (decision && (draws?.(decision) ?? true)) return decision;
  }
  return undefined;
}

function useLastDecision(
  side: VariantId,
  catalog: Catalog,
  facts: MechanismFacts | undefined,
): Explain | undefined {
  const { playback } = useSession();
  const time = useSummaryPart(({ variants }) =>
    facts ? variants[side].latestFrame?.time : undefined,
  );
  const ask = () =>
    facts && time !== undefined ? lastDecision(playback, side, catalog, facts, time) : undefined;
  const { answer } = useAsked(ask, [playback, side, catalog, facts, time], { keepsLast: true });
  return facts && answer;
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
  const decision = useLastDecision(side, catalog, drawn);
  return useMemo(
    () => (facts ? { name: facts.name, focus, decision } : undefined),
    [facts, focus, decision],
  );
}

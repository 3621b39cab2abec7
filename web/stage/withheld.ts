// The facts that questions of the story withhold: while the question of the step on stage is open, the side that it
// asks about is withheld; while one of a later step is open, the figure that it asks for. Derived from the step and
// from the answers; machines, track, marks, views, panels and files ask here and keep no such state of their own.
// This module itself hides nothing.

import { useMemo } from 'react';
import { gains } from '../engine/metrics.ts';
import type { GaugeName } from '../scenario/gauges-schema.ts';
import type { LineReference, Scenario } from '../scenario/index.ts';
import type { LabQuestion } from '../scenario/lab/ask-schema.ts';
import type { VariantId } from './playback/playback.ts';
import { type Session, useSession } from './session.ts';
import { choose, type Guess, type StageState, useStageState, variantsOn } from './store.ts';

type StoryQuestions = Pick<Scenario, 'steps'> & { readonly variants?: readonly unknown[] };
type Shown = Pick<StageState, 'step' | 'guesses' | 'presenting' | 'embed'>;

/** The side that tells the answer. */
const sideAsked = (ask: LabQuestion): VariantId =>
  'about' in ask ? ask.about.variant : ask.variant;

/** What became of a question; a file may call one "constructor". */
export const guessOf = (ask: LabQuestion, guesses: StageState['guesses']): Guess | undefined =>
  Object.hasOwn(guesses, ask.id) ? guesses[ask.id] : undefined;

/**
 * Groups metrics that give each other away: a gain belongs to its metric, and pages are the work of the threads
 * that touch them.
 */
const rootOf = (metric: string): string => {
  const root = gains[metric]?.of ?? metric;
  return root === 'page_rate' ? 'throughput' : root;
};

/** Metrics that gauges tell; a name that is not here is that of a metric. */
const metricsByGauge: Readonly<Record<string, readonly string[]>> = {
  'kernel-share': ['kernel_share'],
  'busy-share': ['busy_share'],
  'busy-cpus': ['busy_share'],
  'wake-latency': ['wake_latency'],
  'waiting-for-locks': ['page_lock_share'],
  'lock-wait-share': ['page_lock_share'],
  moves: ['migrations_wake', 'migrations_balance'],
} satisfies { readonly [Name in GaugeName]?: readonly string[] };

const isSameLine = (one: LineReference | undefined, other: LineReference | undefined): boolean =>
  one?.structure === other?.structure &&
  one?.line === other?.line &&
  (one?.instance ?? 0) === (other?.instance ?? 0);

/** Whether a figure of a gauge or of a metric (`name`) of `side` gives the answer away. */
function isAnswer(ask: LabQuestion, side: VariantId, name: string, line?: LineReference): boolean {
  // Of other settings the runs on stage tell nothing.
  if (!('about' in ask) || ('set' in ask && ask.set !== undefined)) return false;
  const { metric, variant, line: asked } = ask.about;
  const told = (metricsByGauge[name] ?? [name]).map(rootOf);
  return side === variant && told.includes(rootOf(metric)) && isSameLine(line, asked);
}

/** The step, counted from 1, whose question withholds a figure; undefined: the figure may be told. */
export type AskedIn = (side: VariantId, name: string, line?: LineReference) => number | undefined;

/** Of the questions of the step on stage and of those ahead, while they stand open. */
export function askedIn({ steps = [] }: StoryQuestions, shown: Shown): AskedIn {
  const { step: here = steps.length, guesses, presenting, embed } = shown;
  return (side, name, line) => {
    if (presenting || embed) return undefined;
    const at = steps.findIndex(
      ({ ask }, index) =>
        index >= here &&
        ask !== undefined &&
        guessOf(ask, guesses) === undefined &&
        isAnswer(ask, side, name, line),
    );
    return at < 0 ? undefined : at + 1;
  };
}

/** The open question; talks and frames ask none. */
export function openQuestion(
  { steps = [] }: Pick<StoryQuestions, 'steps'>,
  shown: Shown,
): LabQuestion | undefined {
  const { step = -1, guesses, presenting, embed } = shown;
  const ask = steps[step]?.ask;
  if (!ask || presenting || embed) return undefined;
  return guessOf(ask, guesses) === undefined ? ask : undefined;
}

/**
 * The side that is withheld; undefined: none is. A story of one variant keeps its only machine in sight: there the
 * figure alone is withheld that the question asks for.
 */
export function withheldSide(told: StoryQuestions, shown: Shown): VariantId | undefined {
  const ask = openQuestion(told, shown);
  return ask && told.variants?.length !== 1 ? sideAsked(ask) : undefined;
}

/** `gauge`: only those of which it may be told. */
function toldOf(told: StoryQuestions, state: StageState, gauge?: string): readonly VariantId[] {
  const withheld = withheldSide(told, state);
  const asked = askedIn(told, state);
  return variantsOn(state.stage).filter(
    (side) => side !== withheld && !(gauge && asked(side, gauge) !== undefined),
  );
}

/** The sides on stage of which something may be told: all but the one withheld. */
export const toldSides = ({ opened }: Session): readonly VariantId[] =>
  toldOf(opened.scenario, useStageState.getState());

/** The same, for parts; `gauge`: only those of which this gauge may be told. */
export function useToldSides(gauge?: string): readonly VariantId[] {
  const { scenario } = useSession().opened;
  // As text: a list made anew at every look would never be the same.
  const sides = useStageState((state) => toldOf(scenario, state, gauge).join());
  return sides ? (sides.split(',') as VariantId[]) : [];
}

/** Which figures questions withhold, here and ahead. */
export function useAskedIn(): AskedIn {
  const { scenario } = useSession().opened;
  const step = useStageState((state) => state.step);
  const guesses = useStageState((state) => state.guesses);
  const presenting = useStageState((state) => state.presenting);
  const embed = useStageState((state) => state.embed);
  return useMemo(
    () => askedIn(scenario, { step, guesses, presenting, embed }),
    [scenario, step, guesses, presenting, embed],
  );
}

/** The question that stands open. */
export function useOpenQuestion(): LabQuestion | undefined {
  const { scenario } = useSession().opened;
  return useStageState((state) => openQuestion(scenario, state));
}

export function useWithheldSide(): VariantId | undefined {
  const { scenario } = useSession().opened;
  return useStageState((state) => withheldSide(scenario, state));
}

/** Settles a question, by an answer or by going on without one: what it withheld is shown. */
export const settle = ({ id }: LabQuestion, guess: Guess): void =>
  choose(({ guesses }) => ({ guesses: { ...guesses, [id]: guess } }));

/** Settles the open questions that are skipped by going on to a step, or to the end; they are not asked again. */
export function goPast({ steps = [] }: StoryQuestions, to = steps.length): void {
  const { step = steps.length, guesses, presenting, embed } = useStageState.getState();
  if (presenting || embed) return;
  for (const { ask } of steps.slice(step, to))
    if (ask && guessOf(ask, guesses) === undefined) settle(ask, 'skipped');
}

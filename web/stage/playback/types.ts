// What a playback is told and what it tells: the sides of the stage, the state of their runs, and how a
// stage begins. Types only.

import type { Catalog, Frame, Headline, RunStatus } from '../../engine/types.ts';
import { type VariantId, variantIds } from '../../ui/variant-ids.ts';

export { type VariantId, variantIds };

/** A record of what `of` gives for each side. */
export const forVariants = <Value>(of: (side: VariantId) => Value): Record<VariantId, Value> => ({
  ...{ A: of('A'), B: of('B'), C: of('C'), D: of('D') },
});

/** The run of one side. */
export interface VariantState {
  /** The latest frame. */
  readonly latestFrame: Frame | undefined;
  readonly status: RunStatus | undefined;
  readonly headline: Headline | undefined;
  /** Set when this side stopped for good. */
  readonly failure: string | undefined;
  /** It owes an answer since long; it is waited for. */
  readonly unresponsive: boolean;
}

/** The same with the names that go with it. */
export interface VariantSummary extends VariantState {
  readonly catalog: Catalog | undefined;
}

export type FrameListener = (frame: Frame) => void;

interface Moment {
  readonly time: number;
  readonly duration: number;
  /** How far every side on stage has been simulated. */
  readonly head: number;
  readonly playing: boolean;
  readonly speed: number;
  /** The playhead waits for the head. */
  readonly waiting: boolean;
}

/** What the conductor says of itself: replaced, never changed. */
export interface ClockState extends Moment {
  readonly variants: Readonly<Record<VariantId, VariantState>>;
}

/** What React reads: replaced, never changed, at most four times a second while playing. */
export interface Summary extends Moment {
  readonly variants: Readonly<Record<VariantId, VariantSummary>>;
}

/** How a stage begins. */
export interface StageOptions {
  /** ns: length of the run. */
  readonly duration: number;
  /** ns: where to stand first. */
  readonly start: number;
  readonly speed: number;
  readonly playing: boolean;
  readonly stage: readonly VariantId[];
  /** Sides whose runs begin at once, on stage or not. */
  readonly beside?: readonly VariantId[];
}

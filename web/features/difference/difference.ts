// Where the two runs on stage part: asks for the comparison when two sides are there, keeps what was
// found, and lets a person stop it. A chunk of its own, with the parts that show it.

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Comparison, startComparison } from '../../engine/difference/start.ts';
import type { RunDifference } from '../../engine/difference/types.ts';
import type { DefinitionValues } from '../../scenario/index.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { perStage, type Session, useSession } from '../../stage/session.ts';
import { whyNot } from '../../ui/why-not.ts';

export interface DifferenceState {
  /** The sides compared, in this order; undefined while there are not two. */
  readonly sides: readonly [VariantId, VariantId] | undefined;
  readonly state: 'off' | 'running' | 'stopped' | 'failed' | 'done';
  readonly difference: RunDifference | undefined;
  readonly message: string | undefined;
}

const nothing: DifferenceState = {
  sides: undefined,
  state: 'off',
  difference: undefined,
  message: undefined,
};

/** Finished comparisons: putting two sides on stage again finds them. */
const known = new WeakMap<DefinitionValues, WeakMap<DefinitionValues, RunDifference>>();

/** Same definition, same bits: nothing has to be run to know it. */
const isSame = (one: DefinitionValues, two: DefinitionValues): boolean =>
  JSON.stringify(one) === JSON.stringify(two);

const equal = (duration: number): RunDifference => ({
  compared: duration,
  isDone: true,
  cost: undefined,
  decision: undefined,
  lasting: undefined,
});

/** What is compared on one stage: one pair of runs at a time. */
class Comparing {
  readonly state = createStore<DifferenceState>(() => nothing);
  #running: Comparison | undefined;

  /** Compares the two sides; anything compared before gives way. Returns the way to end it. */
  compare(session: Session, sides: readonly [VariantId, VariantId]): () => void {
    this.state.setState({ ...nothing, sides });
    this.#begin(session, sides);
    return () => this.#end(nothing);
  }

  /** Stops at what has been found so far. */
  readonly stop = (): void => this.#end({ state: 'stopped' });

  #end(state: Partial<DifferenceState>): void {
    this.#running?.cancel();
    this.#running = undefined;
    this.state.setState(state);
  }

  #begin({ definitions, opened }: Session, sides: readonly [VariantId, VariantId]): void {
    const { setState: set } = this.state;
    const [one, two] = sides.map((side) => definitions[side]);
    if (!one || !two) return;
    const found =
      known.get(one)?.get(two) ?? (isSame(one, two) ? equal(opened.duration) : undefined);
    if (found) {
      set({ state: 'done', difference: found });
      return;
    }
    const comparison = startComparison([one, two], opened.duration, (difference) => {
      if (this.#running === comparison) set({ difference });
    });
    this.#running = comparison;
    set({ state: 'running' });
    comparison.result.then(
      (difference) => {
        known.set(one, (known.get(one) ?? new WeakMap()).set(two, difference));
        if (this.#settles(comparison)) set({ state: 'done', difference });
      },
      (error: Error) => {
        if (this.#settles(comparison)) set({ state: 'failed', message: whyNot(error) });
      },
    );
  }

  /** True if it is still the one that counts. Afterwards it is not: a report may come in late. */
  #settles(comparison: Comparison): boolean {
    if (this.#running !== comparison) return false;
    this.#running = undefined;
    return true;
  }
}

export const comparingOn = perStage(() => new Comparing());

/** What has been found on the stage that the scene stands on. */
export const useDifference = (): DifferenceState => useStore(comparingOn(useSession().stage).state);

// Where the two runs on stage part: asks for the comparison when two sides are there, keeps what was
// found, and lets a person stop it. A chunk of its own, with the parts that show it.

import { create } from 'zustand';
import { type Comparison, startComparison } from '../../engine/difference/start.ts';
import type { Difference } from '../../engine/difference/types.ts';
import type { DefinitionValues } from '../../scenario/index.ts';
import type { Side } from '../../stage/playback/playback.ts';
import type { Session } from '../../stage/session.ts';

export interface DifferenceState {
  /** The sides compared, in this order; undefined while there are not two. */
  readonly sides: readonly [Side, Side] | undefined;
  readonly state: 'off' | 'running' | 'stopped' | 'failed' | 'done';
  readonly difference: Difference | undefined;
  readonly message: string | undefined;
}

const nothing: DifferenceState = {
  sides: undefined,
  state: 'off',
  difference: undefined,
  message: undefined,
};

export const useDifference = create<DifferenceState>(() => nothing);
const set = useDifference.setState;

/** Finished comparisons: putting two sides on stage again finds them. */
const known = new WeakMap<DefinitionValues, WeakMap<DefinitionValues, Difference>>();

let running: Comparison | undefined;

/** True if it is still the one that counts. Afterwards it is not: a report may come in late. */
function settles(comparison: Comparison): boolean {
  if (running !== comparison) return false;
  running = undefined;
  return true;
}

/** Same definition, same bits: nothing has to be run to know it. */
const isSame = (one: DefinitionValues, two: DefinitionValues): boolean =>
  JSON.stringify(one) === JSON.stringify(two);

const equal = (duration: number): Difference => ({
  compared: duration,
  isDone: true,
  cost: undefined,
  decision: undefined,
  lasting: undefined,
});

function begin({ definitions, opened }: Session, sides: readonly [Side, Side]): void {
  const [one, two] = sides.map((side) => definitions[side]);
  if (!one || !two) return;
  const found = known.get(one)?.get(two) ?? (isSame(one, two) ? equal(opened.duration) : undefined);
  if (found) {
    set({ state: 'done', difference: found });
    return;
  }
  const comparison = startComparison([one, two], opened.duration, (difference) => {
    if (running === comparison) set({ difference });
  });
  running = comparison;
  set({ state: 'running' });
  comparison.result.then(
    (difference) => {
      known.set(one, (known.get(one) ?? new WeakMap()).set(two, difference));
      if (settles(comparison)) set({ state: 'done', difference });
    },
    (error: Error) => {
      if (settles(comparison)) set({ state: 'failed', message: error.message });
    },
  );
}

/** Compares the two sides; anything compared before gives way. Returns the way to end it. */
export function compareSides(session: Session, sides: readonly [Side, Side]): () => void {
  set({ ...nothing, sides });
  begin(session, sides);
  return () => {
    running?.cancel();
    running = undefined;
    set(nothing);
  };
}

/** Stops at what has been found so far. */
export function stopComparing(): void {
  running?.cancel();
  running = undefined;
  set({ state: 'stopped' });
}

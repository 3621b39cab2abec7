// What a recipe changes in the middle of a run, ready for the core. Reading and checking it is
// interventions.ts.

import { INTERVENE } from '../engine/abi.gen.ts';

/** The core's codes. */
export const changeKinds = {
  cpus: INTERVENE.AFFINITY,
  batch: INTERVENE.PCP_BATCH,
  high: INTERVENE.PCP_HIGH,
  hints: INTERVENE.HINTS,
  tunable: INTERVENE.TUNABLE,
} as const;

/** One change, ready for the core. */
export interface CoreChange {
  /** ns. */
  readonly at: number;
  readonly kind: keyof typeof changeKinds;
  /** Task by its number on stage; undefined: all. Of a tunable: which, by its code. */
  readonly task: number | undefined;
  readonly cpus: readonly number[];
  readonly value: number;
}

/** The changes of one variant, in order of time. */
export interface Changes {
  readonly variant: string;
  readonly list: readonly CoreChange[];
}

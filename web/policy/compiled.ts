// What a policy's text comes to: the code, and what is known of each of its words and variables.

import type { SourcePosition } from './error.ts';
import type { Need } from './words.ts';

/** Points there may ever be: the length of the definition's list. */
export const POLICY_POINTS = 16;

export interface CompiledVariable {
  readonly name: string;
  /** POLICY.ARRAY_… */
  readonly storage: number;
  /** Words of a shared one; 1 for one a CPU or task. */
  readonly length: number;
  readonly start: number;
  /** A `let` of one value. */
  readonly isSingle: boolean;
}

export interface CompiledPolicy {
  readonly source: string;
  readonly code: readonly number[];
  /** By word of code. */
  readonly places: readonly SourcePosition[];
  /** By point (POLICY.POINT_…): the word it begins at, plus one; 0: it is left to Linux. */
  readonly entries: readonly number[];
  readonly points: readonly string[];
  readonly variables: readonly CompiledVariable[];
  /** POLICY.FLAG_NO_… */
  readonly flags: number;
  /** What its world must have, for the points it has and the questions it asks. */
  readonly needs: readonly Needed[];
}

/** Something that a world may lack, and what asks for it where in the text. */
export interface Needed {
  readonly need: Need;
  readonly name: string;
  readonly at: SourcePosition;
}

// What is wrong with a policy's text, as the view shows it.

import { compilePolicy } from '../../policy/compile.ts';
import { PolicyError, type SourcePosition } from '../../policy/error.ts';

export interface Problem {
  readonly place: SourcePosition;
  readonly sentence: string;
}

/** The first thing that is wrong; undefined: it can run. */
export function problemOf(source: string): Problem | undefined {
  try {
    compilePolicy(source);
    return undefined;
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { place: error.place, sentence: error.sentence };
  }
}

// What is said of the steps of a decision, by their codes.

import { factsOfStep, type StepCode, type StepNumbers } from '../../engine/step-facts.ts';
import type { ExplainStep } from '../../engine/types.ts';

export type StepFacts<Code extends StepCode> = StepNumbers<Code>;

/** A sentence a step; `Of` is what else it says something of. */
export type Sayings<Of = unknown> = {
  readonly [Code in StepCode]?: (facts: StepFacts<Code>, of: Of) => string;
};

/** The sentence of a step, or undefined where the code is none of these. */
export function stepText<Of>(
  sayings: Sayings<Of>,
  code: string,
  step: ExplainStep,
  of: Of,
): string | undefined {
  const known = code as StepCode;
  const say = sayings[known] as ((facts: StepFacts<StepCode>, of: Of) => string) | undefined;
  return say?.(factsOfStep(known, step), of);
}

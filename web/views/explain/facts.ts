// The numbers of a step by the names that the core's table of reasons gives them, and what is said of steps by code.

import { stepFacts } from '../../engine/steps.gen.ts';
import type { ExplainStep } from '../../engine/types.ts';

export type StepCode = keyof typeof stepFacts;

/** What they count stands in wasm-core/src/sched/explain/reasons.h; -1: there is no such CPU or task. */
export type Facts<Code extends StepCode> = {
  readonly [Name in (typeof stepFacts)[Code][number]]: number;
};

/** A sentence a step; `Of` is what else it says something of. */
export type Sayings<Of = unknown> = {
  readonly [Code in StepCode]?: (facts: Facts<Code>, of: Of) => string;
};

/** The numbers of a step with that code. */
export function factsOf<Code extends StepCode>(
  code: Code,
  { facts }: Pick<ExplainStep, 'facts'>,
): Facts<Code> {
  const named = stepFacts[code].map((name, at) => [name, facts[at]]);
  return Object.fromEntries(named) as Facts<Code>;
}

/** The sentence of a step, or undefined where the code is none of these. */
export function sayStep<Of>(
  sayings: Sayings<Of>,
  code: string,
  step: ExplainStep,
  of: Of,
): string | undefined {
  const known = code as StepCode;
  const say = sayings[known] as ((facts: Facts<StepCode>, of: Of) => string) | undefined;
  return say?.(factsOf(known, step), of);
}

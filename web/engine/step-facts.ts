// The numbers of a step of an explain record by the names that the core's table of reasons gives them.

import { stepFacts } from './steps.gen.ts';
import type { ExplainStep } from './types.ts';

export type StepCode = keyof typeof stepFacts;

/** What they count stands in wasm-core/src/sched/explain/reasons.h; -1: there is no such CPU or task. */
export type StepNumbers<Code extends StepCode> = {
  readonly [Name in (typeof stepFacts)[Code][number]]: number;
};

/** The numbers of a step with that code. */
export function factsOfStep<Code extends StepCode>(
  code: Code,
  { facts }: Pick<ExplainStep, 'facts'>,
): StepNumbers<Code> {
  const named = stepFacts[code].map((name, at) => [name, facts[at]]);
  return Object.fromEntries(named) as StepNumbers<Code>;
}

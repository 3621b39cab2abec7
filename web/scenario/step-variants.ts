// Whether the steps of a story speak of variants that its scenario has: what a step says, asks or checks of another could
// never be answered.

import { ScenarioError, shown } from './error.ts';
import type { Question } from './lab/ask-schema.ts';
import type { Scenario } from './schema.ts';
import type { Step } from './step-schema.ts';

interface Named {
  /** Within the step. */
  readonly path: string;
  readonly id: string;
}

/** Throws ScenarioError. */
export function checkSteps({ variants, steps = [] }: Scenario): void {
  const ids: readonly string[] = variants.map(({ id }) => id);
  for (const [at, step] of steps.entries()) {
    const missing = step.side?.split('|').find((id) => !ids.includes(id));
    if (missing) {
      throw new ScenarioError(
        `steps[${at}].side`,
        `shows ${shown(missing)}, which the scenario does not have`,
        `write ${ids.join(' or ')}`,
      );
    }
    const odd = namedIn(step).find(({ id }) => !ids.includes(id));
    if (!odd) continue;
    throw new ScenarioError(
      `steps[${at}].${odd.path}`,
      `is ${shown(odd.id)}, which the scenario does not have`,
      `write ${ids.join(' or ')}`,
    );
  }
}

function namedIn({ values = [], claims = [], checks = [], ask }: Step): Named[] {
  const lists = Object.entries({ values, claims, checks }).flatMap(([field, list]) =>
    list.flatMap((said, index) => pairOf(`${field}[${index}]`, said)),
  );
  return ask ? [...lists, ...askedOf(ask)] : lists;
}

const askedOf = (ask: Question): Named[] =>
  'variant' in ask ? pairOf('ask', ask) : pairOf('ask.about', ask.about);

const pairOf = (
  path: string,
  said: { readonly variant: string; readonly than?: string | undefined },
): Named[] => [
  { path: `${path}.variant`, id: said.variant },
  ...(said.than === undefined ? [] : [{ path: `${path}.than`, id: said.than }]),
];

// Which variant a policy of one's own becomes, and where its machine stands on stage.

import type { OpenedScenario } from '../../scenario/index.ts';
import type { StageLayout } from '../../stage/store.ts';

export type OwnSide = 'C' | 'D';

/** The variant that a policy becomes: C, or D where the scenario has a C of its own. */
export function ownSide({ policy, scenario }: OpenedScenario): OwnSide {
  if (policy) return policy.variant;
  return scenario.variants.some(({ id }) => id === 'C') ? 'D' : 'C';
}

/** Whether the scenario leaves it no place: it has a C and a D of its own. */
export const isFull = ({ policy, scenario }: OpenedScenario): boolean =>
  !policy && ['C', 'D'].every((own) => scenario.variants.some(({ id }) => id === own));

/** It takes the place of the side that it is compared with least. */
export function stageWith(stage: StageLayout, own: OwnSide): StageLayout {
  return stage === 'B' || stage === `B | ${own}` ? `B | ${own}` : `A | ${own}`;
}

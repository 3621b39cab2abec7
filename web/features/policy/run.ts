// Puts a policy on stage as a variant of its own. This press, and nothing else, is what a policy needs to run.

import type { OpenedScenario } from '../../scenario/index.ts';
import { recipeChunk } from '../../stage/content.ts';
import type { Session } from '../../stage/session.ts';
import { type Stage, useStageState } from '../../stage/store.ts';
import { words } from '../../views/policy/words.ts';

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
const stageWith = (stage: Stage, own: OwnSide): Stage =>
  stage === 'B' || stage === `B | ${own}` ? `B | ${own}` : `A | ${own}`;

export async function runPolicy(session: Session, source: string): Promise<void> {
  const { opened } = session;
  const choice = useStageState.getState();
  const { approve, recipeOf } = await recipeChunk();
  approve(source);
  const own = ownSide(opened);
  // Who runs a policy asks about it next: views and Why? speak of its machine.
  const now = { ...choice, stage: stageWith(choice.stage, own), dockSide: own, layout: undefined };
  const recipe = recipeOf(opened.recipe, now);
  const news = recipe.interventions && words.forkGone;
  await session.stage.open(
    {
      ...recipe,
      layout: undefined,
      interventions: undefined,
      policy: { language: 1, from: 'A', source },
    },
    { news },
  );
}

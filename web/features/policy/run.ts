// Puts a policy on stage as a variant of its own. This press, and nothing else, is what a policy needs to run.

import { recipeChunk } from '../../stage/content.ts';
import type { Session } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { words } from '../../views/policy/words.ts';
import { ownSide, stageWith } from './sides.ts';

export async function runPolicy(session: Session, source: string): Promise<void> {
  const { opened } = session;
  const choice = useStageState.getState();
  const { approve, recipeOf } = await recipeChunk();
  approve(source);
  const own = ownSide(opened);
  // Views and "Why?" turn to the machine of the policy: the next question after a run is about it.
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

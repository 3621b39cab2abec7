// Puts a workload of one's own on stage: on the machine and the kernels that are there.

import type { Recipe } from '../../scenario/index.ts';
import type { WorkloadForm } from '../../scenario/program/schema.ts';
import { recipeChunk } from '../../stage/content.ts';
import type { Session } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { paceOf } from './pace.ts';

/** Settings that say something of the workload before, or of how long it ran. */
const ofTheOther = /^(workload|duration|warmup|variant\.[A-D]\.workload)(\.|$)/;

const settingsOf = ({ set = {} }: Recipe): Recipe['set'] =>
  Object.fromEntries(Object.entries(set).filter(([path]) => !ofTheOther.test(path)));

/** Undefined: the scenario's own again. */
export async function runWorkload(
  session: Session,
  workload: WorkloadForm | undefined,
): Promise<void> {
  const { recipeOf } = await recipeChunk();
  const recipe = recipeOf(session.opened.recipe, useStageState.getState());
  const { opened } = session;
  // What has its pace already keeps it: it is another text of the same, or the story's own again.
  const isFirst = workload !== undefined && opened.recipe.workload === undefined;
  await session.stage.open({
    ...recipe,
    ...(isFirst && { view: { ...recipe.view, rate: paceOf(workload.duration, opened.duration) } }),
    workload,
    set: settingsOf(recipe),
    playhead: undefined,
    selection: undefined,
    interventions: undefined,
  });
}

// Puts a recording on stage: simulated runs of a workload made of it, on its machine, and itself as one more side.

import { workloadOfRecording } from '../../exchange/own/recording/browser.ts';
import type { PackedRecording } from '../../exchange/own/recording/worker.ts';
import type { Recipe } from '../../scenario/index.ts';
import type { OwnSource } from '../../scenario/measured.ts';
import { blankScenario } from '../../scenario/program/other-workload.ts';
import type { Session } from '../../stage/session.ts';
import { words } from './words.ts';

export type ReplayForm = 'fitted' | 'exact';

/** What was taken for granted. Throws ScenarioError where no workload can be made of it; nothing comes on stage after `over`. */
export async function putOnStage(
  { stage }: Session,
  own: PackedRecording,
  source: OwnSource,
  form: ReplayForm,
  over: AbortSignal,
): Promise<readonly string[]> {
  const { workload, notes } = await workloadOfRecording(
    own.run,
    { form, title: source.name },
    over,
  );
  if (over.aborted) return [];
  const recipe: Recipe = {
    format: 'schedscape-recipe/3',
    scenario: blankScenario as unknown as Recipe['scenario'],
    machine: own.machine,
    workload,
    recording: source,
  };
  await stage.open(recipe, {
    recording: { side: 'C', label: words.label(source.name), run: own.run },
  });
  return notes;
}

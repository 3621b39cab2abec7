// From the content of a scene to a running engine: the definition of one variant, in a worker of its
// own.

import type { MarkQuestion } from '../engine/marks.ts';
import { type RunningVariant, startVariant } from '../engine/start.ts';
import type { OpenedScenario } from '../scenario/index.ts';
import type { Side } from './playback/playback.ts';
import type { Content } from './stage-content.ts';
import { startWorker } from './start-worker.ts';

/** Bytes all recordings of the page may take (architecture: memory of a page), however many runs there are. */
const pageRecordings = 256 * 2 ** 20;

/** Rejects with an Error meant for a reader. */
export async function connectEngine(
  { opened, definitions }: Content,
  side: Side,
  over: AbortSignal,
): Promise<RunningVariant> {
  const definition = definitions[side];
  if (!definition) throw new Error(`the scenario has no variant ${side}`);
  const recordingLimit = pageRecordings / Math.max(2, opened.scenario.variants.length);
  const options = {
    duration: opened.duration,
    marks: questionsOf(opened),
    recordingLimit,
    window: opened.scoreWindow,
    policy: opened.policy?.variant === side ? opened.policy.names : undefined,
  };
  return startVariant(definition, options, startWorker('variant'), over);
}

/** The marks of a scenario that have to be looked for, in its order; see marks.ts. */
const questionsOf = ({ scenario }: OpenedScenario): MarkQuestion[] =>
  (scenario.marks ?? []).flatMap(({ first, line, waiting }) =>
    first === undefined || first === 'measured-window' ? [] : [{ first, line, waiting }],
  );

// Starts the engine for one variant of a scene: its definition, in a worker of its own.

import { type RunningVariant, startVariant } from '../engine/start.ts';
import { markQuestionsOf } from './mark-questions.ts';
import { pageQuiet } from './page-quiet.ts';
import type { VariantId } from './playback/playback.ts';
import { shippedWarmStarts } from './shipped-warm-starts.ts';
import type { Content } from './stage-content.ts';
import { startWorker } from './start-worker.ts';

/** Bytes all recordings of the page may take (architecture: memory of a page), however many runs there are. */
const pageRecordings = 256 * 2 ** 20;

interface ConnectOptions {
  /** How many are kept at a time, this one among them. */
  readonly scenes?: number;
  /** The figures of the run are not awaited. */
  readonly isUnhurried?: boolean;
  /** ns: nothing later is looked at. */
  readonly headEnd?: number;
}

/** Rejects with an Error meant for a reader. */
export async function connectEngine(
  { opened, definitions, recording }: Content,
  side: VariantId,
  over: AbortSignal,
  { scenes = 1, isUnhurried = false, headEnd }: ConnectOptions = {},
): Promise<RunningVariant> {
  const definition = definitions[side];
  if (!definition) throw new Error(`the scenario has no variant ${side}`);
  const runs = scenes * Math.max(2, opened.scenario.variants.length);
  const recordingLimit = pageRecordings / runs;
  const options = {
    duration: opened.duration,
    marks: markQuestionsOf(opened),
    shipped: shippedWarmStarts(),
    isUnhurried,
    headEnd,
    recordingLimit,
    window: opened.scoreWindow,
    policy: opened.policy?.variant === side ? opened.policy.names : undefined,
    recorded: recording?.side === side ? recording.run : undefined,
    // As it is: once for a run, and choosing what of it is needed would be more code at the start than it saves.
    program: opened.program,
  };
  const running = await startVariant(definition, options, startWorker('variant'), over);
  void pageQuiet().then(running.pageIsUp);
  return running;
}

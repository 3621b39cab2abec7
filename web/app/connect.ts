// From an opened scenario to a running engine: the definition of one variant, in a worker of its own.

import { type RunningVariant, startVariant } from '../engine/start.ts';
import { buildDefinition, type OpenedScenario } from '../scenario/index.ts';
import type { Side } from './playback/playback.ts';

/** Rejects with an Error meant for a reader. */
export function connectEngine(opened: OpenedScenario, side: Side): Promise<RunningVariant> {
  return startVariant(buildDefinition(opened, side), { duration: opened.duration });
}

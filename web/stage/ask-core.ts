// Asks the core whether it accepts the variants of a changed scenario, while the scene before is still on stage: an
// error that only the core can find must not cost a running scene.

import { WorkerEnded } from '../base/worker-life.ts';
import { askForRefusal } from '../engine/refusal/start.ts';
import { ScenarioError } from '../scenario/index.ts';
import { afterEnd } from '../ui/why-not.ts';
import type { Content } from './stage-content.ts';

/** Throws ScenarioError, which names the variant, if the core does not take one of them. */
export async function askCore(definitions: Content['definitions']): Promise<void> {
  const refusal = await askForRefusal(definitions).catch((error) => {
    if (!(error instanceof WorkerEnded)) throw error;
    throw new ScenarioError('', error.message, afterEnd);
  });
  if (!refusal) return;
  throw new ScenarioError(
    '',
    `the simulator does not take variant ${refusal.variant}: ${refusal.problem}`,
    'choose another machine or another value; what is on stage goes on',
  );
}

// Asks in a worker of its own, so that neither the page nor what is on stage waits for the answer.

import { endOf } from '../../base/worker-life.ts';
import { callsTo } from '../calls.ts';
import type { DefinitionRefusal, Definitions } from './refusal.ts';
import type { RefusalService } from './worker.ts';

/** What refusalOf() says. Rejects with an Error meant for a reader if the core could not be loaded. */
export async function askForRefusal(
  definitions: Definitions,
): Promise<DefinitionRefusal | undefined> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape refusal',
  });
  const broken = endOf(worker, 'the worker that asks the simulator could not be started');
  const answer = callsTo<RefusalService>(worker).refusal(definitions);
  return Promise.race([answer, broken]).finally(() => worker.terminate());
}

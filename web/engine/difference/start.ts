// Starts a comparison in a worker of its own, so that neither the page nor the runs on stage wait.

import * as comlink from 'comlink';
import { endOf } from '../../base/worker-life.ts';
import type { DefinitionInput } from '../definition.ts';
import type { RunDifference } from './types.ts';
import type { DifferenceService } from './worker.ts';

export interface Comparison {
  readonly result: Promise<RunDifference>;
  /** Ends it at once; the result then never settles. */
  readonly cancel: () => void;
}

/**
 * Compares two definitions over `duration` ns; `report` hears what is known a few times a second.
 * The result rejects with an Error meant for a reader.
 */
export function startComparison(
  [first, second]: readonly [DefinitionInput, DefinitionInput],
  duration: number,
  report: (difference: RunDifference) => void,
): Comparison {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape difference',
  });
  const service = comlink.wrap<DifferenceService>(worker);
  const broken = endOf(worker, 'the worker of the comparison could not be started');
  const result = Promise.race([
    service.compare(first, second, duration, comlink.proxy(report)),
    broken,
  ]).finally(() => worker.terminate());
  return { result, cancel: () => worker.terminate() };
}

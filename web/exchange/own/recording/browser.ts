// Reads a trace in the page, or makes a workload of one, each in a worker of its own that ends with it.

import * as comlink from 'comlink';
import { endOf } from '../../../base/worker-life.ts';
import type { PackedRun } from '../../../engine/recorded/packed.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import type { Extracted, ExtractWanted } from './extract.ts';
import type { GivenMachine } from './recording.ts';
import type { ExtractAnswer, ReadAnswer, ReadProgress, ReadService } from './worker.ts';

export interface Reading {
  /** Rejects with an Error meant for a reader; never settles after `cancel`. */
  readonly answer: Promise<ReadAnswer>;
  readonly cancel: () => void;
}

/** What a new worker answers; it ends with that. */
function asked<Answer>(ask: (service: comlink.Remote<ReadService>) => Promise<Answer>): {
  readonly answer: Promise<Answer>;
  readonly cancel: () => void;
} {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape trace',
  });
  const broken = endOf(worker, 'the worker that reads traces could not be started');
  const cancel = () => worker.terminate();
  const answer = Promise.race([ask(comlink.wrap<ReadService>(worker)), broken]).finally(cancel);
  return { answer, cancel };
}

export const startReading = (
  file: File,
  machine: GivenMachine | undefined,
  onProgress: ReadProgress,
): Reading =>
  asked<ReadAnswer>(async (service) => service.read(file, machine, comlink.proxy(onProgress)));

/**
 * A workload out of a recording. Rejects with ScenarioError where none can be made of it, or an Error meant for a reader; never
 * settles after `over`.
 */
export async function workloadOf(
  run: PackedRun,
  wanted: ExtractWanted,
  over: AbortSignal,
): Promise<Pick<Extracted, 'workload' | 'notes'>> {
  const extracting = asked<ExtractAnswer>(async (service) => service.extract(run, wanted));
  over.addEventListener('abort', extracting.cancel, { once: true });
  const answer = await extracting.answer;
  if (!('problem' in answer)) return answer;
  throw new ScenarioError(answer.path, answer.problem, answer.remedy);
}

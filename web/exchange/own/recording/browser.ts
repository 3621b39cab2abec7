// Reads a trace in the page, in a worker of its own that ends with it.

import * as comlink from 'comlink';
import { endOf } from '../../../base/worker-life.ts';
import type { GivenMachine } from './recording.ts';
import type { ReadAnswer, ReadProgress, ReadService } from './worker.ts';

export interface Reading {
  /** Rejects with an Error meant for a reader; never settles after `cancel`. */
  readonly answer: Promise<ReadAnswer>;
  readonly cancel: () => void;
}

export function startReading(
  file: File,
  machine: GivenMachine | undefined,
  onProgress: ReadProgress,
): Reading {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape trace',
  });
  const service = comlink.wrap<ReadService>(worker);
  const broken = endOf(worker, 'the worker that reads traces could not be started');
  const cancel = () => worker.terminate();
  const answer = Promise.race([
    service.read(file, machine, comlink.proxy(onProgress)),
    broken,
  ]).finally(cancel);
  return { answer, cancel };
}

// Reads a report of perf c2c in the page, in a worker of its own that ends with it: a report of 16 MiB must not hold the
// page up, and one that takes too long is ended.

import * as comlink from 'comlink';
import { endOf } from '../../../base/worker-life.ts';
import type { C2cAnswer, C2cService } from './worker.ts';

/** ms that reading may take. */
const longest = 20_000;

/** Rejects with an Error meant for a reader. */
export function readC2cReport(report: Blob): Promise<C2cAnswer> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape c2c report',
  });
  const service = comlink.wrap<C2cService>(worker);
  const broken = endOf(worker, 'the worker that reads reports could not be started');
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it takes longer than ${longest / 1000} s`)),
      longest,
    );
  });
  return Promise.race([service.read(report), broken, late]).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}

// A worker thread of a sweep or a fidelity report: runs one job at a time, each in an instance of the
// core of its own, so that no run can depend on the one before.

import { parentPort, workerData } from 'node:worker_threads';
import type { RunJob } from '../web/engine/sweep/measure.ts';
import { runJob } from '../web/engine/sweep/measure.ts';
import { openWasm } from '../web/engine/wasm.ts';
import { isInputError } from './usage.ts';

const { core } = workerData as { readonly core: WebAssembly.Module };

parentPort!.on('message', async (job: RunJob) => {
  try {
    parentPort!.postMessage({ measures: runJob(await openWasm(core), job) });
  } catch (cause) {
    const { name, message } = cause as Error;
    parentPort!.postMessage({ failure: { name, message, isInput: isInputError(cause) } });
  }
});

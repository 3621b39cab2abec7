// Workers of Node for many runs: threads, or this very thread for one. Which it is does not show in
// any result.

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Runner } from '../web/engine/sweep/collect.ts';
import { type RunJob, type RunMeasures, runJob } from '../web/engine/sweep/measure.ts';
import { openWasm } from '../web/engine/wasm.ts';
import { compileModule } from './core-module.ts';
import { inProgram, policyFile, wasmFile } from './program.ts';
import { UsageError } from './usage.ts';

/** Threads beyond the processors of any machine in sight only take memory. */
const mostJobs = 512;

const workerFile = () => inProgram('build/cli/sweep.worker.mjs');

/** The number after --jobs; left out: the processors there are. Throws UsageError. */
export function jobsOf(written: string | undefined): number {
  if (written === undefined) return availableParallelism();
  const jobs = Number(written);
  if (/^\d{1,3}$/.test(written) && jobs >= 1 && jobs <= mostJobs) return jobs;
  throw new UsageError(`--jobs ${written}: must be a whole number from 1 to ${mostJobs}`);
}

interface Answer {
  readonly measures?: RunMeasures;
  readonly failure?: { readonly name: string; readonly message: string; readonly isInput: boolean };
}

function errorOf({ name, message, isInput }: NonNullable<Answer['failure']>): Error {
  if (isInput) return new UsageError(message);
  return Object.assign(new Error(message), { name });
}

function startThread(core: WebAssembly.Module): Runner {
  const worker = new Worker(workerFile(), { workerData: { core } });
  return {
    run: (job: RunJob) =>
      new Promise((resolve, reject) => {
        const settle = ({ measures, failure }: Answer) => {
          worker.off('error', fail);
          if (measures) resolve(measures);
          else reject(errorOf(failure!));
        };
        const fail = (error: Error) => {
          worker.off('message', settle);
          reject(error);
        };
        worker.once('message', settle);
        worker.once('error', fail);
        worker.postMessage(job);
      }),
    close: () => void worker.terminate(),
  };
}

/** Runs here, one after the other. */
function thisThread(core: WebAssembly.Module): Runner {
  return {
    async run(job) {
      // Lets progress reach the terminal between two runs.
      await new Promise((resolve) => setImmediate(resolve));
      return runJob(await openWasm(core), job);
    },
    close() {},
  };
}

/** `count` threads, also for one; close them all when done. Throws UsageError when not built. */
export async function startThreads(count: number, file = wasmFile()): Promise<Runner[]> {
  if (!existsSync(workerFile())) {
    throw new UsageError('the worker of sweeps is not built: run npm run schedscape, or --jobs 1');
  }
  const core = await compileModule(file);
  return Array.from({ length: count }, () => startThread(core));
}

/** `count` workers, which run policies or not; close them all when done. Throws UsageError when the core is not what was built. */
export async function startRunners(count: number, hasPolicy = false): Promise<Runner[]> {
  const file = hasPolicy ? policyFile() : wasmFile();
  if (count > 1) return startThreads(count, file);
  return [thisThread(await compileModule(file))];
}

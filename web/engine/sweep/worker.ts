// A worker of the page for sweeps: loads the core once and runs one job at a time, each in an instance
// of its own.

import * as comlink from 'comlink';
import coreUrl from '../../../build/core/core.wasm?url';
import { fetchCore, openWasm } from '../wasm.ts';
import { type RunJob, type RunMeasures, runJob } from './measure.ts';

let core: Promise<WebAssembly.Module> | undefined;

async function run(job: RunJob): Promise<RunMeasures> {
  core ??= fetchCore(coreUrl);
  return runJob(await openWasm(await core), job);
}

const service = { run };
export type SweepService = typeof service;

comlink.expose(service);

// A worker of the page for sweeps: loads each module once and runs one job at a time, each in an instance
// of its own.

import * as comlink from 'comlink';
import { reportLife } from '../../base/worker-life.ts';
import { fetchModule, moduleOf } from '../modules.ts';
import { openWasm } from '../wasm.ts';
import { type RunJob, type RunMeasures, runJob } from './measure.ts';

/** By address. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

async function run(job: RunJob): Promise<RunMeasures> {
  const address = moduleOf(job.definition);
  const module = modules.get(address) ?? fetchModule(address);
  modules.set(address, module);
  return runJob(await openWasm(await module), job);
}

const service = { run };
export type SweepService = typeof service;

reportLife();
comlink.expose(service, self as comlink.Endpoint);

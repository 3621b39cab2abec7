// The worker of one long export: runs the variant from its start and gives the file. To cancel, the page ends the
// worker.

import * as comlink from 'comlink';
import { reportLife } from '../base/worker-life.ts';
import type { DefinitionInput } from '../engine/definition.ts';
import { fetchModule, moduleOf } from '../engine/modules.ts';
import { openWasm } from '../engine/wasm.ts';
import { World } from '../engine/world.ts';
import { type TraceRun, traceRun } from './trace/trace.ts';

/** ns reached, events and bytes kept so far. */
export type TraceProgress = (time: number, events: number, bytes: number) => void;

async function trace(
  definition: DefinitionInput,
  run: Omit<TraceRun, 'onProgress'>,
  onProgress: TraceProgress,
): Promise<Blob> {
  const world = World.create(await openWasm(await fetchModule(moduleOf(definition))), definition);
  const { pieces } = traceRun(world, { ...run, onProgress });
  return new Blob([...pieces]);
}

const service = { trace };
export type ExportService = typeof service;

reportLife();
comlink.expose(service, self as comlink.Endpoint);

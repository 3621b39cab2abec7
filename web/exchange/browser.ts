// Long exports in the page: each in a worker of its own, so that the page stays quick and the export
// can be cancelled at any moment.

import * as comlink from 'comlink';
import { endOf } from '../base/worker-life.ts';
import type { DefinitionInput } from '../engine/definition.ts';
import type { TraceRun } from './trace/trace.ts';
import type { ExportService, TraceProgress } from './worker.ts';

export interface LongExport {
  /** Rejects with an Error meant for a reader; never settles after `cancel`. */
  readonly file: Promise<Blob>;
  readonly cancel: () => void;
}

export function startTrace(
  definition: DefinitionInput,
  run: Omit<TraceRun, 'onProgress'>,
  onProgress: TraceProgress,
): LongExport {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape export',
  });
  const service = comlink.wrap<ExportService>(worker);
  const broken = endOf(worker, 'the worker of the export could not be started');
  const cancel = () => worker.terminate();
  const file = Promise.race([
    service.trace(definition, run, comlink.proxy(onProgress)),
    broken,
  ]).finally(cancel);
  return { file, cancel };
}

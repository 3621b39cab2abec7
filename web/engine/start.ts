// Starts variants, each in a worker of its own that calls serveVariant (worker.ts). Those of sweeps are made in
// sweep/browser.ts.

import { callsTo, type Remote } from './calls.ts';
import type { DefinitionInput } from './definition.ts';
import type { VariantEngine } from './types/engine.ts';
import type { VariantService, WorkerOptions } from './worker.ts';

/** A VariantEngine somewhere else. */
export type RemoteEngine = Remote<VariantEngine>;

export interface RunningVariant {
  readonly engine: RemoteEngine;
  /** A second way to the same engine, for another thread: callsTo<VariantEngine>(port). */
  readonly port: MessagePort;
  /** Ends the worker and gives its memory back; calls under way never settle. */
  readonly close: () => void;
}

function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    worker.addEventListener('error', (event) => {
      reject(new Error(event.message || 'the worker of the simulation could not be started'));
    });
  });
}

const endOf = (over: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new Error('the run is no longer wanted'));
    if (over.aborted) end();
    else over.addEventListener('abort', end, { once: true });
  });

/**
 * Starts one variant in `worker`, which ends with it; `over` ends it while it starts. Rejects with an Error meant for a reader: a definition
 * the core refuses, too little memory, or a worker or core that could not be loaded.
 */
export async function startVariant(
  definition: DefinitionInput,
  options: WorkerOptions,
  worker: Worker,
  over?: AbortSignal,
): Promise<RunningVariant> {
  const service = callsTo<VariantService>(worker);
  const own = new MessageChannel();
  const second = new MessageChannel();
  try {
    const created = service.create(definition, options, own.port1, second.port1);
    await Promise.race([created, failureOf(worker), ...(over ? [endOf(over)] : [])]);
    return {
      engine: callsTo<VariantEngine>(own.port2),
      port: second.port2,
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

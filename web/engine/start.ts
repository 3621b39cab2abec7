// Starts variants, each in a worker of its own that calls serveVariant (worker.ts). Those of sweeps are made in
// sweep/browser.ts.

import { endOf } from '../base/worker-life.ts';
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
  /** Rejects with an Error meant for a reader when its worker is gone, also where `close` ended it. */
  readonly gone: Promise<never>;
  /** Tells the run that the page around it has been built: it need not hold back any more. */
  readonly pageIsUp: () => void;
  /** Ends the worker and gives its memory back; calls under way never settle. */
  readonly close: () => void;
}

const unwanted = (over: AbortSignal): Promise<never> =>
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
  const gone = endOf(worker, 'the worker of the simulation could not be started');
  const service = callsTo<VariantService>(worker);
  const own = new MessageChannel();
  const second = new MessageChannel();
  try {
    const created = service.create(definition, options, own.port1, second.port1);
    await Promise.race([created, gone, ...(over ? [unwanted(over)] : [])]);
    return {
      engine: callsTo<VariantEngine>(own.port2),
      port: second.port2,
      gone,
      pageIsUp: () => void service.pageIsUp().catch(() => {}),
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

// Starts the worker of the conductor and makes a channel of it.

import { notices } from '../messages.ts';
import { startWorker } from '../start-worker.ts';
import type { FromConductor } from './messages.ts';
import type { ConductorChannel } from './playback.ts';

export function startConductor(onFailure: (message: string) => void): ConductorChannel {
  const worker = startWorker('conductor');
  worker.addEventListener('error', (event) => onFailure(event.message || notices.noConductor));
  return {
    say: (message, transfer = []) => worker.postMessage(message, transfer),
    hear: (listener) =>
      worker.addEventListener('message', (event: MessageEvent<FromConductor>) =>
        listener(event.data),
      ),
    close: () => worker.terminate(),
  };
}

// Starts the worker of the conductor and makes a channel of it.

import { endOf } from '../../base/worker-life.ts';
import { messageOf } from '../../ui/errors.ts';
import { notices } from '../messages.ts';
import { startWorker } from '../start-worker.ts';
import type { FromConductor } from './messages.ts';
import type { ConductorChannel } from './playback.ts';

export function startConductor(onFailure: (message: string) => void): ConductorChannel {
  const worker = startWorker('conductor');
  endOf(worker, notices.noConductor).catch((error) => onFailure(messageOf(error)));
  return {
    send: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage: (listener) =>
      worker.addEventListener(
        'message',
        (event: MessageEvent<FromConductor>) =>
          // What it says of its life is not for the playback.
          'kind' in event.data && listener(event.data),
      ),
    close: () => worker.terminate(),
  };
}

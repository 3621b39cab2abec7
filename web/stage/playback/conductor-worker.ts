// The worker the conductor lives in: it keeps the pictures' clock away from the main thread, which is
// then free for what people do.

import { serveConductor } from './conductor-service.ts';
import type { ToConductor } from './messages.ts';

/** Makes this thread the worker of the conductor. */
export function conduct(): void {
  const thread = self;
  serveConductor(
    {
      send: (message, transfer = []) => thread.postMessage(message, { transfer }),
      onMessage: (listener) =>
        thread.addEventListener('message', (event: MessageEvent<ToConductor>) =>
          listener(event.data),
        ),
    },
    (callback) => {
      const request = requestAnimationFrame(callback);
      return () => cancelAnimationFrame(request);
    },
  );
}

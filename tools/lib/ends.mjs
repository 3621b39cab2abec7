// Ends all processes that a run of tests has started when the run is ended, by Ctrl+C or otherwise: no server stays
// on its port.

import { endGroups } from './run.mjs';

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** `patience`: ms that programs get to end by themselves, a browser with its server, before they are killed. */
export function endTogether(patience) {
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, () => {
      endGroups('SIGINT');
      setTimeout(() => {
        endGroups('SIGKILL');
        process.exit(code);
      }, patience);
    });
  }
}

// Why a machine stopped, told by its message, and what can be done about it. Browsers and engines word the
// same cause each in their way; whatever is none of these is a defect of ours.

import { isUnfetched } from '../ui/errors.ts';

export type Cause = 'network' | 'memory' | 'core' | 'frame' | 'ended' | 'kept' | 'defect';

/** Chromium, Firefox, WebKit, and our own words (backend.ts). */
const memory =
  /no room for \d|out of memory|(could not|cannot) allocate|allocation failed|allocation size overflow/i;
/** What is no module, or another one: half a download, a host that answers with a page, an older copy. */
const core =
  /WebAssembly\.(compile|instantiate|Module)|wasm validation|doesn't (parse|validate)|could not be loaded: .* answered|magic (number|word)|is not a Response|MIME type|SyntaxError|worker .* could not be started/i;
/** A frame without an origin may not have workers. */
const frame = /construct 'Worker'|SecurityError|operation is insecure|origin 'null'/i;

/** In words of ours (worker-life.ts). */
const ended = /has ended the worker/;

/** In words of ours (engine/worker.ts). */
const kept = /what was kept of this run is of another/;

/** The cause of a message. */
export function causeOf(message: string): Cause {
  if (isUnfetched(message)) return 'network';
  if (ended.test(message)) return 'ended';
  if (kept.test(message)) return 'kept';
  if (memory.test(message)) return 'memory';
  if (frame.test(message)) return 'frame';
  return core.test(message) ? 'core' : 'defect';
}

const stopped: Readonly<Record<Cause, string>> = {
  network: 'you are offline',
  memory: 'there is not enough memory',
  core: 'the simulator was not loaded completely',
  frame: 'this frame does not allow workers',
  ended: 'the browser has ended its worker',
  kept: 'the kept beginning belongs to another run',
  defect: 'the simulator found a defect in itself',
};

export const failureWords = {
  stopped: (side: string, cause: Cause) => `Machine ${side} stopped: ${stopped[cause]}.`,
  remedy: (cause: Cause, scenario: string): string | undefined =>
    ({
      network: undefined,
      memory: 'Close other pages, show one machine only, or choose a smaller machine.',
      core: 'Reload the page. If that does not help, its host has to upload its files again.',
      frame: 'Open the page in a tab of its own, or give the frame allow-same-origin.',
      ended:
        'Restart it here: it comes back to the same moment. If that happens again, close other pages or choose a smaller machine.',
      kept: 'Restart it here: it is then computed from the beginning. If the kept run came with the page, its host has to build the page again.',
      defect: `Please report it with the scenario ${scenario} and this message.`,
    })[cause],
  restart: (side: string) => `Restart machine ${side}`,
} as const;

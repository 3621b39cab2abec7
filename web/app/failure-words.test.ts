import { describe, expect, it } from 'vitest';
import { WorkerEnded } from '../base/worker-life.ts';
import { OutOfMemoryError } from '../engine/backend.ts';
import { differenceText } from '../engine/warm-start-store.ts';
import { notices } from '../stage/messages.ts';
import { type Cause, causeOf, failureWords } from './failure-words.ts';

/** As browsers and the engine say it. */
const said: Readonly<Record<Cause, readonly string[]>> = {
  network: ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'],
  memory: [
    new OutOfMemoryError(2 ** 30).message,
    'WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance',
    'Array buffer allocation failed',
    'WebAssembly.Memory(): could not allocate memory',
    'out of memory',
    'allocation size overflow',
  ],
  core: [
    'WebAssembly.compileStreaming(): expected magic word 00 61 73 6d, found 3c 21 64 6f @+0',
    'WebAssembly.compile(): reached the end of the module unexpectedly @+1000',
    'WebAssembly.instantiate(): Import #0 module="env" error: module is not an object or function',
    'wasm validation error: at offset 4: failed to match magic number',
    "WebAssembly.Module doesn't parse at byte 0: module doesn't start with '\\0asm'",
    'the simulator could not be loaded: /assets/core.wasm answered 404',
    'the simulator could not be loaded: /assets/core.wasm answered with other bytes',
    'Uncaught SyntaxError: Unexpected end of input',
    notices.noConductor,
    'the worker of the simulation could not be started',
  ],
  frame: [
    "Failed to construct 'Worker': Script at 'https://x/a.js' cannot be accessed from origin 'null'.",
    'The operation is insecure.',
  ],
  ended: [new WorkerEnded().message],
  kept: [differenceText('0123456789abcdef', 'fedcba9876543210')],
  defect: [
    'memory access out of bounds',
    'unreachable',
    'machine/coherence.c:120: an invariant broke',
    "Cannot read properties of undefined (reading 'line')",
    'the page allocator gave a page twice',
  ],
};

describe('why a machine stopped', () => {
  for (const [cause, messages] of Object.entries(said)) {
    it.each(messages)(`is told by what was said: ${cause}, %s`, (message) => {
      expect(causeOf(message)).toBe(cause);
    });
  }

  it('is called a defect, and asks for a report, only where it is one', () => {
    for (const cause of Object.keys(said) as Cause[]) {
      const text = `${failureWords.stopped('A', cause)} ${failureWords.remedy(cause, 'a/b')}`;
      expect(/defect|report/.test(text)).toBe(cause === 'defect');
      expect(text).toContain('Machine A stopped');
    }
  });
});

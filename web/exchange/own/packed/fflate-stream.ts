// The streams of fflate as packings: these have to be told which piece is the last one, so one is held back.

import type { OpenPacked } from './packing.ts';

interface Stream {
  push(chunk: Uint8Array, isLast: boolean): void;
}

export function openStream(
  open: (ondata: (chunk: Uint8Array, isLast: boolean) => void) => Stream,
  take: (bytes: Uint8Array) => void,
): OpenPacked {
  let hasEnded = false;
  let held = new Uint8Array(0);
  const stream = open((chunk, isLast) => {
    hasEnded ||= isLast;
    take(chunk);
  });
  return {
    push: (bytes) => {
      if (held.length > 0) stream.push(held, false);
      // A copy: the caller writes into its piece anew.
      held = bytes.slice();
    },
    finish: () => {
      stream.push(held, true);
      if (!hasEnded) throw new Error('part of it is missing');
    },
  };
}

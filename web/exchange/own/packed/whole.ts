// Packings that are read once all of their bytes are there: they are kept up to a bound, and unpacked piece by piece then.

import { type OpenPacked, unread } from './packing.ts';

/** Packed bytes that are kept: as much as the largest text that may be read. */
const most = 128 * 1024 * 1024;

export function openWhole(
  unpack: (bytes: Uint8Array<ArrayBuffer>, take: (bytes: Uint8Array) => void) => void,
  take: (bytes: Uint8Array) => void,
): OpenPacked {
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    push: (bytes) => {
      size += bytes.length;
      if (size > most) {
        const problem = `has more than ${most / 2 ** 20} MiB, packed`;
        throw unread(problem, `at most ${most / 2 ** 20} MiB are read`);
      }
      pieces.push(bytes.slice());
    },
    finish: () => unpack(joinBytes(pieces, size), take),
  };
}

export function joinBytes(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

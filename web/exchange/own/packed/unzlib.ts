// One packed part within a file, by zlib: unpacked in slices, so that the caller can stop when it grows too large.

import { Unzlib } from 'fflate';

/** Packed bytes given to fflate at a time. */
const sliceBytes = 4096;

/** Throws where the part is damaged, and whatever `take` throws. */
export function unzlib(packed: Uint8Array, take: (piece: Uint8Array) => void): void {
  const stream = new Unzlib((piece) => take(piece));
  for (let at = 0; at < packed.length; at += sliceBytes) {
    stream.push(packed.subarray(at, at + sliceBytes), at + sliceBytes >= packed.length);
  }
}

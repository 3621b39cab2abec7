// A short hash of everything a frame says about the state of a run, to tell whether two frames are
// the same moment bit by bit. Not the trace hash, which speaks of the past; this one is of the state.

import type { Frame } from '../engine/types.ts';

const prime = 0x0100_0193;

/** FNV-1a over 32-bit words (and the bytes left over) of each array, in a fixed order. */
export function frameHash(frame: Frame): string {
  let hash = 0x811c_9dc5;
  const mix = (array: ArrayBufferView) => {
    const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength >>> 2);
    for (let at = 0; at < words.length; at += 1) hash = Math.imul(hash ^ words[at]!, prime);
    const rest = new Uint8Array(
      array.buffer,
      array.byteOffset + words.byteLength,
      array.byteLength & 3,
    );
    for (let at = 0; at < rest.length; at += 1) hash = Math.imul(hash ^ rest[at]!, prime);
  };
  // How the records reached the viewer (in one jump or frame by frame) is not part of the state.
  const state = [frame.cpus, frame.tasks, frame.lines, frame.ledger, frame.transfers];
  for (const part of state) {
    if (ArrayBuffer.isView(part)) mix(part);
    else for (const column of Object.values(part)) if (ArrayBuffer.isView(column)) mix(column);
  }
  mix(new Float64Array([frame.time, ...Object.values(frame.counters)]));
  return (hash >>> 0).toString(16).padStart(8, '0') + frame.traceHash;
}

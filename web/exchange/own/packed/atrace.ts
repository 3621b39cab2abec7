// What `atrace -z` writes: a line or two of text, then a trace packed by zlib. The lines are dropped.

import { Unzlib } from 'fflate';
import { openStream } from './fflate-stream.ts';
import type { Packing } from './packing.ts';

const mark = [...'TRACE:\n'].map((letter) => letter.charCodeAt(0));
/** "capturing trace... done" may stand before it. */
const before = 40;

/** Where the packed part begins; -1: there is none. */
function packedAt(head: Uint8Array): number {
  for (let at = 0; at <= before && at + mark.length + 1 < head.length; at++) {
    const next = at + mark.length;
    const isMark = mark.every((byte, place) => head[at + place] === byte);
    // The head of zlib: deflate, and a check that makes both bytes a multiple of 31.
    const isZlib = head[next] === 0x78 && (0x7800 + head[next + 1]!) % 31 === 0;
    if (isMark && isZlib) return next;
  }
  return -1;
}

export const atraceZlib: Packing = {
  name: 'atrace',
  closeness: 1,
  is: (head) => packedAt(head) >= 0,
  open: (take) => {
    const stream = openStream((ondata) => new Unzlib(ondata), take);
    let isFirst = true;
    return {
      push: (bytes) => {
        stream.push(isFirst ? bytes.subarray(packedAt(bytes)) : bytes);
        isFirst = false;
      },
      finish: () => stream.finish(),
    };
  },
};

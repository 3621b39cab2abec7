// xz, unpacked: the frame of the file (its file format 1.1.0); what is in its blocks is unpacked in lzma.ts. Filters for programs
// are refused: texts and archives have none.

import { Lzma2 } from './lzma.ts';
import { begins, Empties, type Packing, unread } from './packing.ts';
import { openWhole } from './whole.ts';

const magic = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0];
const lzma2 = 0x21;
/** The largest that xz -9 asks for. */
const mostDictionary = 64 * 1024 * 1024;
/** Bytes of a block's check, by the kind in the head of the stream. */
const checkBytes = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
const footerBytes = 12;

class Place {
  readonly bytes: Uint8Array<ArrayBuffer>;
  at = 0;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new Error('part of it is missing');
    return value;
  }

  /** Seven bits a byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let bits = 0; bits < 63; bits += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** bits;
      if (byte < 128) return value;
    }
    throw new Error('a number that does not end');
  }

  /** To the next multiple of four from `from` on. */
  pad(from: number): void {
    this.at = from + Math.ceil((this.at - from) / 4) * 4;
  }
}

/** The size of the dictionary that a block asks for. */
function dictionaryOf(place: Place): number {
  const from = place.at;
  const headBytes = (place.byte() + 1) * 4;
  const flags = place.byte();
  if (flags & 0x40) place.number();
  if (flags & 0x80) place.number();
  const filter = place.number();
  const isPlain = (flags & 3) === 0 && filter === lzma2 && place.number() === 1;
  if (!isPlain) throw unread('is xz with a filter other than LZMA2', 'LZMA2 alone is read');
  const code = place.byte();
  const size = code === 0 ? 4096 : (2 | (code & 1)) * 2 ** ((code >> 1) + 11);
  if (code > 40) throw new Error('a dictionary of no known size');
  if (size > mostDictionary) {
    const problem = `is xz with a dictionary of more than ${mostDictionary / 2 ** 20} MiB`;
    throw unread(problem, `at most ${mostDictionary / 2 ** 20} MiB are kept`);
  }
  place.at = from + headBytes;
  return size;
}

/** Steps over what stands behind the blocks: how long they are, and the end of the stream. */
function stepOverIndex(place: Place): void {
  const from = place.at;
  place.byte();
  for (let left = place.number(); left > 0; left--) {
    place.number();
    place.number();
  }
  place.pad(from);
  place.at += 4 + footerBytes;
  while (place.at < place.bytes.length && place.bytes[place.at] === 0) place.at++;
}

function unpack(bytes: Uint8Array<ArrayBuffer>, take: (bytes: Uint8Array) => void): void {
  const place = new Place(bytes);
  const empties = new Empties();
  const blocks = new Lzma2(bytes, take);
  // Streams may follow each other.
  while (begins(bytes.subarray(place.at, place.at + magic.length), ...magic)) {
    const check = checkBytes[bytes[place.at + 7]! & 15]!;
    place.at += footerBytes;
    if (place.bytes[place.at] === 0) empties.count();
    while (place.bytes[place.at] !== 0) {
      const dictionary = dictionaryOf(place);
      const from = place.at;
      const { end, written } = blocks.run(from, dictionary);
      if (written === 0) empties.count();
      place.at = end;
      place.pad(from);
      place.at += check;
    }
    stepOverIndex(place);
  }
}

export const xz: Packing = {
  name: 'xz',
  closeness: 8,
  is: (head) => begins(head, ...magic),
  open: (take) => openWhole(unpack, take),
};

// bzip2, unpacked: its format as described by the reference implementation's manual and source (bzip2 1.0.8). A block has at
// most 900,000 bytes before runs are written out, and these go on in pieces, so memory is bounded whatever a file says.

import { begins, type Packing } from './packing.ts';
import { openWhole } from './whole.ts';

const blockBytes = 100_000;
const mostCodes = 258;
const mostLength = 20;
const groupSymbols = 50;
const pieceBytes = 64 * 1024;
/** What a block begins with, and what the end of a stream does. */
const blockMark = 0x3141_5926_5359;
const endMark = 0x1772_4538_5090;

class Bits {
  readonly #bytes: Uint8Array;
  #at: number;
  #bit = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** At most 24 at a time. */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; ) {
      if (this.#at >= this.#bytes.length) throw new Error('part of it is missing');
      const here = 8 - this.#bit;
      const take = Math.min(left, here);
      const part = (this.#bytes[this.#at]! >> (here - take)) & ((1 << take) - 1);
      value = (value << take) | part;
      this.#bit += take;
      left -= take;
      if (this.#bit === 8) {
        this.#bit = 0;
        this.#at++;
      }
    }
    return value;
  }

  mark(): number {
    return this.read(24) * 0x100_0000 + this.read(24);
  }

  /** Where the next whole byte begins. */
  align(): number {
    if (this.#bit > 0) {
      this.#bit = 0;
      this.#at++;
    }
    return this.#at;
  }
}

/** Canonical prefix codes: by length the first code and the place of its symbols. */
interface Table {
  readonly limit: Int32Array;
  readonly base: Int32Array;
  readonly symbols: Uint16Array;
  readonly least: number;
}

function tableOf(lengths: Uint8Array): Table {
  const limit = new Int32Array(mostLength + 2).fill(-1);
  const base = new Int32Array(mostLength + 2);
  const symbols = new Uint16Array(lengths.length);
  let code = 0;
  let at = 0;
  let least = mostLength;
  for (let length = 1; length <= mostLength; length++) {
    base[length] = at - code;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      symbols[at++] = symbol;
      code++;
      least = Math.min(least, length);
    }
    limit[length] = code - 1;
    if (code > 2 ** length) throw new Error('its codes overlap');
    code *= 2;
  }
  return { limit, base, symbols, least };
}

function symbolOf(bits: Bits, { limit, base, symbols, least }: Table): number {
  let length = least;
  let code = bits.read(length);
  while (code > limit[length]! || code + base[length]! < 0) {
    if (++length > mostLength) throw new Error('a code that it does not define');
    code = (code << 1) | bits.read(1);
  }
  const symbol = symbols[code + base[length]!];
  if (symbol === undefined) throw new Error('a code that it does not define');
  return symbol;
}

/** The bytes that a block uses, in order. */
function usedBytes(bits: Bits): number[] {
  const groups = bits.read(16);
  const used: number[] = [];
  for (let group = 0; group < 16; group++) {
    if (!(groups & (0x8000 >> group))) continue;
    const some = bits.read(16);
    for (let at = 0; at < 16; at++) if (some & (0x8000 >> at)) used.push(16 * group + at);
  }
  if (used.length === 0) throw new Error('a block without bytes');
  return used;
}

/** Which table each group of symbols has. */
function selectorsOf(bits: Bits, tables: number): Uint8Array {
  const count = bits.read(15);
  if (count === 0) throw new Error('a block without groups');
  const order = Array.from({ length: tables }, (_, at) => at);
  return Uint8Array.from({ length: count }, () => {
    let at = 0;
    while (bits.read(1)) if (++at >= tables) throw new Error('a group of no table');
    const [table] = order.splice(at, 1);
    order.unshift(table!);
    return table!;
  });
}

function lengthsOf(bits: Bits, symbols: number): Uint8Array {
  let length = bits.read(5);
  return Uint8Array.from({ length: symbols }, () => {
    while (bits.read(1)) length += bits.read(1) ? -1 : 1;
    if (length < 1 || length > mostLength) throw new Error('a code of an impossible length');
    return length;
  });
}

/** What a block has before it is sorted back: bytes, and how many. */
function codedBlock(bits: Bits, into: Uint32Array): number {
  const used = usedBytes(bits);
  const count = bits.read(3);
  if (count < 2 || count > 6) throw new Error('an impossible number of tables');
  const selectors = selectorsOf(bits, count);
  const symbols = used.length + 2;
  if (symbols > mostCodes) throw new Error('too many symbols');
  const tables = Array.from({ length: count }, () => tableOf(lengthsOf(bits, symbols)));
  let size = 0;
  let run = 0;
  let weight = 1;
  for (let at = 0; ; at++) {
    const selector = selectors[Math.floor(at / groupSymbols)];
    if (selector === undefined) throw new Error('a block without its end');
    const symbol = symbolOf(bits, tables[selector]!);
    if (symbol <= 1) {
      // Runs of the byte in front are numbers of base 2 whose digits are 1 and 2.
      run += weight << symbol;
      weight = Math.min(weight * 2, 1 << 24);
      if (size + run > into.length) throw new Error('a block that is too large');
      continue;
    }
    into.fill(used[0]!, size, size + run);
    size += run;
    run = 0;
    weight = 1;
    if (symbol === symbols - 1) return size;
    if (size >= into.length) throw new Error('a block that is too large');
    const [byte] = used.splice(symbol - 1, 1);
    used.unshift(byte!);
    into[size++] = byte!;
  }
}

/** Bytes in pieces; runs of four have a fifth that says how many more. */
class Runs {
  readonly #take: (bytes: Uint8Array) => void;
  readonly #piece = new Uint8Array(pieceBytes);
  #size = 0;
  #last = -1;
  #same = 0;

  constructor(take: (bytes: Uint8Array) => void) {
    this.#take = take;
  }

  begin(): void {
    this.#last = -1;
    this.#same = 0;
  }

  add(byte: number): void {
    if (this.#same === 4) {
      for (let left = byte; left > 0; left--) this.#put(this.#last);
      this.#same = 0;
      this.#last = -1;
      return;
    }
    this.#same = byte === this.#last ? this.#same + 1 : 1;
    this.#last = byte;
    this.#put(byte);
  }

  finish(): void {
    this.#take(this.#piece.subarray(0, this.#size));
    this.#size = 0;
  }

  #put(byte: number): void {
    this.#piece[this.#size++] = byte;
    if (this.#size === pieceBytes) this.finish();
  }
}

/** Sorts a block back (Burrows and Wheeler) and writes it. */
function writeBlock(block: Uint32Array, size: number, origin: number, runs: Runs): void {
  if (origin >= size) throw new Error('a block without a valid start');
  const places = new Uint32Array(257);
  for (let at = 0; at < size; at++) places[(block[at]! & 255) + 1]!++;
  for (let byte = 0; byte < 256; byte++) places[byte + 1]! += places[byte]!;
  // The upper three bytes of a word name the one that follows.
  for (let at = 0; at < size; at++) block[places[block[at]! & 255]!++]! |= at << 8;
  runs.begin();
  let next = block[origin]! >>> 8;
  for (let left = size; left > 0; left--) {
    const word = block[next]!;
    runs.add(word & 255);
    next = word >>> 8;
  }
}

function unpack(bytes: Uint8Array, take: (bytes: Uint8Array) => void): void {
  const runs = new Runs(take);
  let block: Uint32Array | undefined;
  // Streams may follow each other.
  for (let at = 0; at < bytes.length && isStream(bytes, at); ) {
    const most = (bytes[at + 3]! - 0x30) * blockBytes;
    if (!block || block.length < most) block = new Uint32Array(most);
    const bits = new Bits(bytes, at + 4);
    for (let mark = bits.mark(); mark !== endMark; mark = bits.mark()) {
      if (mark !== blockMark) throw new Error('a block with an invalid header');
      bits.read(16);
      bits.read(16); // a checksum: damage shows in what is read of it
      if (bits.read(1)) throw new Error('a block of bzip2 0.9.0 or older');
      const origin = bits.read(24);
      const size = codedBlock(bits, block.subarray(0, most));
      writeBlock(block, size, origin, runs);
    }
    bits.read(16);
    bits.read(16);
    at = bits.align();
  }
  runs.finish();
}

const isStream = (bytes: Uint8Array, at: number): boolean =>
  begins(bytes.subarray(at, at + 3), 0x42, 0x5a, 0x68) &&
  bytes[at + 3]! >= 0x31 &&
  bytes[at + 3]! <= 0x39;

export const bzip2: Packing = {
  name: 'bzip2',
  closeness: 4,
  is: (head) => isStream(head, 0),
  open: (take) => openWhole(unpack, take),
};

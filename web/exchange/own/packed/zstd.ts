// zstd, unpacked: frames of blocks, each of literals and of sequences that copy what came before. Written from RFC 8878. Memory:
// the window, which is bounded whatever a file asks for, and grows as bytes are written. Checksums are not compared: damage
// shows in what is read of it.

import { begins, Empties, type Packing, unread } from './packing.ts';
import { openWhole } from './whole.ts';
import {
  BitsFromEnd,
  oneState,
  type PrefixCodes,
  readPrefixCodes,
  readStates,
  readSymbols,
  type States,
  statesOf,
} from './zstd-codes.ts';

const magic = [0x28, 0xb5, 0x2f, 0xfd];
/** As much as zstd without --ultra or --long asks for, and more. */
const mostWindow = 64 * 1024 * 1024;
const mostBlock = 128 * 1024;

/** Codes beyond which a length has bits of its own: its base and how many. */
const literalCodes: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 16 }, (_, value) => [value, 0] as const),
  ...([
    [16, 1],
    [18, 1],
    [20, 1],
    [22, 1],
    [24, 2],
    [28, 2],
    [32, 3],
    [40, 3],
    [48, 4],
  ] as const),
  ...([
    [64, 6],
    [128, 7],
    [256, 8],
    [512, 9],
    [1024, 10],
    [2048, 11],
    [4096, 12],
  ] as const),
  ...([
    [8192, 13],
    [16_384, 14],
    [32_768, 15],
    [65_536, 16],
  ] as const),
];
const matchCodes: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 32 }, (_, value) => [value + 3, 0] as const),
  ...([
    [35, 1],
    [37, 1],
    [39, 1],
    [41, 1],
    [43, 2],
    [47, 2],
    [51, 3],
    [59, 3],
    [67, 4],
  ] as const),
  ...([
    [83, 4],
    [99, 5],
    [131, 7],
    [259, 8],
    [515, 9],
    [1027, 10],
    [2051, 11],
  ] as const),
  ...([
    [4099, 12],
    [8195, 13],
    [16_387, 14],
    [32_771, 15],
    [65_539, 16],
  ] as const),
];
const times = (count: number, value: number): number[] => new Array<number>(count).fill(value);

/** The three tables of a block, what they are at first, and their bounds. */
const tables = {
  literal: {
    first: statesOf(
      [4, 3, ...times(11, 2), 1, 1, 1, ...times(9, 2), 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1],
      6,
    ),
    ...{ mostLog: 9, mostSymbol: 35 },
  },
  offset: {
    first: statesOf([...times(6, 1), 2, 2, 2, ...times(15, 1), ...times(5, -1)], 5),
    ...{ mostLog: 8, mostSymbol: 31 },
  },
  match: {
    first: statesOf([1, 4, 3, ...times(6, 2), ...times(37, 1), ...times(7, -1)], 6),
    ...{ mostLog: 9, mostSymbol: 52 },
  },
} as const;
type Table = keyof typeof tables;

/** Where frames write, one after the other: a frame that asks for a large window and writes nothing takes nothing. */
class Space {
  bytes = new Uint8Array(0);

  /** At least `least` bytes, and no more than `most` to be asked less often; keeps what is there. */
  grow(least: number, most: number): void {
    const grown = new Uint8Array(Math.max(least, Math.min(2 * this.bytes.length, most)));
    grown.set(this.bytes);
    this.bytes = grown;
  }
}

/** One frame: what it wrote last, and what its blocks hand on to each other. Each block tells how many bytes it wrote. */
class Frame {
  readonly #take: (bytes: Uint8Array) => void;
  readonly #window: number;
  readonly #space: Space;
  #to = 0;
  #from = 0;
  #codes: PrefixCodes | undefined;
  readonly #states: Partial<Record<Table, States>> = {};
  #offsets: [number, number, number] = [1, 4, 8];

  constructor(window: number, space: Space, take: (bytes: Uint8Array) => void) {
    this.#window = window;
    this.#space = space;
    this.#take = take;
  }

  get #out(): Uint8Array {
    return this.#space.bytes;
  }

  plain(bytes: Uint8Array): number {
    this.#room();
    this.#out.set(bytes, this.#to);
    this.#to += bytes.length;
    return bytes.length;
  }

  same(byte: number, count: number): number {
    this.#room();
    this.#out.fill(byte, this.#to, this.#to + count);
    this.#to += count;
    return count;
  }

  flush(): void {
    if (this.#to > this.#from) this.#take(this.#out.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }

  /** Keeps the window, and makes room for one block behind it. */
  #room(): void {
    const end = this.#to + mostBlock;
    if (end <= this.#out.length) return;
    const most = this.#window + 2 * mostBlock;
    if (end <= most) {
      this.#space.grow(end, most);
      return;
    }
    this.flush();
    const kept = Math.min(this.#window, this.#to);
    this.#out.copyWithin(0, this.#to - kept, this.#to);
    this.#to = kept;
    this.#from = kept;
  }

  packed(bytes: Uint8Array): number {
    this.#room();
    const before = this.#to;
    const { literals, end } = this.#literals(bytes);
    this.#sequences(bytes.subarray(end), literals);
    return this.#to - before;
  }

  // ---- literals -----------------------------------------------------------------------------------

  #literals(bytes: Uint8Array): { readonly literals: Uint8Array; readonly end: number } {
    const type = byteOf(bytes, 0) & 3;
    const format = (bytes[0]! >> 2) & 3;
    if (type <= 1) {
      const headBytes = format % 2 === 0 ? 1 : format === 1 ? 2 : 3;
      const size = littleOf(bytes, headBytes) >> (headBytes === 1 ? 3 : 4);
      if (size > mostBlock) throw new Error('a block that is too large');
      if (type === 1) {
        return {
          literals: new Uint8Array(size).fill(byteOf(bytes, headBytes)),
          end: headBytes + 1,
        };
      }
      const end = headBytes + size;
      if (end > bytes.length) throw new Error('part of it is missing');
      return { literals: bytes.subarray(headBytes, end), end };
    }
    const headBytes = Math.max(3, format + 2);
    const width = format <= 1 ? 10 : format === 2 ? 14 : 18;
    const head = littleOf(bytes, headBytes);
    const size = Math.floor(head / 16) % 2 ** width;
    const packed = Math.floor(head / 16 / 2 ** width) % 2 ** width;
    const end = headBytes + packed;
    if (size > mostBlock || end > bytes.length) throw new Error('a block that is too large');
    const literals = this.#prefixed(bytes.subarray(headBytes, end), type === 2, format > 0, size);
    return { literals, end };
  }

  #prefixed(bytes: Uint8Array, hasCodes: boolean, isSplit: boolean, size: number): Uint8Array {
    let from = 0;
    if (hasCodes) ({ codes: this.#codes, end: from } = readPrefixCodes(bytes, 0));
    const codes = this.#codes;
    if (!codes) throw new Error('a block without codes');
    const literals = new Uint8Array(size);
    if (!isSplit) {
      readSymbols(bytes.subarray(from), codes, literals);
      return literals;
    }
    const each = (size + 3) >> 2;
    let part = from + 6;
    if (part > bytes.length || 3 * each > size + 3) throw new Error('part of it is missing');
    for (let stream = 0; stream < 4; stream++) {
      const length =
        stream < 3 ? littleOf(bytes.subarray(from + 2 * stream), 2) : bytes.length - part;
      if (length <= 0 || part + length > bytes.length) throw new Error('part of it is missing');
      const to = stream < 3 ? Math.min(size, each * (stream + 1)) : size;
      const into = literals.subarray(Math.min(size, each * stream), to);
      readSymbols(bytes.subarray(part, part + length), codes, into);
      part += length;
    }
    return literals;
  }

  // ---- sequences ----------------------------------------------------------------------------------

  #sequences(bytes: Uint8Array, literals: Uint8Array): void {
    const first = byteOf(bytes, 0);
    let at = first < 128 ? 1 : first < 255 ? 2 : 3;
    const count =
      first < 128
        ? first
        : first < 255
          ? (first - 128) * 256 + byteOf(bytes, 1)
          : byteOf(bytes, 1) + byteOf(bytes, 2) * 256 + 0x7f00;
    const end = this.#to + mostBlock;
    let used = 0;
    if (count > 0) {
      const modes = byteOf(bytes, at++);
      for (const [table, shift] of [
        ['literal', 6],
        ['offset', 4],
        ['match', 2],
      ] as const) {
        at = this.#table(table, (modes >> shift) & 3, bytes, at);
      }
      used = this.#copies(new BitsFromEnd(bytes.subarray(at)), count, literals, end);
    }
    this.#literal(literals, used, literals.length, end);
  }

  /** Reads how a table is given; where the bytes behind it begin. */
  #table(table: Table, mode: number, bytes: Uint8Array, at: number): number {
    const bounds = tables[table];
    if (mode === 0) this.#states[table] = bounds.first;
    else if (mode === 1) {
      const symbol = byteOf(bytes, at);
      if (symbol > bounds.mostSymbol) throw new Error('an impossible table');
      this.#states[table] = oneState(symbol);
      return at + 1;
    } else if (mode === 2) {
      const { states, end } = readStates(bytes, at, bounds);
      this.#states[table] = states;
      return end;
    } else if (!this.#states[table]) throw new Error('a block without a table');
    return at;
  }

  /** Literals that were used. */
  #copies(bits: BitsFromEnd, count: number, literals: Uint8Array, end: number): number {
    const { literal, offset, match } = this.#states as Record<Table, States>;
    let [l, o, m] = [bits.read(literal.log), bits.read(offset.log), bits.read(match.log)];
    let used = 0;
    for (let left = count; left > 0; left--) {
      const value = offset.symbols[o]!;
      const distance = 2 ** value + bits.read(value);
      const [matchBase, matchBits] = matchCodes[match.symbols[m]!]!;
      const length = matchBase + bits.read(matchBits);
      const [base, more] = literalCodes[literal.symbols[l]!]!;
      const plain = base + bits.read(more);
      if (left > 1) {
        l = literal.base[l]! + bits.read(literal.bits[l]!);
        m = match.base[m]! + bits.read(match.bits[m]!);
        o = offset.base[o]! + bits.read(offset.bits[o]!);
      }
      if (bits.left < 0 || used + plain > literals.length) throw new Error('part of it is missing');
      this.#literal(literals, used, used + plain, end);
      used += plain;
      this.#copy(this.#distance(distance, plain === 0), length, end);
    }
    return used;
  }

  /** Small numbers mean a distance that was used before. */
  #distance(value: number, isAlone: boolean): number {
    const [first, second, third] = this.#offsets;
    if (value > 3) {
      this.#offsets = [value - 3, first, second];
      return value - 3;
    }
    const which = value - 1 + (isAlone ? 1 : 0);
    if (which === 0) return first;
    const distance = which === 1 ? second : which === 2 ? third : first - 1;
    this.#offsets = [distance, first, which === 1 ? third : second];
    return distance;
  }

  #literal(literals: Uint8Array, from: number, to: number, end: number): void {
    if (this.#to + to - from > end) throw new Error('a block that is too large');
    this.#out.set(literals.subarray(from, to), this.#to);
    this.#to += to - from;
  }

  #copy(distance: number, length: number, end: number): void {
    if (distance < 1 || distance > this.#to) throw new Error('a copy of data that does not exist');
    if (this.#to + length > end) throw new Error('a block that is too large');
    const out = this.#out;
    for (let left = length; left > 0; left--) {
      out[this.#to] = out[this.#to - distance]!;
      this.#to++;
    }
  }
}

function byteOf(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new Error('part of it is missing');
  return byte;
}

/** So many bytes as a number, the lowest first. */
function littleOf(bytes: Uint8Array, count: number): number {
  let value = 0;
  for (let at = count - 1; at >= 0; at--) value = value * 256 + byteOf(bytes, at);
  return value;
}

/** What stands before the blocks of a frame. */
interface FrameHead {
  readonly window: number;
  readonly hasChecksum: boolean;
  /** Where its first block begins. */
  readonly end: number;
}

function frameHead(bytes: Uint8Array, from: number): FrameHead {
  const head = byteOf(bytes, from + 4);
  const isSingle = (head & 0x20) !== 0;
  let at = from + 5;
  let window = 0;
  if (!isSingle) {
    const said = byteOf(bytes, at++);
    const base = 2 ** (10 + (said >> 3));
    window = base + (base / 8) * (said & 7);
  }
  if (head & 3) throw unread('is zstd with a dictionary', 'files without one are read');
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][head >> 6]!;
  if (isSingle) window = littleOf(bytes.subarray(at), sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  if (window > mostWindow) {
    const problem = `is zstd with a window of more than ${mostWindow / 2 ** 20} MiB (--long)`;
    throw unread(problem, `at most ${mostWindow / 2 ** 20} MiB are kept`);
  }
  return { window, hasChecksum: (head & 4) !== 0, end: at + sizeBytes };
}

/** Unpacks one file, or the packed parts of one: these share their space and the count of what is empty. */
export class Unzstd {
  readonly #space = new Space();
  readonly #empties = new Empties();

  /** Frames that follow each other; those that only programs read are stepped over. */
  run(bytes: Uint8Array, take: (bytes: Uint8Array) => void): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + 4);
      if (begins(part, ...magic)) at = this.#frame(bytes, at, take);
      else if ((part[0]! & 0xf0) === 0x50 && begins(part.subarray(1), 0x2a, 0x4d, 0x18)) {
        at += 8 + littleOf(bytes.subarray(at + 4), 4);
      } else throw new Error('it is followed by other data');
    }
  }

  /** Of frames whose whole size is known. Throws Error where it is another. */
  whole(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(size);
    let at = 0;
    this.run(bytes, (piece) => {
      if (at + piece.length > size) throw new Error('a packed part is longer than it says');
      whole.set(piece, at);
      at += piece.length;
    });
    if (at !== size) throw new Error('a packed part is shorter than it says');
    return whole;
  }

  /** One frame from a place on; where the bytes behind it begin. */
  #frame(bytes: Uint8Array, from: number, take: (bytes: Uint8Array) => void): number {
    const { window, hasChecksum, end: first } = frameHead(bytes, from);
    const frame = new Frame(window, this.#space, take);
    let at = first;
    for (let isLast = false; !isLast; ) {
      const said = littleOf(bytes.subarray(at), 3);
      isLast = (said & 1) !== 0;
      const [type, size] = [(said >> 1) & 3, said >> 3];
      at += 3;
      if (type === 3 || size > mostBlock) throw new Error('a block of no known kind');
      const end = at + (type === 1 ? 1 : size);
      if (end > bytes.length) throw new Error('part of it is missing');
      const part = bytes.subarray(at, end);
      const written =
        type === 0
          ? frame.plain(part)
          : type === 1
            ? frame.same(part[0]!, size)
            : frame.packed(part);
      if (written === 0) this.#empties.count();
      at = end;
    }
    frame.flush();
    return at + (hasChecksum ? 4 : 0);
  }
}

export const zstd: Packing = {
  name: 'zstd',
  closeness: 8,
  is: (head) => begins(head, ...magic),
  open: (take) => openWhole((bytes, each) => new Unzstd().run(bytes, each), take),
};

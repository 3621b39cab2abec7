// A log of entries by CPU and time, each four 32-bit words, in blocks whose number is bounded: when
// all are in use the oldest block of all CPUs goes. Knows nothing of what the words mean.

/** Entries in a block: small enough that half-filled blocks cost little, large enough to be few. */
const blockEntries = 256;
/** An entry: its time since the block's base, and three words of the caller's. */
const entryWords = 4;
const blockBytes = blockEntries * entryWords * 4;
/** ns: a block spans no more, so that a time in it fits 32 bits. */
const blockSpan = 0xffff_ffff;

interface Block {
  readonly base: number;
  readonly words: Uint32Array;
  count: number;
}

/** The entries of one CPU from some index on; indices count from the first entry ever written. */
interface Track {
  blocks: Block[];
  /** Entries in blocks that are gone. */
  gone: number;
}

/** A place in a log that moves from entry to entry of one CPU. */
export interface LogPlace {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** To the next entry; false if there is none. */
  next(): boolean;
}

export class TrackLog {
  readonly #tracks: Track[];
  readonly #blockLimit: number;
  #blocks = 0;

  /** `limitBytes`: what all blocks together may take; one block a CPU is always there. */
  constructor(cpus: number, limitBytes: number) {
    this.#tracks = Array.from({ length: cpus }, () => ({ blocks: [], gone: 0 }));
    this.#blockLimit = Math.max(cpus, Math.floor(limitBytes / blockBytes));
  }

  get bytes(): number {
    return this.#blocks * blockBytes;
  }

  /** Entries of a CPU come in order of time. */
  add(cpu: number, time: number, x: number, y: number, z: number): void {
    const track = this.#tracks[cpu]!;
    let block = track.blocks.at(-1);
    if (!block || block.count === blockEntries || time - block.base > blockSpan) {
      block = { base: time, words: this.#newWords(), count: 0 };
      track.blocks.push(block);
    }
    const at = block.count++ * entryWords;
    block.words[at] = time - block.base;
    block.words[at + 1] = x;
    block.words[at + 2] = y;
    block.words[at + 3] = z;
  }

  /** True if entries of the CPU have been dropped. */
  isCut(cpu: number): boolean {
    return this.#tracks[cpu]!.gone > 0;
  }

  /** ns: time of the first entry still there; Infinity if there is none. */
  first(cpu: number): number {
    return this.#tracks[cpu]!.blocks[0]?.base ?? Number.POSITIVE_INFINITY;
  }

  /** How many entries of the CPU have a time in [from, to). */
  count(cpu: number, from: number, to: number): number {
    return this.#rank(cpu, to) - this.#rank(cpu, from);
  }

  /** The last entry at or before `time`, or the first after it, or undefined. */
  placeAt(cpu: number, time: number): LogPlace | undefined {
    const track = this.#tracks[cpu]!;
    const rank = this.#rank(cpu, time + 1) - 1;
    return placeOf(track.blocks, Math.max(0, rank));
  }

  /** The first entry at or after `time`, or undefined. */
  placeFrom(cpu: number, time: number): LogPlace | undefined {
    return placeOf(this.#tracks[cpu]!.blocks, this.#rank(cpu, time));
  }

  /** ns: time of the last entry before `time`, or undefined. */
  lastBefore(cpu: number, time: number): number | undefined {
    const rank = this.#rank(cpu, time) - 1;
    return rank < 0 ? undefined : placeOf(this.#tracks[cpu]!.blocks, rank)?.time;
  }

  /** Number of entries of the CPU, among those still there, with a time before `time`. */
  #rank(cpu: number, time: number): number {
    const { blocks } = this.#tracks[cpu]!;
    let [low, high] = [0, blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (blocks[middle]!.base < time) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const { base, words, count } = blocks[low - 1]!;
    let [first, last] = [0, count];
    while (first < last) {
      const middle = (first + last) >>> 1;
      if (base + words[middle * entryWords]! < time) first = middle + 1;
      else last = middle;
    }
    return rankOfBlock(blocks, low - 1) + first;
  }

  #newWords(): Uint32Array {
    if (this.#blocks >= this.#blockLimit) return this.#takeOldest();
    this.#blocks++;
    return new Uint32Array(blockEntries * entryWords);
  }

  /** The words of the oldest block that is not the last of its CPU. */
  #takeOldest(): Uint32Array {
    let oldest: Track | undefined;
    for (const track of this.#tracks) {
      if (track.blocks.length < 2) continue;
      if (!oldest || track.blocks[1]!.base < oldest.blocks[1]!.base) oldest = track;
    }
    const block = oldest?.blocks.shift();
    if (!oldest || !block) {
      this.#blocks++;
      return new Uint32Array(blockEntries * entryWords);
    }
    oldest.gone += block.count;
    return block.words;
  }
}

/** Entries before block `index`: all blocks but the last of a CPU are full unless time ran long. */
function rankOfBlock(blocks: readonly Block[], index: number): number {
  let rank = 0;
  for (let i = 0; i < index; i++) rank += blocks[i]!.count;
  return rank;
}

class Place implements LogPlace {
  readonly #blocks: readonly Block[];
  #block: number;
  #entry: number;

  constructor(blocks: readonly Block[], block: number, entry: number) {
    this.#blocks = blocks;
    this.#block = block;
    this.#entry = entry;
  }

  get time(): number {
    const { base, words } = this.#blocks[this.#block]!;
    return base + words[this.#entry * entryWords]!;
  }

  get x(): number {
    return this.#word(1);
  }

  get y(): number {
    return this.#word(2);
  }

  get z(): number {
    return this.#word(3);
  }

  next(): boolean {
    const here = this.#blocks[this.#block]!;
    if (this.#entry + 1 < here.count) {
      this.#entry++;
      return true;
    }
    if (this.#block + 1 >= this.#blocks.length) return false;
    this.#block++;
    this.#entry = 0;
    return true;
  }

  #word(index: number): number {
    return this.#blocks[this.#block]!.words[this.#entry * entryWords + index]!;
  }
}

/** The entry of a rank among those still there. */
function placeOf(blocks: readonly Block[], rank: number): LogPlace | undefined {
  let left = rank;
  for (let block = 0; block < blocks.length; block++) {
    const { count } = blocks[block]!;
    if (left < count) return new Place(blocks, block, left);
    left -= count;
  }
  return undefined;
}

// What the head counts, sampled at even distances over the whole run: for the track over the transport bar, and as
// the other end of the window that figures on the stage speak of. Bounded: the samples of a run have one size, made once.

import type { World } from './world.ts';

/** Samples a run: more than a track has pixels. */
const most = 2_000;

/** What a sample holds: when, the ledger of all CPUs together by kind, and counters since the start. */
export const tally = {
  time: 0,
  ledger: 1,
  score: 11,
  wakeups: 12,
  migrations: 13,
  latencySum: 14,
  latencyCount: 15,
} as const;
/** Numbers in a sample. */
export const tallyWidth = 16;
const kinds = tally.score - tally.ledger;

/** Where a world stands. */
function take(world: World, into: Float64Array, at: number): void {
  // The ledger is brought up to the moment where frames are made.
  world.refresh();
  const { buffer, start, count } = world.ledger();
  // A row of the ledger is nothing but its kinds: 64-bit values, told by their halves.
  const words = new Uint32Array(buffer, start, 2 * kinds * count);
  const sums = into.subarray(at + tally.ledger, at + tally.score).fill(0);
  for (let word = 0; word < words.length; word += 2) {
    const kind = (word >>> 1) % kinds;
    sums[kind] = sums[kind]! + words[word]! + words[word + 1]! * 0x1_0000_0000;
  }
  const clock = world.clock();
  into[at + tally.time] = world.time;
  into[at + tally.score] = clock.score;
  into[at + tally.wakeups] = clock.wakeups;
  into[at + tally.migrations] = clock.migrations;
  into[at + tally.latencySum] = clock.latencySum;
  into[at + tally.latencyCount] = clock.latencyCount;
}

export class Track {
  readonly #samples: Float64Array;
  readonly #spacing: number;
  readonly #window: number;
  #count = 0;

  /** `duration` of the run and `window` that figures speak of, in ns. */
  constructor(duration: number, window: number) {
    this.#spacing = Math.max(1, duration / (most - 1));
    this.#window = window;
    this.#samples = new Float64Array((most + 1) * tallyWidth);
  }

  observe(head: World): void {
    const count = this.#count;
    const last = this.#samples[(count - 1) * tallyWidth + tally.time] ?? 0;
    if (count > 0 && (head.time - last < this.#spacing || count > most)) return;
    take(head, this.#samples, count * tallyWidth);
    this.#count = count + 1;
  }

  /** The samples from `from` on, one after the other. */
  since(from: number): Float64Array<ArrayBuffer> {
    return this.#samples.slice(Math.max(0, from) * tallyWidth, this.#count * tallyWidth);
  }

  /** The latest sample that lies a window before `time`, or the first. */
  before(time: number): Float64Array {
    const samples = this.#samples;
    let [low, high] = [0, Math.max(0, this.#count - 1)];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (samples[middle * tallyWidth + tally.time]! <= time - this.#window) low = middle;
      else high = middle - 1;
    }
    return samples.subarray(low * tallyWidth, (low + 1) * tallyWidth);
  }
}

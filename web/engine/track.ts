// What the head counts, sampled at even distances over the whole run: for the track over the transport bar, and as
// the other end of the window that figures on the stage speak of. Bounded: the samples of a run have one size, made once.
// A sample is of its nanosecond exactly: where the head stops at a record, CPUs have counted what lies ahead of it.

import type { Sampler } from './head.ts';
import type { World } from './world.ts';

/** Samples a run: more than a track has pixels. */
const most = 2_000;

/** What a sample holds: when, the ledger of all CPUs together by kind, and counters since the start. */
export const sampleLayout = {
  time: 0,
  ledger: 1,
  score: 11,
  wakeups: 12,
  migrations: 13,
  latencySum: 14,
  latencyCount: 15,
  /** 1 from where measuring began: latencies are counted anew there. */
  measuring: 16,
} as const;
/** Numbers in a sample. */
export const SAMPLE_WIDTH = 17;
const kinds = sampleLayout.score - sampleLayout.ledger;

/** Where a world stands. */
function take(world: World, into: Float64Array, at: number): void {
  // The ledger is brought up to the moment where frames are made.
  world.refresh();
  const { buffer, start, count } = world.ledger();
  // A row of the ledger is nothing but its kinds: 64-bit values, told by their halves.
  const words = new Uint32Array(buffer, start, 2 * kinds * count);
  const sums = into.subarray(at + sampleLayout.ledger, at + sampleLayout.score).fill(0);
  for (let word = 0; word < words.length; word += 2) {
    const kind = (word >>> 1) % kinds;
    sums[kind] = sums[kind]! + words[word]! + words[word + 1]! * 0x1_0000_0000;
  }
  const clock = world.clock();
  into[at + sampleLayout.time] = world.time;
  into[at + sampleLayout.score] = clock.score;
  into[at + sampleLayout.wakeups] = clock.wakeups;
  into[at + sampleLayout.migrations] = clock.migrations;
  into[at + sampleLayout.latencySum] = clock.latencySum;
  into[at + sampleLayout.latencyCount] = clock.latencyCount;
  into[at + sampleLayout.measuring] = clock.measuring;
}

export class Track implements Sampler {
  readonly #samples: Float64Array;
  readonly #duration: number;
  readonly #window: number;
  #count = 0;

  /** `duration` of the run and `window` that figures speak of, in ns. */
  constructor(duration: number, window: number) {
    this.#duration = duration;
    this.#window = window;
    this.#samples = new Float64Array(most * SAMPLE_WIDTH);
  }

  /** Goes on from the samples of another track of the same run. */
  resume(samples: Float64Array): void {
    this.#samples.set(samples.subarray(0, this.#samples.length));
    this.#count = Math.min(samples.length, this.#samples.length) / SAMPLE_WIDTH;
  }

  get next(): number {
    const count = this.#count;
    if (count >= most) return Number.POSITIVE_INFINITY;
    const last = this.#samples[(count - 1) * SAMPLE_WIDTH + sampleLayout.time] ?? -1;
    return Math.max(last + 1, Math.floor((count * this.#duration) / (most - 1)));
  }

  sample(head: World): void {
    take(head, this.#samples, this.#count * SAMPLE_WIDTH);
    this.#count += 1;
  }

  /** The samples from `from` on, one after the other. */
  since(from: number): Float64Array<ArrayBuffer> {
    return this.#samples.slice(Math.max(0, from) * SAMPLE_WIDTH, this.#count * SAMPLE_WIDTH);
  }

  /** The latest sample that lies a window before `time`, or the first. */
  before(time: number): Float64Array {
    const samples = this.#samples;
    let [low, high] = [0, Math.max(0, this.#count - 1)];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (samples[middle * SAMPLE_WIDTH + sampleLayout.time]! <= time - this.#window) low = middle;
      else high = middle - 1;
    }
    return samples.subarray(low * SAMPLE_WIDTH, (low + 1) * SAMPLE_WIDTH);
  }
}

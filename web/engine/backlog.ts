// Keeps the records of a head for readers whose code loads only after the first picture, and replays them to those
// readers as if they had been there from the start. Knows nothing of what they read.

import * as abi from './abi.gen.ts';
import type { World } from './world.ts';

/** What a reader of records sees of a world. */
export type ReaderWorld = Pick<
  World,
  'time' | 'clock' | 'ring' | 'recordRange' | 'refresh' | 'cpus'
>;

export interface Reader {
  readonly observe: (world: ReaderWorld) => void;
}

/** Bytes: a second of a head at full speed. For readers that come later the start is lost. */
export const backlogLimit = 64 * 2 ** 20;
const firstBytes = 2 ** 19;

type Clock = ReturnType<ReaderWorld['clock']>;

/** A world of the past: what the CPUs did at `time`, and the records from the very first on. */
function past(time: number, cpus: abi.CpuView, buffer: ArrayBuffer, records: number): ReaderWorld {
  // Row n is record n: a ring that is larger than all that was written.
  const ring = new abi.Record(buffer, 0, Math.floor(buffer.byteLength / abi.Record.bytes));
  return {
    time,
    clock: () => ({ records }) as Clock,
    ring: () => ring,
    recordRange: () => ({ from: 0, to: records }),
    refresh: () => {},
    cpus: () => cpus,
  };
}

export class Backlog {
  readonly #cpus: abi.CpuView;
  #buffer = new ArrayBuffer(firstBytes);
  #records = 0;
  #time = 0;
  #isLost = false;
  #reader: Reader | undefined;

  /** `world` stands at its start. */
  constructor(world: ReaderWorld) {
    world.refresh();
    const { buffer, start, count, rowBytes } = world.cpus();
    this.#cpus = new abi.CpuView(buffer.slice(start, start + count * rowBytes), 0, count);
  }

  /** True if no reader came in time: from then on nothing is kept. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Bytes kept for readers that have not come yet. */
  get bytes(): number {
    return this.#reader ? 0 : this.#records * abi.Record.bytes;
  }

  observe(world: ReaderWorld): void {
    if (this.#reader) this.#reader.observe(world);
    else if (!this.#isLost) this.#keep(world);
  }

  /**
   * Shows the run to the reader that `make` makes, from its start, and from now on all that follows. Only if
   * nothing is lost.
   */
  show<Shown extends Reader>(make: (start: ReaderWorld) => Shown): Shown {
    const reader = make(past(0, this.#cpus, this.#buffer, 0));
    reader.observe(past(this.#time, this.#cpus, this.#buffer, this.#records));
    this.#reader = reader;
    this.#buffer = new ArrayBuffer(0);
    return reader;
  }

  #keep(world: ReaderWorld): void {
    const { to } = world.recordRange();
    const ring = world.ring();
    const bytes = abi.Record.bytes;
    if (to * bytes > this.#buffer.byteLength) this.#grow(to * bytes);
    if (this.#isLost) return;
    const all = new Uint8Array(this.#buffer);
    const from = new Uint8Array(ring.buffer, ring.start, ring.count * bytes);
    for (let at = this.#records; at < to; ) {
      const row = at % ring.count;
      const rows = Math.min(to - at, ring.count - row);
      all.set(from.subarray(row * bytes, (row + rows) * bytes), at * bytes);
      at += rows;
    }
    this.#records = to;
    this.#time = world.time;
  }

  #grow(needed: number): void {
    let bytes = this.#buffer.byteLength;
    while (bytes < needed) bytes *= 2;
    this.#isLost = bytes > backlogLimit;
    const grown = new ArrayBuffer(this.#isLost ? 0 : bytes);
    if (!this.#isLost) new Uint8Array(grown).set(new Uint8Array(this.#buffer));
    this.#buffer = grown;
  }
}

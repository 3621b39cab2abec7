// The ring of records of a recorded world, and the hash over all of them: equal recordings have equal ones.

import * as abi from '../abi.gen.ts';
import type { Places } from './places.ts';

/** What a record tells, in the order in which it enters the hash. */
export type RecordFields = readonly [
  cpu: number,
  kind: number,
  a: number,
  b: number,
  c: number,
  d: number,
];

const names = ['cpu', 'kind', 'a', 'b', 'c', 'd'] as const;

export class RecordLog {
  readonly #ring: abi.Record;
  readonly #size: number;
  readonly #clock: abi.WorldClock;
  /** Low and high half. */
  readonly #hash: Uint32Array;

  constructor(buffer: ArrayBuffer, at: Places, clock: abi.WorldClock) {
    this.#ring = new abi.Record(buffer, at.ring, at.ringRecords);
    this.#size = at.ringRecords;
    this.#clock = clock;
    this.#hash = new Uint32Array(buffer, at.clock + abi.WorldClock.fields.traceHash[1], 2);
  }

  begin(): void {
    // The offset of FNV-1a, over records, as in the core.
    this.#hash.set([0x8422_2325, 0xcbf2_9ce4]);
  }

  write(time: number, told: RecordFields): void {
    const { records } = this.#clock;
    const record = this.#ring.at(records % this.#size);
    record.time = time;
    record.flags = 0;
    record.e = 0;
    this.#mix(time % 2 ** 32);
    this.#mix(Math.floor(time / 2 ** 32));
    for (let i = 0; i < names.length; i++) {
      record[names[i]!] = told[i]!;
      this.#mix(told[i]!);
    }
    this.#clock.records = records + 1;
  }

  #mix(word: number): void {
    const low = Math.imul(this.#hash[0]! ^ word, 0x0100_0193) >>> 0;
    this.#hash[0] = low;
    this.#hash[1] = Math.imul(this.#hash[1]! ^ low ^ (word >>> 16), 0x0100_01b3) >>> 0;
  }
}

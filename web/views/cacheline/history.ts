// Remembers which cores fetched each line lately, from the miss records of the frames shown. It holds what the
// viewer has seen go by, not the whole run: after a jump it starts from the records that lead up to the new moment.

import { type Frame, lineBytes } from '../../engine/types.ts';

/** Fetches kept for each line: what a strip of readable width can show. */
export const HISTORY = 200;

/** Fetches of one line, oldest first. */
export interface FetchColumns {
  readonly cpu: readonly number[];
  /** 1 where the fetch was a store or an atomic, which makes the CPU's core the owner. */
  readonly write: readonly number[];
}

class Ring {
  readonly #cpu = new Uint16Array(HISTORY);
  readonly #write = new Uint8Array(HISTORY);
  #written = 0;

  push(cpu: number, write: number): void {
    const at = this.#written % HISTORY;
    this.#cpu[at] = cpu;
    this.#write[at] = write;
    this.#written += 1;
  }

  read(): FetchColumns {
    const length = Math.min(HISTORY, this.#written);
    const order = Array.from({ length }, (_, i) => (this.#written - length + i) % HISTORY);
    return {
      cpu: order.map((at) => this.#cpu[at]!),
      write: order.map((at) => this.#write[at]!),
    };
  }
}

const none: FetchColumns = { cpu: [], write: [] };

export class FetchHistory {
  readonly #missKind: number;
  #rings = new Map<number, Ring>();

  /** `missKind` is the code RECORD_MISS. */
  constructor(missKind: number) {
    this.#missKind = missKind;
  }

  /** Reads the frame's records; keeps nothing of the frame. */
  add(frame: Pick<Frame, 'records' | 'continuous'>): void {
    const { records } = frame;
    if (!frame.continuous || records.dropped > 0) this.#rings = new Map();
    for (let at = 0; at < records.count; at += 1) {
      if (records.kind[at] !== this.#missKind) continue;
      // Argument a of a miss is the address.
      const line = Math.floor(records.a[at]! / lineBytes);
      let ring = this.#rings.get(line);
      if (!ring) {
        ring = new Ring();
        this.#rings.set(line, ring);
      }
      // Argument d of a miss holds the access kind in bits 12 to 15: 0 is a load.
      ring.push(records.cpu[at]!, ((records.d[at]! >>> 12) & 0xf) === 0 ? 0 : 1);
    }
  }

  /** The latest fetches of `line` that went by, at most HISTORY. */
  of(line: number): FetchColumns {
    return this.#rings.get(line)?.read() ?? none;
  }
}

// The latest misses seen, of all lines: so that a line selected while the run stands still has a past.

import { RECORD } from '../../engine/abi.gen.ts';
import type { Catalog, Frame } from '../../engine/types.ts';

/** The past shows a rate at once if so many misses of any line are remembered. */
const fewestMisses = 32;
/** Enough for the slowest of hot lines to show a pattern; 256 KiB. */
const capacity = 16_384;

/** The line of a RECORD_MISS: its argument a is an address, line * 64 + offset. */
export const lineOfAddress = (address: number): number => address >>> 6;
/** Supplier in a RECORD_MISS that stands for memory. */
export const memorySupplier = 0xff;

export class RecentMisses {
  readonly #llcOfCpu: Uint16Array;
  readonly #time = new Float64Array(capacity);
  readonly #line = new Uint32Array(capacity);
  readonly #from = new Uint8Array(capacity);
  readonly #to = new Uint16Array(capacity);
  #count = 0;
  #next = 0;

  constructor(catalog: Catalog) {
    this.#llcOfCpu = catalog.topology.llc;
  }

  /** Takes the misses of a frame; a jump forgets what was before. */
  add(frame: Frame): void {
    const { records } = frame;
    if (!frame.continuous || records.dropped > 0) this.#count = 0;
    for (let i = 0; i < records.count; i++) {
      if (records.kind[i] !== RECORD.MISS) continue;
      const at = this.#next;
      this.#time[at] = records.time[i]!;
      this.#line[at] = lineOfAddress(records.a[i]!);
      this.#from[at] = records.d[i]! & 0xff;
      this.#to[at] = this.#llcOfCpu[records.cpu[i]!]!;
      this.#next = (at + 1) % capacity;
      if (this.#count < capacity) this.#count++;
    }
  }

  /**
   * Adds up transfers into `counts`, [from LLC * llcs + to LLC]: of one line, of all if left out. Gives
   * the ns until `time` in which they happened; counts nothing where too few misses are remembered.
   */
  count(counts: Float64Array, llcs: number, time: number, line?: number): number {
    const oldest = this.#time[(this.#next - this.#count + capacity) % capacity]!;
    const span = time - oldest;
    if (this.#count < fewestMisses || !(span > 0)) return 1;
    for (let i = 0; i < this.#count; i++) {
      const at = (this.#next - 1 - i + capacity) % capacity;
      if (line !== undefined && this.#line[at] !== line) continue;
      if (this.#from[at] === memorySupplier) continue;
      counts[this.#from[at]! * llcs + this.#to[at]!]!++;
    }
    return span;
  }
}

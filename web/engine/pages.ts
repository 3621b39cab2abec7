// Storage for copies of memory pages, allocated in slabs so that a long recording makes no work for
// the garbage collector. Bounded: what does not fit is refused, never squeezed in.

import { STATE_PAGE_BYTES } from './abi.gen.ts';

const slabPages = 256;

export class PagePool {
  /** Pages it may hold at most. */
  readonly limit: number;
  readonly #slabs: Uint8Array[] = [];
  readonly #free: number[] = [];
  #next = 0;
  #used = 0;

  constructor(limitBytes: number) {
    this.limit = Math.floor(limitBytes / STATE_PAGE_BYTES);
  }

  get used(): number {
    return this.#used;
  }

  get available(): number {
    return this.limit - this.#used;
  }

  /** Bytes really taken from the host. */
  get bytes(): number {
    return this.#slabs.length * slabPages * STATE_PAGE_BYTES;
  }

  /** Keeps a copy of one page; gives the slot it lies in. Throws RangeError when full. */
  store(page: Uint8Array): number {
    if (this.available === 0) throw new RangeError('the page pool is full');
    const slot = this.#free.pop() ?? this.#next++;
    const slab = Math.floor(slot / slabPages);
    while (this.#slabs.length <= slab) {
      this.#slabs.push(new Uint8Array(slabPages * STATE_PAGE_BYTES));
    }
    this.read(slot).set(page);
    this.#used += 1;
    return slot;
  }

  /** The page in a slot, as a view. */
  read(slot: number): Uint8Array {
    const offset = (slot % slabPages) * STATE_PAGE_BYTES;
    const slab = this.#slabs[Math.floor(slot / slabPages)]!;
    return slab.subarray(offset, offset + STATE_PAGE_BYTES);
  }

  release(slot: number): void {
    this.#free.push(slot);
    this.#used -= 1;
  }
}

// Output that grows: bytes gathered in pieces of bounded size, so that a long file never has to be
// one long array. Knows nothing of formats.

/** Bytes of a piece: large enough to be few, small enough to be copied in no time. */
const pieceBytes = 1 << 20;

/** A file longer than this is refused: beyond it readers in a browser give up, too. */
export const traceBytesLimit = 512 * 2 ** 20;

/** The trace would become longer than the limit. */
export class TraceTooLong extends Error {
  constructor() {
    super(
      `the trace would be longer than ${traceBytesLimit / 2 ** 20} MiB; choose a shorter span of the run`,
    );
    this.name = 'TraceTooLong';
  }
}

export class Pieces {
  #full: Uint8Array<ArrayBuffer>[] = [];
  #present = new Uint8Array(pieceBytes);
  #used = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws TraceTooLong. */
  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > traceBytesLimit) throw new TraceTooLong();
    for (let from = 0; from < bytes.length; ) {
      const length = Math.min(bytes.length - from, pieceBytes - this.#used);
      this.#present.set(bytes.subarray(from, from + length), this.#used);
      this.#used += length;
      from += length;
      if (this.#used === pieceBytes) this.#close();
    }
  }

  /** Everything added so far, in order; nothing may be added afterwards. */
  take(): readonly Uint8Array<ArrayBuffer>[] {
    this.#close();
    return this.#full;
  }

  #close(): void {
    if (this.#used > 0) this.#full.push(this.#present.slice(0, this.#used));
    this.#used = 0;
  }
}

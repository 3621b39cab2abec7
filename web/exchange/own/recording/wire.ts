// Reads messages in the wire format of Protocol Buffers, field by field, without a copy. Knows no schema. Source: the public
// encoding description of Protocol Buffers.

const word = 0x1_0000_0000;

export class Wire {
  readonly bytes: Uint8Array;
  #at: number;
  readonly #end: number;
  /** Of the present field: its number; of a varint its value, as it is and as a number of 32 bits with its sign. */
  field = 0;
  value = 0;
  low = 0;
  /** Of one of bytes: where they lie; else both 0. */
  from = 0;
  to = 0;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.bytes = bytes;
    this.#at = from;
    this.#end = to;
  }

  /** Goes to the next field; false: there is none. Throws Error where the bytes are no message. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    this.#varint();
    this.field = Math.floor(this.value / 8);
    const type = this.low & 7;
    this.from = 0;
    this.to = 0;
    if (type === 0) this.#varint();
    else if (type === 1) this.#skip(8);
    else if (type === 5) this.#skip(4);
    else if (type === 2) {
      this.#varint();
      const length = this.value;
      this.from = this.#at;
      this.#skip(length);
      this.to = this.#at;
    } else throw new Error('a field of no known kind');
    return true;
  }

  /** The message that the present field holds. */
  message(): Wire {
    return new Wire(this.bytes, this.from, this.to);
  }

  /** Whole numbers that follow each other in the present field, or the one that it is; `tooMany` is thrown beyond `most`. */
  numbers(most: number, tooMany: () => Error): number[] {
    if (this.to === 0) return [this.value];
    const packed = this.message();
    const found: number[] = [];
    while (packed.#at < packed.#end) {
      packed.#varint();
      if (found.length >= most) throw tooMany();
      found.push(packed.value);
    }
    return found;
  }

  #skip(count: number): void {
    if (count > this.#end - this.#at) throw new Error('a part is missing');
    this.#at += count;
  }

  #varint(): void {
    let [low, high, bits] = [0, 0, 0];
    for (;;) {
      const byte = this.bytes[this.#at];
      if (this.#at >= this.#end || byte === undefined || bits > 63) {
        throw new Error('a number that does not end');
      }
      this.#at++;
      const part = byte & 127;
      if (bits < 28) low |= part << bits;
      else if (bits === 28) {
        low |= part << 28;
        high = part >> 4;
      } else high |= part << (bits - 32);
      bits += 7;
      if (byte < 128) break;
    }
    this.low = low | 0;
    this.value = (low >>> 0) + (high >>> 0) * word;
  }
}

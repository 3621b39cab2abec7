// Writes messages in the wire format of Protocol Buffers: varints, fixed 64-bit words and
// length-delimited fields. Knows no schema; field numbers are the caller's. Source: the public
// encoding description of Protocol Buffers.

const wire = { varint: 0, fixed64: 1, bytes: 2 } as const;

const encoder = new TextEncoder();

export class Message {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** What has been written, as a view: valid until the next change. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): this {
    this.#length = 0;
    return this;
  }

  /** A whole number from 0 to 2^53 - 1. */
  uint(field: number, value: number): this {
    this.#tag(field, wire.varint);
    this.#varint(value);
    return this;
  }

  /** A whole number of either sign, as int32 and int64 are written. */
  int(field: number, value: number): this {
    if (value >= 0) return this.uint(field, value);
    this.#tag(field, wire.varint);
    // Two's complement in ten bytes: the low 32 bits, then ones.
    let rest = BigInt.asUintN(64, BigInt(value));
    this.#room(10);
    for (; rest > 127n; rest >>= 7n) this.#bytes[this.#length++] = Number(rest & 127n) | 128;
    this.#bytes[this.#length++] = Number(rest);
    return this;
  }

  fixed64(field: number, value: number): this {
    this.#tag(field, wire.fixed64);
    this.#room(8);
    this.#view.setUint32(this.#length, value % 0x1_0000_0000, true);
    this.#view.setUint32(this.#length + 4, Math.floor(value / 0x1_0000_0000), true);
    this.#length += 8;
    return this;
  }

  double(field: number, value: number): this {
    this.#tag(field, wire.fixed64);
    this.#room(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
    return this;
  }

  text(field: number, value: string): this {
    return this.#delimited(field, encoder.encode(value));
  }

  message(field: number, part: Message): this {
    return this.#delimited(field, part.bytes);
  }

  #delimited(field: number, bytes: Uint8Array): this {
    this.#tag(field, wire.bytes);
    this.#varint(bytes.length);
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  #tag(field: number, type: number): void {
    this.#varint(field * 8 + type);
  }

  #varint(value: number): void {
    this.#room(10);
    let rest = value;
    // Beyond 31 bits the operators on integers do not reach.
    for (; rest > 0x7fff_ffff; rest = Math.floor(rest / 128)) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
    }
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
    this.#bytes[this.#length++] = rest;
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    larger.set(this.bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

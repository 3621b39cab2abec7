// The numbers and names of a file of trace-cmd, in the order of bytes that the file says. Throws Error beyond its end.

const word = 0x1_0000_0000;
const latin = new TextDecoder('latin1');

/** How a file is written. */
interface Shape {
  readonly version: number;
  readonly isLittle: boolean;
  readonly pageBytes: number;
}

export class DatBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly shape: Shape;
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, at: number, shape: Shape) {
    if (!(at >= 0 && at <= bytes.length)) throw new Error('a part is missing');
    this.bytes = bytes;
    this.shape = shape;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.at = at;
  }

  /** `from`: behind what every such file begins with. */
  static open(bytes: Uint8Array<ArrayBuffer>, from: number): DatBytes {
    const head = new DatBytes(bytes, from, { version: 0, isLittle: true, pageBytes: 0 });
    const version = Number(head.name(8));
    const isLittle = head.byte() === 0;
    head.byte(); // of a long word of programs, which says nothing of the kernel
    const size = new DatBytes(bytes, head.at, { version, isLittle, pageBytes: 0 });
    const pageBytes = size.word();
    if (pageBytes < 256 || pageBytes > 1 << 20)
      throw new Error('its pages have an impossible size');
    return new DatBytes(bytes, size.at, { version, isLittle, pageBytes });
  }

  byte(): number {
    return this.#view.getUint8(this.#step(1));
  }

  short(): number {
    return this.#view.getUint16(this.#step(2), this.shape.isLittle);
  }

  word(): number {
    return this.#view.getUint32(this.#step(4), this.shape.isLittle);
  }

  long(): number {
    const at = this.#step(8);
    const first = this.#view.getUint32(at, this.shape.isLittle);
    const second = this.#view.getUint32(at + 4, this.shape.isLittle);
    return this.shape.isLittle ? second * word + first : first * word + second;
  }

  /** A text up to its zero, of at most so many characters. */
  name(most = 256): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0 || end - this.at > most) throw new Error('a name that does not end');
    const text = this.text(end - this.at);
    this.at++;
    return text;
  }

  text(length: number): string {
    return latin.decode(this.take(length));
  }

  take(length: number): Uint8Array<ArrayBuffer> {
    const at = this.#step(length);
    return this.bytes.subarray(at, at + length);
  }

  /** The same file from another place on, or other bytes that are written like it. */
  there(at: number, bytes = this.bytes): DatBytes {
    return new DatBytes(bytes, at, this.shape);
  }

  #step(count: number): number {
    const { at } = this;
    if (!(count >= 0) || at + count > this.bytes.length) throw new Error('a part is missing');
    this.at += count;
    return at;
  }
}

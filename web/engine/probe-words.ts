// Words of a probe: sets of CPUs in, numbers, texts and sets out. Knows no probe.

/** A set of CPUs as `words` 64-bit words, low half first. */
export function setWords(cpus: Iterable<number>, words: number): number[] {
  const halves = new Int32Array(2 * words);
  for (const cpu of cpus) halves[cpu >> 5]! |= 1 << (cpu & 31);
  return [...halves];
}

/** A whole number of up to 53 bits and a sign as two words, low half first. */
export function longWords(value: number): [number, number] {
  return [(value % 0x1_0000_0000) | 0, Math.floor(value / 0x1_0000_0000) | 0];
}

/** Reads an answer from its start. Throws Error past its end: a defect of ours. */
export class ProbeAnswer {
  readonly #words: Int32Array;
  #at = 0;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  next(): number {
    const word = this.#words[this.#at++];
    if (word === undefined) throw new Error('the core wrote fewer words than the probe promises');
    return word;
  }

  /** A number of two words, low half first. Exact up to 53 bits. */
  long(): number {
    const low = this.next() >>> 0;
    return this.next() * 0x1_0000_0000 + low;
  }

  /** A number without a sign of two words, low half first. Beyond 53 bits rounded. */
  unsignedLong(): number {
    const low = this.next() >>> 0;
    return (this.next() >>> 0) * 0x1_0000_0000 + low;
  }

  /** `count` words. */
  many(count: number): number[] {
    return Array.from({ length: count }, () => this.next());
  }

  /** Members of a set of `words` 64-bit words, ascending. */
  set(words: number): number[] {
    const members: number[] = [];
    for (let half = 0; half < 2 * words; half++) {
      const bits = this.next();
      for (let bit = 0; bit < 32; bit++) if ((bits >>> bit) & 1) members.push(half * 32 + bit);
    }
    return members;
  }

  /** A text behind its length. */
  text(): string {
    return String.fromCharCode(...this.words());
  }

  /** As many words as the next word says. */
  words(): number[] {
    return this.many(this.next());
  }

  /** As many items as the next word says. */
  list<Item>(read: () => Item): Item[] {
    return Array.from({ length: this.next() }, read);
  }
}

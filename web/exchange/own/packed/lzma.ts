// The chunks of LZMA2, unpacked: what xz holds. Written from the description of the format (LZMA specification, Igor Pavlov; the
// file format of xz 1.1.0). Memory: the dictionary, whose size the caller bounds, and which grows as bytes are written.

const probabilityBits = 11;
const half = 1 << (probabilityBits - 1);
const moveBits = 5;
const states = 12;
const posStates = 16;
const leastMatch = 2;
/** Slots of a distance from here on have bits that are coded one by one, and from the second on plain ones. */
const treeFrom = 4;
const directFrom = 14;
const alignBits = 4;
const fullDistances = 128;

/** Where each kind of probability begins in one array. */
const lengths = { choice: 0, choice2: 1, low: 2, mid: 2 + posStates * 8, high: 2 + posStates * 16 };
const lengthSize = lengths.high + 256;
const at = (() => {
  const isMatch = 0;
  const isRep = isMatch + states * posStates;
  const isRep0Long = isRep + 4 * states;
  const slots = isRep0Long + states * posStates;
  const special = slots + 4 * 64;
  const align = special + fullDistances;
  const matchLength = align + (1 << alignBits);
  const repLength = matchLength + lengthSize;
  const literals = repLength + lengthSize;
  return { isMatch, isRep, isRep0Long, slots, special, align, matchLength, repLength, literals };
})();
const literalSize = 0x300;

const truncated = (): Error => new Error('part of it is missing');

/** Bytes of the window at first. */
const firstWindow = 64 * 1024;

/** The blocks of one file, one after the other: they share the window. */
export class Lzma2 {
  readonly #take: (bytes: Uint8Array) => void;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #window = new Uint8Array(firstWindow);
  #dictionary = 0;
  /** Where the next byte goes, from where on none was handed out, how many since the dictionary began, and in the block. */
  #to = 0;
  #from = 0;
  #written = 0;
  #inBlock = 0;
  #at = 0;
  #end = 0;
  #range = 0;
  #code = 0;
  #probabilities = new Uint16Array(0);
  #lc = 0;
  #lpMask = 0;
  #pbMask = 0;
  #state = 0;
  #rep0 = 0;
  #rep1 = 0;
  #rep2 = 0;
  #rep3 = 0;
  #hasProperties = false;

  constructor(bytes: Uint8Array<ArrayBuffer>, take: (bytes: Uint8Array) => void) {
    this.#bytes = bytes;
    this.#take = take;
  }

  /** Unpacks the chunks from a place on; where the byte behind their end is, and how many bytes they gave. */
  run(from: number, dictionary: number): { readonly end: number; readonly written: number } {
    const bytes = this.#bytes;
    this.#begin(dictionary);
    let place = from;
    const byte = () => {
      const value = bytes[place++];
      if (value === undefined) throw truncated();
      return value;
    };
    for (let control = byte(); control !== 0; control = byte()) {
      if (control === 1 || control === 3 || control >= 0xe0) this.#written = 0;
      if (control < 0x80) {
        if (control > 2) throw new Error('a chunk of no known kind');
        const size = byte() * 256 + byte() + 1;
        this.#copyPlain(place, size);
        place += size;
        continue;
      }
      const size = ((control & 0x1f) << 16) + byte() * 256 + byte() + 1;
      const packed = byte() * 256 + byte() + 1;
      if (control >= 0xc0) this.#properties(byte());
      else if (!this.#hasProperties) throw new Error('a chunk without properties');
      if (control >= 0xa0) this.#reset();
      this.#chunk(place, packed, size);
      place += packed;
    }
    this.#flush();
    return { end: place, written: this.#inBlock };
  }

  #begin(dictionary: number): void {
    this.#dictionary = dictionary;
    this.#to = 0;
    this.#from = 0;
    this.#written = 0;
    this.#inBlock = 0;
    this.#hasProperties = false;
  }

  #copyPlain(from: number, size: number): void {
    if (from + size > this.#bytes.length) throw truncated();
    for (let each = 0; each < size; each++) this.#put(this.#bytes[from + each]!);
  }

  #properties(byte: number): void {
    if (byte >= 9 * 5 * 5) throw new Error('impossible properties');
    const lp = Math.floor(byte / 9) % 5;
    this.#lc = byte % 9;
    if (this.#lc + lp > 4) throw new Error('impossible properties');
    this.#lpMask = (1 << lp) - 1;
    this.#pbMask = (1 << Math.floor(byte / 45)) - 1;
    const size = at.literals + (literalSize << (this.#lc + lp));
    if (this.#probabilities.length !== size) this.#probabilities = new Uint16Array(size);
    this.#hasProperties = true;
  }

  #reset(): void {
    this.#probabilities.fill(half);
    this.#state = 0;
    this.#rep0 = 0;
    this.#rep1 = 0;
    this.#rep2 = 0;
    this.#rep3 = 0;
  }

  #put(byte: number): void {
    this.#window[this.#to++] = byte;
    this.#written++;
    this.#inBlock++;
    if (this.#to === this.#window.length) this.#wrap();
  }

  /** At the end of the window: a longer one, as long as it is shorter than the dictionary, else its beginning. */
  #wrap(): void {
    this.#flush();
    const { length } = this.#window;
    if (length >= this.#dictionary) {
      this.#to = 0;
      this.#from = 0;
      return;
    }
    const longer = new Uint8Array(Math.min(this.#dictionary, 2 * length));
    longer.set(this.#window);
    this.#window = longer;
  }

  #flush(): void {
    if (this.#to > this.#from) this.#take(this.#window.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }

  /** The byte so many before the next. */
  #back(distance: number): number {
    const place = this.#to - distance - 1;
    return this.#window[place < 0 ? place + this.#window.length : place]!;
  }

  // ---- the range coder ----------------------------------------------------------------------------

  #normalize(): void {
    if (this.#range >>> 24 !== 0) return;
    this.#range = (this.#range << 8) >>> 0;
    if (this.#at >= this.#end) throw truncated();
    this.#code = ((this.#code << 8) | this.#bytes[this.#at++]!) >>> 0;
  }

  #bit(place: number): number {
    const probability = this.#probabilities[place]!;
    const bound = (this.#range >>> probabilityBits) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      this.#probabilities[place] =
        probability + (((1 << probabilityBits) - probability) >> moveBits);
      this.#normalize();
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    this.#probabilities[place] = probability - (probability >> moveBits);
    this.#normalize();
    return 1;
  }

  #plainBits(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit) this.#code -= this.#range;
      value = value * 2 + bit;
      this.#normalize();
    }
    return value;
  }

  #tree(place: number, bits: number): number {
    let node = 1;
    for (let left = bits; left > 0; left--) node = (node << 1) | this.#bit(place + node);
    return node - (1 << bits);
  }

  #reverseTree(place: number, bits: number): number {
    let node = 1;
    let value = 0;
    for (let bit = 0; bit < bits; bit++) {
      const one = this.#bit(place + node);
      node = (node << 1) | one;
      value |= one << bit;
    }
    return value;
  }

  // ---- one chunk ----------------------------------------------------------------------------------

  #chunk(from: number, packed: number, size: number): void {
    if (from + packed > this.#bytes.length || packed < 5) throw truncated();
    const bytes = this.#bytes;
    this.#at = from + 5;
    this.#end = from + packed;
    this.#range = 0xffff_ffff;
    this.#code =
      ((bytes[from + 1]! << 24) |
        (bytes[from + 2]! << 16) |
        (bytes[from + 3]! << 8) |
        bytes[from + 4]!) >>>
      0;
    for (let left = size; left > 0; ) {
      const pos = this.#written & this.#pbMask;
      if (this.#bit(at.isMatch + this.#state * posStates + pos) === 0) {
        this.#literal();
        left -= 1;
        continue;
      }
      const length = this.#bit(at.isRep + this.#state) === 0 ? this.#match(pos) : this.#rep(pos);
      if (length > left) throw new Error('a match beyond the end of a chunk');
      this.#copy(length);
      left -= length;
    }
  }

  #literal(): void {
    const before = this.#written > 0 ? this.#back(0) : 0;
    const context = ((this.#written & this.#lpMask) << this.#lc) + (before >> (8 - this.#lc));
    const place = at.literals + literalSize * context;
    let symbol = 1;
    if (this.#state >= 7) {
      let match = this.#back(this.#rep0);
      let isSame = true;
      while (symbol < 0x100 && isSame) {
        const expected = (match >> 7) & 1;
        match <<= 1;
        const bit = this.#bit(place + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        isSame = bit === expected;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(place + symbol);
    this.#put(symbol & 255);
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  #match(pos: number): number {
    this.#rep3 = this.#rep2;
    this.#rep2 = this.#rep1;
    this.#rep1 = this.#rep0;
    const length = this.#length(at.matchLength, pos);
    this.#state = this.#state < 7 ? 7 : 10;
    const slot = this.#tree(at.slots + 64 * Math.min(length - leastMatch, 3), 6);
    this.#rep0 = this.#distance(slot);
    return length;
  }

  #distance(slot: number): number {
    if (slot < treeFrom) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < directFrom) return base + this.#reverseTree(at.special + base - slot, bits);
    const high = this.#plainBits(bits - alignBits) * (1 << alignBits);
    return base + high + this.#reverseTree(at.align, alignBits);
  }

  #rep(pos: number): number {
    if (this.#bit(at.isRep + states + this.#state) === 0) {
      if (this.#bit(at.isRep0Long + this.#state * posStates + pos) === 0) {
        this.#state = this.#state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      let distance: number;
      if (this.#bit(at.isRep + 2 * states + this.#state) === 0) distance = this.#rep1;
      else {
        if (this.#bit(at.isRep + 3 * states + this.#state) === 0) distance = this.#rep2;
        else {
          distance = this.#rep3;
          this.#rep3 = this.#rep2;
        }
        this.#rep2 = this.#rep1;
      }
      this.#rep1 = this.#rep0;
      this.#rep0 = distance;
    }
    const length = this.#length(at.repLength, pos);
    this.#state = this.#state < 7 ? 8 : 11;
    return length;
  }

  #length(place: number, pos: number): number {
    if (this.#bit(place + lengths.choice) === 0) {
      return leastMatch + this.#tree(place + lengths.low + 8 * pos, 3);
    }
    if (this.#bit(place + lengths.choice2) === 0) {
      return leastMatch + 8 + this.#tree(place + lengths.mid + 8 * pos, 3);
    }
    return leastMatch + 16 + this.#tree(place + lengths.high, 8);
  }

  #copy(length: number): void {
    const distance = this.#rep0;
    if (distance >= this.#written || distance >= this.#dictionary) {
      throw new Error('a match before its beginning');
    }
    for (let left = length; left > 0; left--) this.#put(this.#back(distance));
  }
}

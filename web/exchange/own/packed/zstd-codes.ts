// The codes of zstd: bits read from the end of a part, finite-state tables (FSE) and prefix codes. Source: RFC 8878, sections 4.1
// and 4.2.

/** Bits of a part from its last one on, which a 1 marks. Beyond its beginning there are zeros. */
export class BitsFromEnd {
  readonly #bytes: Uint8Array;
  /** Bits that are left; below 0: so many more were read than there are. */
  left: number;

  constructor(bytes: Uint8Array) {
    const last = bytes.at(-1);
    if (!last) throw new Error('a part without its end');
    this.#bytes = bytes;
    this.left = 8 * bytes.length - Math.clz32(last) + 23;
  }

  /** At most 32. */
  read(count: number): number {
    if (count <= 24) return this.#some(count);
    const high = this.#some(count - 16);
    return high * 65_536 + this.#some(16);
  }

  #some(count: number): number {
    this.left -= count;
    return this.#at(this.left, count);
  }

  /** The next bits, which stay. */
  peek(count: number): number {
    return this.#at(this.left - count, count);
  }

  #at(bit: number, count: number): number {
    if (count === 0) return 0;
    if (bit < 0) return bit + count <= 0 ? 0 : this.#at(0, bit + count) << -bit;
    const at = bit >> 3;
    const bytes = this.#bytes;
    const word =
      bytes[at]! |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    return (word >>> (bit & 7)) & ((1 << count) - 1);
  }
}

/** What each state stands for, and which follow it. */
export interface States {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly base: Uint16Array;
}

/** Of how often each symbol comes, in parts of 2^log; -1: less than one. */
export function statesOf(counts: readonly number[], log: number): States {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const bits = new Uint8Array(size);
  const base = new Uint16Array(size);
  const next = counts.map((count) => (count < 0 ? 1 : count));
  let high = size;
  for (const [symbol, count] of counts.entries()) if (count < 0) symbols[--high] = symbol;
  const step = (size >> 1) + (size >> 3) + 3;
  let place = 0;
  for (const [symbol, count] of counts.entries()) {
    for (let left = count; left > 0; left--) {
      symbols[place] = symbol;
      do place = (place + step) & (size - 1);
      while (place >= high);
    }
  }
  for (let state = 0; state < size; state++) {
    const symbol = symbols[state]!;
    const value = next[symbol]!++;
    bits[state] = log - (31 - Math.clz32(value));
    base[state] = (value << bits[state]!) - size;
  }
  return { log, symbols, bits, base };
}

/** A table that always says the same. */
export const oneState = (symbol: number): States => ({
  ...{ log: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), base: new Uint16Array(1) },
});

/** Reads how often each symbol comes; where the bytes behind it begin. */
export function readStates(
  bytes: Uint8Array,
  from: number,
  { mostLog, mostSymbol }: { mostLog: number; mostSymbol: number },
): { readonly states: States; readonly end: number } {
  let bit = 8 * from;
  const peek = (count: number) => {
    const at = bit >> 3;
    const word = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
    return (word >>> (bit & 7)) & ((1 << count) - 1);
  };
  const read = (count: number) => {
    const value = peek(count);
    bit += count;
    if (bit > 8 * bytes.length) throw new Error('part of it is missing');
    return value;
  };
  const log = read(4) + 5;
  if (log > mostLog) throw new Error('a table that is too large');
  const counts: number[] = [];
  let left = (1 << log) + 1;
  let threshold = 1 << log;
  let width = log + 1;
  while (left > 1) {
    const most = 2 * threshold - 1 - left;
    let count = peek(width - 1);
    if (count < most) read(width - 1);
    else {
      count = read(width);
      if (count >= threshold) count -= most;
    }
    count -= 1;
    left -= Math.abs(count);
    counts.push(count);
    if (count === 0) {
      for (let more = read(2); ; more = read(2)) {
        for (let zero = 0; zero < more; zero++) counts.push(0);
        if (more < 3 || counts.length > mostSymbol) break;
      }
    }
    if (counts.length > mostSymbol + 1 || left < 1) throw new Error('an impossible table');
    while (left < threshold) {
      width -= 1;
      threshold >>= 1;
    }
  }
  return { states: statesOf(counts, log), end: Math.ceil(bit / 8) };
}

/** Prefix codes, by all that may stand in their longest. */
export interface PrefixCodes {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

const mostPrefix = 11;

/** Reads prefix codes; where the bytes behind them begin. */
export function readPrefixCodes(
  bytes: Uint8Array,
  from: number,
): { readonly codes: PrefixCodes; readonly end: number } {
  const head = bytes[from];
  if (head === undefined) throw new Error('part of it is missing');
  if (head >= 128) {
    const count = head - 127;
    const end = from + 1 + Math.ceil(count / 2);
    if (end > bytes.length) throw new Error('part of it is missing');
    const weights = Array.from({ length: count }, (_, at) => {
      const byte = bytes[from + 1 + (at >> 1)]!;
      return at % 2 === 0 ? byte >> 4 : byte & 15;
    });
    return { codes: prefixCodesOf(weights), end };
  }
  const end = from + 1 + head;
  if (end > bytes.length) throw new Error('part of it is missing');
  const part = bytes.subarray(from + 1, end);
  const { states, end: begin } = readStates(part, 0, { mostLog: 6, mostSymbol: 255 });
  return { codes: prefixCodesOf(weightsIn(part.subarray(begin), states)), end };
}

/** Two states take turns until the bits end. */
function weightsIn(bytes: Uint8Array, { log, symbols, bits, base }: States): number[] {
  const from = new BitsFromEnd(bytes);
  let [state, other] = [from.read(log), from.read(log)];
  const weights: number[] = [];
  for (;;) {
    weights.push(symbols[state]!);
    const more = bits[state]!;
    if (from.left < more) {
      weights.push(symbols[other]!);
      return weights;
    }
    if (weights.length > 255) throw new Error('too many codes');
    [state, other] = [other, base[state]! + from.read(more)];
  }
}

function prefixCodesOf(weights: readonly number[]): PrefixCodes {
  const sum = weights.reduce((all, weight) => all + (weight > 0 ? 2 ** (weight - 1) : 0), 0);
  if (sum === 0) throw new Error('impossible codes');
  const log = 32 - Math.clz32(sum);
  const rest = 2 ** log - sum;
  const last = 31 - Math.clz32(rest);
  if (log > mostPrefix || 2 ** last !== rest || weights.length > 255)
    throw new Error('impossible codes');
  const all = [...weights, last + 1];
  const symbols = new Uint8Array(1 << log);
  const bits = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight++) {
    for (const [symbol, own] of all.entries()) {
      if (own !== weight) continue;
      const end = at + (1 << (weight - 1));
      symbols.fill(symbol, at, end);
      bits.fill(log + 1 - weight, at, end);
      at = end;
    }
  }
  return { log, symbols, bits };
}

/** Writes the symbols of a part into `into`, all of it. */
export function readSymbols(
  bytes: Uint8Array,
  { log, symbols, bits }: PrefixCodes,
  into: Uint8Array,
): void {
  const from = new BitsFromEnd(bytes);
  for (let at = 0; at < into.length; at++) {
    const code = from.peek(log);
    into[at] = symbols[code]!;
    from.left -= bits[code]!;
    if (from.left < 0) throw new Error('part of it is missing');
  }
}

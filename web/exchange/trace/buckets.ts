// Sums over equal spans of time, read out as the points of counters. Counts become rates a second;
// spans of waiting become the mean number that waited.

export class Buckets<Name extends string> {
  readonly #from: number;
  readonly #to: number;
  readonly #width: number;
  readonly #sums: Readonly<Record<Name, Float64Array>>;
  /** Names whose sums are ns, not events. */
  readonly #isSpread = new Set<Name>();

  /** Buckets of `width` ns from `from` to `to`. */
  constructor(names: readonly Name[], from: number, to: number, width: number) {
    this.#from = from;
    this.#to = to;
    this.#width = width;
    const count = Math.max(1, Math.ceil((to - from) / width));
    this.#sums = Object.fromEntries(
      names.map((name) => [name, new Float64Array(count)]),
    ) as unknown as Record<Name, Float64Array>;
  }

  /** One event at `time`; outside the span: none. */
  count(name: Name, time: number): void {
    if (time < this.#from || time >= this.#to) return;
    this.#sums[name][Math.floor((time - this.#from) / this.#width)]! += 1;
  }

  /** Something that lasted from `from` to `to`. */
  spread(name: Name, from: number, to: number): void {
    this.#isSpread.add(name);
    const end = Math.min(to, this.#to);
    for (let time = Math.max(from, this.#from); time < end; ) {
      const bucket = Math.floor((time - this.#from) / this.#width);
      const next = Math.min(end, this.#from + (bucket + 1) * this.#width);
      this.#sums[name][bucket]! += next - time;
      time = next;
    }
  }

  /** The points of a counter up to `known`, each at the start of its bucket; the last is cut short. */
  *points(name: Name, known: number): Generator<{ time: number; value: number }> {
    const end = Math.min(known, this.#to);
    for (let bucket = 0; ; bucket++) {
      const time = this.#from + bucket * this.#width;
      if (time >= end) return;
      const length = Math.min(this.#width, end - time);
      const sum = this.#sums[name][bucket]!;
      yield { time, value: this.#isSpread.has(name) ? sum / length : (sum * 1e9) / length };
    }
  }
}

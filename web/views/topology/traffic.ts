// Which transfers between caches are shown: the twelve strongest directions, and one sum for all others, so that
// what is shown and what is not add up to all. Rates only; no geometry, no canvas.

/** More directions than these say nothing, wherever they run. */
export const mostRibbons = 12;

/** One that is shown stays until another is stronger by this, so that the twelve do not flicker. */
const advantage = 1.25;

/** A direction between caches: `from` * LLCs + `to`. */
export type Direction = number;

/** Transfers per second of simulated time; each is counted once. */
export interface Traffic {
  /** By direction. */
  readonly rates: Float64Array;
  /** The strongest between different caches in the picture, ascending; the same array until they change. */
  readonly shown: readonly Direction[];
  /** All other directions between different caches. */
  readonly rest: { readonly directions: number; readonly rate: number };
  /** What stays inside a cache, of all caches. */
  readonly inside: number;
}

/** What a row and a column of the matrix stand for. */
export type RowOf = 'llc' | 'node' | 'package';

/** Plain data of it, for words and tables. */
export interface TrafficNote extends Pick<Traffic, 'rest' | 'inside'> {
  /** The matrix is drawn, not ribbons. */
  readonly isMatrix: boolean;
  /** What `from` and `to` number. */
  readonly of: RowOf;
  /** The shown ones, the strongest first. */
  readonly shown: readonly { readonly from: number; readonly to: number; readonly rate: number }[];
}

/** A direction with less than this share of the strongest is not counted among the others, only summed. */
const leastShare = 0.001;

/** Chooses anew with every frame, and keeps to what it chose before. */
export class TrafficChoice {
  readonly #llcs: number;
  readonly #held: Uint8Array;
  #shown: readonly Direction[] = [];

  constructor(llcs: number) {
    this.#llcs = llcs;
    this.#held = new Uint8Array(llcs * llcs);
  }

  /** What was shown before says nothing now. */
  forget(): void {
    this.#shown = [];
  }

  /** `isHere`: whether an LLC is in the picture; others only count. */
  choose(rates: Float64Array, isHere: (llc: number) => boolean): Traffic {
    const llcs = this.#llcs;
    this.#hold();
    const best: Direction[] = [];
    const weights: number[] = [];
    let [inside, between, strongest] = [0, 0, 0];
    for (let at = 0; at < rates.length; at++) {
      const rate = rates[at]!;
      const from = Math.floor(at / llcs);
      if (from === at % llcs) {
        inside += rate;
        continue;
      }
      between += rate;
      strongest = Math.max(strongest, rate);
      const weight = rate * (this.#held[at] ? advantage : 1);
      const isFull = best.length === mostRibbons;
      if (!(rate > 0) || (isFull && weight <= weights[mostRibbons - 1]!)) continue;
      if (!isHere(from) || !isHere(at % llcs)) continue;
      let place = isFull ? mostRibbons - 1 : best.length;
      for (; place > 0 && weights[place - 1]! < weight; place--) {
        best[place] = best[place - 1]!;
        weights[place] = weights[place - 1]!;
      }
      best[place] = at;
      weights[place] = weight;
    }
    const chosen = best.filter((at) => rates[at]! >= strongest * leastShare).sort((a, b) => a - b);
    if (chosen.join() !== this.#shown.join()) this.#shown = chosen;
    return { rates, shown: this.#shown, rest: this.#restOf(rates, between, strongest), inside };
  }

  #hold(): void {
    this.#held.fill(0);
    for (const at of this.#shown) this.#held[at] = 1;
  }

  #restOf(rates: Float64Array, between: number, strongest: number): Traffic['rest'] {
    let rate = between;
    for (const at of this.#shown) rate -= rates[at]!;
    let directions = -this.#shown.length;
    for (let at = 0; at < rates.length; at++) {
      if (at % (this.#llcs + 1) === 0) continue;
      if (rates[at]! > 0 && rates[at]! >= strongest * leastShare) directions++;
    }
    // What was added up in another order may be off by a last digit.
    return { directions: Math.max(0, directions), rate: Math.max(0, rate) };
  }
}

/** Numbers by direction of `count` caches (or what a row of the matrix is), those of `shown`, the strongest first. */
const listed = (rates: Float64Array, shown: readonly Direction[], count: number) =>
  shown
    .map((at) => ({ from: Math.floor(at / count), to: at % count, rate: rates[at]! }))
    .sort((a, b) => b.rate - a.rate);

export function trafficNote({ rates, shown, rest, inside }: Traffic, llcs: number): TrafficNote {
  return { isMatrix: false, of: 'llc', shown: listed(rates, shown, llcs), rest, inside };
}

/** What the matrix shows: `sums` of its rows, of which cells with less than `least` stay empty. */
export function matrixNote(
  sums: Float64Array,
  { of, count }: { readonly of: RowOf; readonly count: number },
  least: number,
  inside: number,
): TrafficNote {
  const shown: Direction[] = [];
  const rest = { directions: 0, rate: 0 };
  for (const [at, rate] of sums.entries()) {
    if (!(rate > 0)) continue;
    if (rate >= least) shown.push(at);
    else {
      rest.directions++;
      rest.rate += rate;
    }
  }
  return { isMatrix: true, of, shown: listed(sums, shown, count), rest, inside };
}

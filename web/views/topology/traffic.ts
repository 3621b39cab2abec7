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

/** Plain data of it, for words and tables. */
export interface TrafficNote extends Pick<Traffic, 'rest' | 'inside'> {
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

export function trafficNote({ rates, shown, rest, inside }: Traffic, llcs: number): TrafficNote {
  const rows = shown.map((at) => ({
    from: Math.floor(at / llcs),
    to: at % llcs,
    rate: rates[at]!,
  }));
  return { shown: rows.sort((a, b) => b.rate - a.rate), rest, inside };
}

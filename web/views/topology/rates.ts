// Turns counters that only grow into calm rates: differences between the frames shown, smoothed over
// simulated time. Everything here depends on frames alone, never on the viewer's clock, so a paused
// picture stands still and the same frames give the same picture.

/** Rates are averages over at least this much simulated time: a few dozen transfers of a hot line. */
const shortestWindow = 10_000;
/** … and over about this many frames, half a second at 60 a second. */
const windowFrames = 30;

/** How much of a new sample to take after `dt` ns, so that old ones fade over the window. */
export function freshness(dt: number): number {
  return 1 - Math.exp(-dt / Math.max(shortestWindow, windowFrames * dt));
}

/** Rates of several counters at once, in counts per ns. */
export class SmoothRates {
  readonly rates: Float64Array;
  readonly #last: Float64Array;
  #time = 0;

  constructor(counters: number) {
    this.rates = new Float64Array(counters);
    this.#last = new Float64Array(counters);
  }

  /** Takes the counters at simulated `time` (ns), which goes on from the moment taken before. */
  add(time: number, counters: ArrayLike<number>): void {
    const { rates } = this;
    const dt = time - this.#time;
    if (dt > 0) {
      const share = freshness(dt);
      for (let i = 0; i < rates.length; i++) {
        const rate = (counters[i]! - this.#last[i]!) / dt;
        rates[i]! += (rate - rates[i]!) * share;
      }
    }
    this.#time = time;
    this.#last.set(counters);
  }

  /**
   * Starts anew at `time`, where the counters stand at `counters`, with what was `counted` over the last
   * `span` ns: what was shown before says nothing, so that a moment looks the same from wherever one came.
   */
  restart(
    time: number,
    counters: ArrayLike<number>,
    counted: ArrayLike<number>,
    span: number,
  ): void {
    for (let i = 0; i < this.rates.length; i++) this.rates[i] = counted[i]! / span;
    this.#time = time;
    this.#last.set(counters);
  }
}

/**
 * Transfers a second without a noticeable loss of time: at some 200 ns each they take a hundredth of a CPU. A
 * direction with fewer does not get the hot colour, and a scale does not make them look like many.
 */
export const hardlyAny = 50_000;

/** By the moment alone: a picture at rest owes nothing to where it came from. */
export const isHotRate = (perSecond: number): boolean => perSecond >= hardlyAny;

/**
 * The rate (transfers per second of simulated time) that is drawn at full width: the largest, rounded
 * up to 1, 2 or 5 times a power of ten. It comes down only when the largest has fallen well below the
 * step before, so that widths do not flicker.
 */
export function rateScale(largest: number, current: number): number {
  const wanted = roundUp(largest);
  if (wanted >= current) return wanted;
  return largest < current * 0.3 ? wanted : current;
}

function roundUp(rate: number): number {
  if (!(rate > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(rate));
  const step = [1, 2, 5].find((factor) => rate <= factor * power * (1 + 1e-9)) ?? 10;
  return step * power;
}

// Turns counters that only grow into calm rates: differences between the frames shown, smoothed over
// simulated time. Everything here depends on frames alone, never on the viewer's clock, so a paused
// picture stands still and the same frames give the same picture.

/** Rates are averages over at least this much simulated time: a few dozen transfers of a hot line. */
const shortestWindow = 10_000;
/** … and over about this many frames, half a second at 60 a second. */
const windowFrames = 30;

/** How much of a new sample to take after `dt` ns, so that old ones fade over the window. */
function freshness(dt: number): number {
  return 1 - Math.exp(-dt / Math.max(shortestWindow, windowFrames * dt));
}

/** Rates of several counters at once, in counts per ns. */
export class SmoothRates {
  readonly rates: Float64Array;
  readonly #last: Float64Array;
  #time = -1;

  constructor(counters: number) {
    this.rates = new Float64Array(counters);
    this.#last = new Float64Array(counters);
  }

  /**
   * Takes the counters at simulated `time` (ns). The first moment gives the mean since the start of
   * the run; a jump (`continuous` false) gives the mean between the two moments, in either direction.
   */
  add(time: number, counters: ArrayLike<number>, continuous: boolean): void {
    const { rates } = this;
    const dt = Math.abs(time - this.#time);
    if (this.#time < 0) {
      if (time > 0) for (let i = 0; i < rates.length; i++) rates[i] = counters[i]! / time;
    } else if (dt > 0) {
      const share = continuous && time > this.#time ? freshness(dt) : 1;
      for (let i = 0; i < rates.length; i++) {
        const rate = Math.abs(counters[i]! - this.#last[i]!) / dt;
        rates[i]! += (rate - rates[i]!) * share;
      }
    }
    this.#time = time;
    this.#last.set(counters);
  }

  /** Starts anew at `time` with what `counters` counted over the last `span` ns. */
  restart(time: number, counters: ArrayLike<number>, span: number): void {
    for (let i = 0; i < this.rates.length; i++) this.rates[i] = counters[i]! / span;
    this.#time = time;
    this.#last.set(counters);
  }
}

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

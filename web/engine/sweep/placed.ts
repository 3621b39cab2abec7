// How one stands beside another over the same seeds: medians, ranges, and by how much each seed differs. What `race` and
// the Policy view say of a policy.

export interface Racer {
  readonly name: string;
  /** The metric, seed by seed. */
  readonly values: readonly number[];
}

export interface PlacedRacer extends Racer {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
  /** %, of each seed against the same seed of the variant. */
  readonly gains: readonly number[];
  readonly medianGain: number;
  /** Seeds whose gain has the sign of the median one. */
  readonly agree: number;
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A racer beside the one it runs against. */
export function placeRacer(racer: Racer, against: Racer): PlacedRacer {
  const { values } = racer;
  const gains = values.map((value, i) => 100 * (value / against.values[i]! - 1));
  const medianGain = medianOf(gains);
  return {
    ...racer,
    median: medianOf(values),
    least: Math.min(...values),
    greatest: Math.max(...values),
    gains,
    medianGain,
    agree: gains.filter((gain) => Math.sign(gain) === Math.sign(medianGain)).length,
  };
}

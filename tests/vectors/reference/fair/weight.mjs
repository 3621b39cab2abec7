// Time by weight: how far a nanosecond moves the virtual clock of a task. Inverses of the nice weights
// are a table of the kernel's, given in the header of fair-vectors.json.

import { readFileSync } from 'node:fs';

const file = new URL('../../fair-vectors.json', import.meta.url);
const { constants } = JSON.parse(readFileSync(file, 'utf8'));

export const NICE_WEIGHTS = constants.nice_weights_minus20_to_19;
const INVERSES = new Map(
  NICE_WEIGHTS.map((weight, index) => [weight, constants.inverse_weights[index]]),
);
const NICE_0 = 1024;
const HALF = 2n ** 32n;

const inverseOf = (weight) => INVERSES.get(weight) ?? Math.floor((2 ** 32 - 1) / weight);

/** delta (ns, a whole number) x 1024 / weight, as the kernel rounds it: a BigInt. */
export function weighted(delta, weight) {
  if (weight === NICE_0) return BigInt(delta);
  let factor = BigInt(NICE_0) * BigInt(inverseOf(weight));
  let shift = 32n;
  const upper = factor / HALF;
  if (upper > 0n) {
    const excess = BigInt(upper.toString(2).length);
    factor >>= excess;
    shift -= excess;
  }
  return (BigInt(delta) * factor) >> shift;
}

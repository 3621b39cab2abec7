// A small random generator with a seed, for resampling. Not the core's streams: those belong to the
// simulation, and nothing here may touch them.

/** Gives whole numbers from 0 to below `bound`; the same seed gives the same numbers everywhere. */
export type Draw = (bound: number) => number;

/** SplitMix32 (after Steele, Lea and Flood, 2014): spreads a seed over 32-bit words. */
function splitMix(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
}

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** xoshiro128** (Blackman and Vigna, 2018), seeded with one number of up to 32 bits. */
export function seededDraw(seed: number): Draw {
  const next = splitMix(seed);
  let [a, b, c, d] = [next(), next(), next(), next()];
  const word = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  // A product below 2^53 is exact; the bias of at most bound / 2^32 is beyond any use made of it.
  return (bound) => Math.floor((word() * bound) / 2 ** 32);
}

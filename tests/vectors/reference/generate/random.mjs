// Seeded random numbers for generated vectors: the same seed gives the same file on every machine.

export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** 32 random bits (mulberry32). */
  bits() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** A whole number from 0 to below n. */
  below(n) {
    return Math.floor((this.bits() / 2 ** 32) * n);
  }

  between(low, high) {
    return low + this.below(high - low + 1);
  }

  chance(percent) {
    return this.below(100) < percent;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Some of a list, each at most once, in a random order. */
  some(list, count) {
    const rest = [...list];
    const taken = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(this.below(rest.length), 1));
    }
    return taken;
  }
}

// The runner of steps: a sentence made false on purpose fails, by the seed and the sentence.

import { describe, expect, it } from 'vitest';
import { faultsOf, seeds, toldStories } from './steps.ts';

const claimed = toldStories.map(({ name, steps }) => ({
  name,
  steps,
  claims: steps.flatMap(({ claims = [] }) => claims),
}));

/** Stories that explain the marks and what a cache line is, for beginners. */
const primers = ['split-llc/nine-threads', 'cpupri/one-line'];

describe('the told stories', () => {
  it('tell 4 to 9 steps, every one of them, and claim something in most; those made for the tour are shorter', () => {
    expect(toldStories.length).toBeGreaterThan(0);
    for (const { name, steps, claims } of claimed) {
      const isPrimer = primers.includes(name);
      expect(steps.length, name).toBeGreaterThanOrEqual(isPrimer ? 2 : 4);
      expect(steps.length, name).toBeLessThanOrEqual(9);
      expect(claims.length, name).toBeGreaterThanOrEqual(isPrimer ? 1 : 4);
    }
  });
});

describe('a sentence made false on purpose', () => {
  it('fails at both seeds, and the others hold', async () => {
    const { name, steps } = claimed.find(({ name }) => name === 'split-llc/wide-wakers')!;
    const at = steps.findIndex(({ claims = [] }) => claims.length > 0);
    const turned = steps.map((step, index) => {
      const [first, ...rest] = step.claims ?? [];
      if (index !== at || !first) return step;
      const { at_least: _, at_most: __, ...said } = first;
      const wrong = { ...said, at_most: -1 };
      return { ...step, claims: [wrong, ...rest] };
    });
    for (const seed of seeds) {
      const faults = await faultsOf(name, seed, turned);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(`at seed ${seed}`);
    }
  });
});

describe('a setting to try, described wrongly on purpose', () => {
  it('fails at both seeds by what is said of it', async () => {
    const { name, steps } = toldStories.find(({ name }) => name === 'pcp/one-zone')!;
    const at = steps.findIndex((step) => step.try !== undefined);
    for (const seed of seeds) {
      expect(await faultsOf(name, seed)).toEqual([]);
      const wrong = { ...steps[at]!.try!, at_most: 1, at_least: undefined };
      const turned = steps.map((step, index) => (index === at ? { ...step, try: wrong } : step));
      const faults = await faultsOf(name, seed, turned);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(`${wrong.label} at ${wrong.value}, seed ${seed}`);
    }
  });
});

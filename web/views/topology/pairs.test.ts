import { describe, expect, it } from 'vitest';
import { pairUp, sumByPair } from './pairs.ts';
import { shapes, topologyOf } from './testing/machines.ts';

describe('pairUp', () => {
  it('pairs every LLC with every other, and with itself, where they are few', () => {
    const pairing = pairUp(topologyOf(shapes['granite rapids 2s snc3']));
    expect(pairing.parts.map((part) => part.kind)).toEqual(Array(6).fill('llc'));
    expect(pairing.pairs).toHaveLength(36);
    expect(pairing.families).toEqual([[0, 1, 2, 3, 4, 5]]);
  });
  it('pairs LLCs inside a node, nodes inside a socket and sockets where LLCs are many', () => {
    const pairing = pairUp(topologyOf(shapes['milan 2s nps4']));
    const kindOf = (i: number) => pairing.parts[i]!.kind;
    const count = (kind: string) =>
      pairing.pairs.filter(({ from }) => kindOf(from) === kind).length;
    expect(count('llc')).toBe(8 * 4);
    expect(count('node')).toBe(2 * 4 * 3);
    expect(count('package')).toBe(2);
    expect(pairing.pairs.every(({ from, to }) => kindOf(from) === kindOf(to))).toBe(true);
  });
  it('keeps both ends of a pair in one family', () => {
    for (const shape of Object.values(shapes)) {
      const { pairs, families } = pairUp(topologyOf(shape));
      for (const { from, to } of pairs) {
        expect(families.some((family) => family.includes(from) && family.includes(to))).toBe(true);
      }
    }
  });
});

describe('sumByPair', () => {
  it('loses no transfer', () => {
    const topology = topologyOf(shapes['milan 2s nps4']);
    const pairing = pairUp(topology);
    const rates = Float64Array.from({ length: topology.llcs ** 2 }, (_, i) => i);
    const sums = new Float64Array(pairing.pairs.length).fill(7);
    sumByPair(pairing, rates, sums);
    const total = (xs: Float64Array) => xs.reduce((a, b) => a + b, 0);
    expect(total(sums)).toBe(total(rates));
  });
});

import { describe, expect, it } from 'vitest';
import { leastSquares } from './regression.ts';

describe('least squares', () => {
  const amounts = [
    [100, 10],
    [90, 40],
    [200, 5],
    [50, 80],
  ];

  it('find what each unit costs, exactly where nothing disturbs', () => {
    const values = amounts.map(([hits, misses]) => 11 * hits! + 160 * misses!);
    const { terms, r2 } = leastSquares(amounts, values);
    expect(terms[0]!.value).toBeCloseTo(11, 9);
    expect(terms[1]!.value).toBeCloseTo(160, 9);
    expect(terms[1]!.error).toBeCloseTo(0, 6);
    expect(r2).toBeCloseTo(1, 12);
  });

  it('say how far they may be off', () => {
    const noise = [300, -200, 100, -250];
    const values = amounts.map(([hits, misses], at) => 11 * hits! + 160 * misses! + noise[at]!);
    const { terms, r2 } = leastSquares(amounts, values);
    expect(Math.abs(terms[1]!.value - 160)).toBeLessThan(3 * terms[1]!.error);
    expect(terms[1]!.error).toBeGreaterThan(1);
    expect(r2).toBeLessThan(1);
    expect(r2).toBeGreaterThan(0.9);
  });

  it('refuse terms that no sample parts', () => {
    const together = [
      [1, 2],
      [2, 4],
    ];
    expect(() => leastSquares(together, [1, 2])).toThrow('always go together');
  });
});

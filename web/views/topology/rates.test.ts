import { describe, expect, it } from 'vitest';
import { rateScale, SmoothRates } from './rates.ts';

describe('SmoothRates', () => {
  it('settles at the true rate and does not jump to a single burst', () => {
    const rates = new SmoothRates(1);
    let count = 0;
    for (let frame = 1; frame <= 400; frame++) {
      count += 2;
      rates.add(frame * 333, [count]);
    }
    expect(rates.rates[0]).toBeCloseTo(2 / 333, 5);
    rates.add(401 * 333, [count + 40]);
    expect(rates.rates[0]).toBeLessThan(10 / 333);
  });
  it('forgets a rate that has ended', () => {
    const rates = new SmoothRates(1);
    rates.restart(100_000, [1000], [1000], 100_000);
    for (let frame = 1; frame <= 200; frame++) rates.add(100_000 + frame * 1000, [1000]);
    expect(rates.rates[0]).toBeLessThan(0.01 * 0.01);
  });
  it('begins anew after a jump, whatever was before', () => {
    const rates = new SmoothRates(1);
    rates.add(1_000_000, [1000]);
    rates.restart(3_000_000, [7000], [60], 20_000);
    expect(rates.rates[0]).toBe(0.003);
    rates.add(3_010_000, [7030]);
    expect(rates.rates[0]).toBeCloseTo(0.003);
  });
  it('keeps what it knows while time stands still', () => {
    const rates = new SmoothRates(1);
    rates.restart(1000, [10], [10], 1000);
    rates.add(1000, [10]);
    expect(rates.rates[0]).toBe(0.01);
  });
});

describe('rateScale', () => {
  it('rounds the largest rate up to 1, 2 or 5', () => {
    expect(rateScale(0.9, 0)).toBe(1);
    expect(rateScale(140_000, 0)).toBe(200_000);
    expect(rateScale(2_100_000, 0)).toBe(5_000_000);
    expect(rateScale(6e6, 0)).toBe(1e7);
  });
  it('stays while the largest rate wavers and comes down when it has fallen', () => {
    expect(rateScale(180_000, 500_000)).toBe(500_000);
    expect(rateScale(100_000, 500_000)).toBe(100_000);
    expect(rateScale(0, 500_000)).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { rateScale, SmoothRates } from './rates.ts';

describe('SmoothRates', () => {
  it('begins with the mean since the start of the run', () => {
    const rates = new SmoothRates(2);
    rates.add(1000, [10, 0], false);
    expect([...rates.rates]).toEqual([0.01, 0]);
  });
  it('settles at the true rate and does not jump to a single burst', () => {
    const rates = new SmoothRates(1);
    let count = 0;
    for (let frame = 1; frame <= 400; frame++) {
      count += 2;
      rates.add(frame * 333, [count], true);
    }
    expect(rates.rates[0]).toBeCloseTo(2 / 333, 5);
    rates.add(401 * 333, [count + 40], true);
    expect(rates.rates[0]).toBeLessThan(10 / 333);
  });
  it('forgets a rate that has ended', () => {
    const rates = new SmoothRates(1);
    rates.add(100_000, [1000], false);
    for (let frame = 1; frame <= 200; frame++) rates.add(100_000 + frame * 1000, [1000], true);
    expect(rates.rates[0]).toBeLessThan(0.01 * 0.01);
  });
  it('takes the mean between two moments after a jump, forwards and back', () => {
    const rates = new SmoothRates(1);
    rates.add(1_000_000, [1000], false);
    rates.add(3_000_000, [7000], false);
    expect(rates.rates[0]).toBeCloseTo(6000 / 2_000_000);
    rates.add(2_000_000, [3000], false);
    expect(rates.rates[0]).toBeCloseTo(4000 / 1_000_000);
  });
  it('keeps what it knows while time stands still', () => {
    const rates = new SmoothRates(1);
    rates.add(1000, [10], false);
    rates.add(1000, [10], true);
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

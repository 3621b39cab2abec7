import { describe, expect, it } from 'vitest';
import { wholeNumber } from './whole-number.ts';

describe('whole numbers', () => {
  it('have a comma before every three digits', () => {
    expect([0, 7, 999, 1000, 12_345, 1_234_567_890].map(wholeNumber)).toEqual([
      '0',
      '7',
      '999',
      '1,000',
      '12,345',
      '1,234,567,890',
    ]);
  });
  it('are rounded, with their sign', () => {
    expect([1.4, 999.5, -1234.5, -0.2].map(wholeNumber)).toEqual(['1', '1,000', '-1,235', '0']);
  });
  it('read as Intl writes them, as far as they are exact', () => {
    const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
    for (const value of [3, 45.6, 123_456.7, 2 ** 40, -98_765, 2 ** 53 - 1]) {
      expect(wholeNumber(value)).toBe(intl.format(value));
    }
  });
  it('that are none are a dash', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(wholeNumber)).toEqual(['–', '–']);
  });
});

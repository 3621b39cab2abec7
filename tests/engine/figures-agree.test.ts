// Reading figures back, by which steps.ts holds that none contradicts another.

import { describe, expect, it } from 'vitest';
import { agree, readBack } from './figures-agree.ts';

describe('a figure read back', () => {
  it('is its number in plain units', () => {
    expect(readBack('15.5 M/s')?.value).toBeCloseTo(15.5e6);
    expect(readBack('1,234 of 480 CPUs')?.value).toBe(1234);
    expect(readBack('68.8 % of 48 busy CPUs')?.value).toBeCloseTo(68.8);
    expect(readBack('10.4 µs')?.value).toBeCloseTo(10_400);
    expect(readBack('−6.4 %')?.value).toBeCloseTo(-6.4);
    expect(readBack('warming up')).toBeUndefined();
  });

  it('agrees with another that one number may have been rounded to, and with no other', () => {
    expect(agree('3.92 M/s', '15,500,867')).toBe(false);
    expect(agree('15.5 M/s', '15,500,867')).toBe(true);
    expect(agree('19.6 % of 192 CPUs', '68.8 %')).toBe(false);
    expect(agree('+16.7 %', '−6.4 %')).toBe(false);
    expect(agree('26 µs', '26.2 µs')).toBe(true);
    expect(agree('4.6 µs', '26 µs')).toBe(false);
    expect(agree('the same', '+0.0 %')).toBe(true);
    expect(agree('the same', '+0.4 %')).toBe(false);
    expect(agree('–', '–')).toBe(false);
  });
});

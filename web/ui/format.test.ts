import { describe, expect, it } from 'vitest';
import {
  change,
  count,
  decimal,
  duration,
  kibibytes,
  moment,
  percent,
  plural,
  rate,
  signed,
  significant,
  whole,
} from './format.ts';

describe('whole numbers', () => {
  it('have a comma before every three digits', () => {
    expect([0, 7, 999, 1000, 12_345, 1_234_567_890].map(whole)).toEqual([
      '0',
      '7',
      '999',
      '1,000',
      '12,345',
      '1,234,567,890',
    ]);
  });
  it('are rounded, with a real minus', () => {
    expect([1.4, 999.5, -1234.5, -0.2].map(whole)).toEqual(['1', '1,000', '−1,235', '0']);
  });
  it('read as Intl writes them, as far as they are exact', () => {
    const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
    for (const value of [3, 45.6, 123_456.7, 2 ** 40, -98_765, 2 ** 53 - 1]) {
      expect(whole(value)).toBe(intl.format(value).replace('-', '−'));
    }
  });
  it('that are none are a dash', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY].map(whole)).toEqual(['–', '–']);
    expect([significant(Number.NaN), percent(Number.NaN), change(Number.NaN)]).toEqual([
      '–',
      '–',
      '–',
    ]);
  });
});

describe('numbers as a person would say them', () => {
  it('keep the digits they were printed with, without zeros behind them', () => {
    expect([1234.5, -0.25, 2.5, -3e-9].map((value) => decimal(value, 6))).toEqual([
      '1,234.5',
      '−0.25',
      '2.5',
      '0',
    ]);
  });
  it('are rounded to two significant digits but keep whole digits', () => {
    expect([9.44, 0.0123, 12_345.6, 0, -9.96].map((value) => significant(value))).toEqual([
      '9.4',
      '0.012',
      '12,346',
      '0',
      '−10',
    ]);
  });
  it('give a span the unit in which it reads best', () => {
    expect([0, 0.5, 140, 1_040, 9_400, 12_345, 5e7, 2.5e9].map((ns) => duration(ns))).toEqual([
      '0 ns',
      '0.5 ns',
      '140 ns',
      '1 µs',
      '9.4 µs',
      '12 µs',
      '50 ms',
      '2.5 s',
    ]);
  });
  it('never say a thousand of a unit where there is a larger one', () => {
    expect([999.6, 999_600, 999_499, 999_999_999].map((ns) => duration(ns))).toEqual([
      '1 µs',
      '1 ms',
      '999 µs',
      '1 s',
    ]);
    expect(count(999_999)).toBe('1 M');
    expect(kibibytes(1023.9)).toBe('1 MiB');
  });
  it('write a moment to the nanosecond', () => {
    expect([50_000_412, 0].map(moment)).toEqual(['50.000 412 ms', '0.000 000 ms']);
  });
  it('shorten counts above ten thousand, and rates', () => {
    expect([9_999, 27_200, 3_400_000].map(count)).toEqual(['9,999', '27 K', '3.4 M']);
    expect([0, 2.54, 9_400, 850_000].map(rate)).toEqual(['0/s', '2.5/s', '9,400/s', '850 K/s']);
  });
  it('say memory in binary units', () => {
    expect([512, 1536, 28_672, 2 ** 21].map(kibibytes)).toEqual([
      '512 KiB',
      '1.5 MiB',
      '28 MiB',
      '2 GiB',
    ]);
  });
  it('say a share, and that there is one where it is too small for its digits', () => {
    expect([0, 0.0002, 0.201, 1].map((share) => percent(share))).toEqual([
      '0.0 %',
      '< 0.1 %',
      '20.1 %',
      '100.0 %',
    ]);
    expect(percent(0.001, 0)).toBe('< 1 %');
  });
  it('sign a change', () => {
    expect([0.118, -0.025].map((ratio) => change(ratio))).toEqual(['+11.8 %', '−2.5 %']);
    expect([3, 0, -3].map((value) => signed(value, whole(value)))).toEqual(['+3', '0', '−3']);
  });
  it('count one thing and several', () => {
    expect([plural(1, 'CPU'), plural(4_800, 'CPU'), plural(2, 'entry', 'entries')]).toEqual([
      '1 CPU',
      '4,800 CPUs',
      '2 entries',
    ]);
  });
});

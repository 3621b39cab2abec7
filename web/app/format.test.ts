import { describe, expect, it } from 'vitest';
import { change, count, duration, moment, percent, significant } from './format.ts';

describe('numbers as a person would say them', () => {
  it('rounds to two significant digits but keeps whole digits', () => {
    expect(significant(9.44)).toBe('9.4');
    expect(significant(0.0123)).toBe('0.012');
    expect(significant(12345.6)).toBe('12,346');
    expect(significant(0)).toBe('0');
    expect(significant(Number.NaN)).toBe('–');
  });
  it('gives a span the unit in which it reads best', () => {
    expect(duration(9_400)).toBe('9.4 µs');
    expect(duration(140)).toBe('140 ns');
    expect(duration(50_000_000)).toBe('50 ms');
    expect(duration(2_500_000_000)).toBe('2.5 s');
    expect(duration(0)).toBe('0 ns');
  });
  it('writes a moment to the nanosecond', () => {
    expect(moment(50_000_412)).toBe('50.000 412 ms');
    expect(moment(0)).toBe('0.000 000 ms');
  });
  it('shortens counts above ten thousand', () => {
    expect(count(9_999)).toBe('9,999');
    expect(count(27_200)).toBe('27 K');
    expect(count(3_400_000)).toBe('3.4 M');
  });
  it('signs a change with a real minus', () => {
    expect(change(0.118)).toBe('+11.8 %');
    expect(change(-0.025)).toBe('−2.5 %');
    expect(percent(0.201)).toBe('20.1 %');
  });
});

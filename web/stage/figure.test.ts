import { describe, expect, it } from 'vitest';
import { formatFigure, isNames } from './figure.ts';

describe('a figure', () => {
  it('says the unit of a range once', () => {
    expect(formatFigure([10_000, 59_000], 'line_load_cycles')).toBe('10–59 K');
    expect(formatFigure([500, 8_000], 'line_load_cycles')).toBe('500–8,000');
  });
  it('signs a gain and keeps a tenth of a percent', () => {
    expect(formatFigure(11.84, 'throughput_gain')).toBe('+11.8 %');
    expect(formatFigure(20.13, 'kernel_share')).toBe('20.1 %');
  });
  it('has the unit that a person would take', () => {
    expect(formatFigure(15_500_867, 'page_rate')).toBe('15.5 M/s');
    expect(formatFigure(4_210, 'throughput')).toBe('4,210/s');
    expect(formatFigure(10_432, 'wake_latency')).toBe('10.4 µs');
    expect(formatFigure([1_200, 3_400], 'wake_latency')).toBe('1.2–3.4 µs');
  });
  it('tells names from a range', () => {
    expect(formatFigure(['cpupri_set', 'pull_rt_task'], 'line_symbols')).toBe(
      'cpupri_set, pull_rt_task',
    );
    expect(isNames(['a', 'b'])).toBe(true);
    expect(isNames([1, 2])).toBe(false);
    expect(formatFigure(undefined, 'line_rank')).toBe('–');
  });
});

import { describe, expect, it } from 'vitest';
import { expectedOf } from './expected.ts';

const rate = { id: 'rate', label: 'Rate', metric: 'throughput_gain', claim: 'predicted' } as const;
const named = { ...rate, metric: 'line_symbols', names: { A: ['cpupri_set', 'cpupri_find'] } };

describe('what a scenario expects of a figure', () => {
  it('is kept at both ends of its range, and missed beyond them', () => {
    const figure = { ...rate, band: { B: [9, 14] as [number, number] } };
    const verdict = (value: number) => expectedOf(figure, 'B', value)?.verdict;
    expect([8.9, 9, 14, 14.1].map(verdict)).toEqual(['too-low', 'agrees', 'agrees', 'too-high']);
  });

  it('are names in any order, among others', () => {
    const verdict = (...value: string[]) => expectedOf(named as never, 'A', value)?.verdict;
    expect(verdict('cpupri_find', 'other', 'cpupri_set')).toBe('agrees');
    expect(verdict('cpupri_set')).toBe('other-names');
  });

  it('is nothing of another variant, and nothing without a measured figure', () => {
    const figure = { ...rate, band: { B: [9, 14] as [number, number] } };
    expect(expectedOf(figure, 'A', 10)).toBeUndefined();
    expect(expectedOf(figure, 'B', undefined)).toBeUndefined();
  });
});

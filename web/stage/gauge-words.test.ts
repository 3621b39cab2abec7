// What gauges say: denominators by name, and no percentage where it would mislead.

import { describe, expect, it } from 'vitest';
import { gaugeWords as words } from './gauge-words.ts';

describe('a gauge', () => {
  it('names what its figure is a part of', () => {
    const busy = { of: 'busy', cpus: 48 } as const;
    expect(words.figureOf('lock-wait-share', { value: 0.688, whole: busy })).toEqual({
      figure: '68.8',
      unit: '% of 48 busy CPUs',
    });
    const all = { of: 'all', cpus: 480 } as const;
    expect(words.figureOf('waiting-for-lines', { value: 60.24, whole: all })).toEqual({
      figure: '60.2',
      unit: 'of 480 CPUs',
    });
    expect(words.figureOf('throughput', { value: 15_500_867 })).toEqual({
      figure: '15.5',
      unit: 'M/s',
    });
    expect(words.figureOf('throughput', { value: 4_210 })).toEqual({ figure: '4,210', unit: '/s' });
  });

  it('has no percentage of counts below ten, and none of counts of a moment', () => {
    expect(words.against('waiting-for-locks', 0.2, 4.6)).toBe('4.4 fewer');
    expect(words.against('waiting-for-lines', 5.49, 47.63)).toBe('42.1 fewer');
    expect(words.against('waiting-for-lines', 60, 8)).toBe('52 more');
    expect(words.against('waiting-for-lines', 0.004, 0.007)).toBe('the same');
    expect(words.against('waiting-for-lines', 30, 60)).toBe('−50.0 %');
    expect(words.against('caches-used', 0, 1)).toBeUndefined();
  });

  it('says a gain as the sentence of a step does, and shares in points', () => {
    expect(words.against('throughput', 3.77, 1.535)).toBe('+145.6 %');
    expect(words.against('kernel-share', 0.105, 0.206)).toBe('−10.1 points');
    expect(words.against('throughput', 130, 10)).toBe('13 times');
    expect(words.against('throughput', 1_000_001, 1_000_000)).toBe('the same');
  });
});

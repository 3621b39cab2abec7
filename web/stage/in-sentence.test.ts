import { describe, expect, it } from 'vitest';
import { inSentence } from './in-sentence.ts';

describe('a value in a sentence', () => {
  it('has its sign where it is a change, unless the sentence says which way', () => {
    expect(inSentence(9.88, { metric: 'throughput_gain' })).toBe('+9.9 %');
    expect(inSentence(9.88, { metric: 'throughput_gain', unsigned: true })).toBe('9.9 %');
    expect(inSentence(-35.8, { metric: 'throughput_gain', unsigned: true })).toBe('35.8 %');
  });

  it('has the unit that the sentence cannot say for it', () => {
    expect(inSentence(16_644, { metric: 'wake_p99' })).toMatch(/µs$/);
    expect(inSentence(2.46, { metric: 'line_waiting' })).toBe('2.46');
  });
});

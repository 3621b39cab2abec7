import { describe, expect, it } from 'vitest';
import { tempoFor } from './tempo.ts';

describe('tempoFor', () => {
  it('follows single transfers up to 1 µs a second', () => {
    expect(tempoFor(100)).toBe('follow');
    expect(tempoFor(1_000)).toBe('follow');
  });
  it('flows between 1 µs and 1 ms a second', () => {
    expect(tempoFor(1_001)).toBe('flow');
    expect(tempoFor(999_999)).toBe('flow');
  });
  it('sums up from 1 ms a second to as fast as it goes', () => {
    expect(tempoFor(1_000_000)).toBe('summary');
    expect(tempoFor(Number.POSITIVE_INFINITY)).toBe('summary');
  });
  it('refuses a speed that is no speed', () => {
    expect(() => tempoFor(0)).toThrow('must be above 0');
    expect(() => tempoFor(Number.NaN)).toThrow('must be above 0');
  });
});

import { describe, expect, it } from 'vitest';
import { isDamaged, isUnfetched, messageOf } from './errors.ts';

describe('what was thrown', () => {
  it('reads as its message, or as itself', () => {
    expect(messageOf(new RangeError('no such CPU'))).toBe('no such CPU');
    expect(messageOf('no such CPU')).toBe('no such CPU');
    expect(messageOf(undefined)).toBe('undefined');
  });
  it('is no defect where a part of the program came damaged', async () => {
    const half = 'data:text/javascript,export const words = {';
    const thrown = await import(/* @vite-ignore */ half).catch((error) => error);
    expect(isDamaged(thrown)).toBe(true);
    expect(isDamaged(new TypeError('no such row'))).toBe(false);
  });
  it('is no defect where a part of the program could not be fetched, in any browser', () => {
    for (const message of [
      'Failed to fetch dynamically imported module: https://x/assets/CurvesTab.js',
      'error loading dynamically imported module: https://x/assets/CurvesTab.js',
      'Importing a module script failed.',
      'Unable to preload CSS for /assets/CurvesTab.css',
      'NetworkError when attempting to fetch resource.',
    ]) {
      expect(isUnfetched(message), message).toBe(true);
    }
    expect(isUnfetched("Cannot read properties of undefined (reading 'line')")).toBe(false);
  });
});

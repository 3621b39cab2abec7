import { describe, expect, it } from 'vitest';
import { messageOf } from './errors.ts';

describe('what was thrown', () => {
  it('reads as its message, or as itself', () => {
    expect(messageOf(new RangeError('no such CPU'))).toBe('no such CPU');
    expect(messageOf('no such CPU')).toBe('no such CPU');
    expect(messageOf(undefined)).toBe('undefined');
  });
});

// The comparison of two builds sees every difference. Building twice itself is a step of `npm test`.

import { describe, expect, it } from 'vitest';
import { differenceOf } from './built-again.mjs';

const bytes = (text) => Buffer.from(text);

describe('two builds of the core', () => {
  it('are the same where every byte is', () => {
    expect(differenceOf(bytes('core'), bytes('core'))).toBeUndefined();
  });

  it.each([
    ['core', 'cure', 'from byte 1 on'],
    ['core', 'cores', 'from byte 4 on (4 and 5 bytes'],
    ['cores', 'core', 'from byte 4 on (5 and 4 bytes'],
  ])('of %s and %s part %s', (one, other, words) => {
    expect(differenceOf(bytes(one), bytes(other))).toContain(words);
  });
});

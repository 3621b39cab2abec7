import { describe, expect, it } from 'vitest';
import { hashOfBytes, hashOfText } from './hash.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the hash', () => {
  // Published with the algorithm.
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of %j is the one that its authors give', (text, hash) => {
    expect(hashOfBytes(bytesOf(text))).toBe(hash);
    expect(hashOfText(text)).toBe(hash);
  });
  it('is another from another offset', () => {
    expect(hashOfText('foobar', 1)).not.toBe(hashOfText('foobar'));
  });
});

// What an animated PNG is made of, of two pictures of one size.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './lib/paths.mjs';
import { animated } from './make-readme-picture.mjs';

const typesOf = (png) => {
  const types = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    types.push(png.toString('latin1', at + 4, at + 8));
  }
  return types;
};

describe('the picture of README', () => {
  it('moves', () => {
    const types = typesOf(readFileSync(inRoot('docs/one-line.png')));
    expect(types.filter((type) => type === 'fcTL').length).toBeGreaterThan(10);
  });

  it('is made of whole pictures, the first of which is shown where nothing moves', () => {
    const still = readFileSync(inRoot('docs/one-line.png'));
    const types = typesOf(animated([still, still], 200));
    expect(types.slice(0, 4)).toEqual(['IHDR', 'acTL', 'fcTL', 'IDAT']);
    expect(types.filter((type) => type === 'acTL' || type === 'IEND')).toEqual(['acTL', 'IEND']);
  });
});

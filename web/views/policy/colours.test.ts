// The pieces in which a policy's text is coloured.

import { describe, expect, it } from 'vitest';
import { starters } from '../../policy/starters.ts';
import { colouredPieces } from './colours.ts';

const joined = (text: string) =>
  colouredPieces(text)
    .map((piece) => piece.text)
    .join('');

describe('the pieces of a policy’s text', () => {
  it('are the text when they are joined, whatever it is', () => {
    const texts = [
      ...starters.map(({ source }) => source),
      '',
      '/*',
      '/* a * /',
      'ä "\n\t',
      '1_0;',
    ];
    for (const text of texts) expect(joined(text)).toBe(text);
  });

  it('look as what they are', () => {
    const looks = colouredPieces('function select_cpu(p) { return idle_cpu(3); } // why').map(
      ({ look, text }) => `${text.trim()}: ${look}`,
    );
    expect(looks).toEqual(
      expect.arrayContaining([
        ...['function: word', 'select_cpu: point', 'p: plain'],
        ...['idle_cpu: question', '3: number', '// why: comment'],
      ]),
    );
  });

  it('take no longer for hostile text than its length allows', () => {
    const begin = performance.now();
    for (const text of ['/*', '*', '/* *', '//', 'a.']) joined(text.repeat(8_192 / text.length));
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});

import { describe, expect, it } from 'vitest';
import { linkParts } from '../base/links.ts';
import { Marked } from './Marked.tsx';
import { tied } from './Tied.tsx';
import { testPage } from './testing/page.ts';

const parts = (sentence: string) =>
  tied(linkParts(sentence), ({ to }) => to !== undefined).map(({ text, behind }) => [text, behind]);

describe('what closes a sentence behind a word to press', () => {
  const page = testPage();

  it('goes with the word, and stands nowhere else', () => {
    expect(parts('Watch [the gate|lock], then [CPU 0|cpu:0].')).toEqual([
      ['Watch ', ''],
      ['the gate', ','],
      [' then ', ''],
      ['CPU 0', '.'],
      ['', ''],
    ]);
    expect(parts('See [a|x] [b|y]: (so)')).toEqual([
      ['See ', ''],
      ['a', ''],
      [' ', ''],
      ['b', ':'],
      [' (so)', ''],
    ]);
  });

  it('is kept on its line in sentences of the glossary, too', () => {
    page.show(<Marked onTarget={() => {}}>{'A lock of a [zone|zone].'}</Marked>);
    expect(page.host.textContent).toBe('A lock of a zone.');
    const [word] = page.host.querySelectorAll('button');
    expect(word!.parentElement!.textContent).toBe('zone.');
  });
});

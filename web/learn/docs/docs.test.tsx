// The documents as the page shows them: each is read whole, its links lead to documents there are, and it is drawn.

import { readdirSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../scenario/place.ts';
import { DocText, linkAddress } from './DocText.tsx';
import {
  blocksOfPage,
  type MarkdownBlock,
  type MarkdownLine,
  markdownLine,
  plainText,
} from './markdown.ts';
import { docs, foundBy } from './texts.ts';

const named = docs.map((doc) => [doc.name, doc] as const);
const linesOf = (block: MarkdownBlock): readonly MarkdownLine[] => {
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()];
  if (block.kind === 'list') return block.items;
  return 'line' in block ? [block.line] : [];
};
const linksOf = (line: MarkdownLine): string[] =>
  line.flatMap((piece) => [
    ...(piece.kind === 'link' ? [piece.to] : []),
    ...('of' in piece ? linksOf(piece.of) : []),
  ]);

describe('Markdown', () => {
  it('becomes blocks, with lists behind a paragraph and code that looks like a heading', () => {
    const page =
      '# A *b*\n\nOne\ntwo:\n- x `a|b`\n  more\n- y\n\n````md\n# no\n```\n````\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';
    expect(blocksOfPage(page).map(({ kind }) => kind)).toEqual([
      ...['heading', 'paragraph', 'list', 'code', 'table'],
    ]);
    expect(blocksOfPage('> said\n> so')).toEqual([
      { kind: 'quote', line: markdownLine('said so') },
    ]);
  });

  it('has no lines for tools', () => {
    const page = '<!-- made by a tool -->\nOne\n<!-- /made -->\n';
    expect(blocksOfPage(page)).toEqual([{ kind: 'paragraph', line: markdownLine('One') }]);
  });

  it('keeps signs that form nothing, and never becomes markup', () => {
    expect(plainText(markdownLine('3 * 4 and `*` and a|b'))).toBe('3 * 4 and * and a|b');
    const html = renderToStaticMarkup(
      <DocText blocks={blocksOfPage('<b>x</b> [y](javascript:z)')} />,
    );
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('href');
  });
});

describe('the documents in the page', () => {
  it('are all of the folder', () => {
    const files = readdirSync('docs').filter((name) => name.endsWith('.md'));
    expect(docs.map(({ name }) => `${name}.md`).sort()).toEqual(files.sort());
  });

  it.each(named)('%s: is read, with whole tables and links that lead somewhere', (_, doc) => {
    expect(doc.title).not.toBe('');
    expect(doc.promise).toMatch(/^You will /);
    for (const block of doc.blocks) {
      if (block.kind === 'table')
        for (const row of block.rows)
          expect(row.length, plainText(row[0]!)).toBe(block.head.length);
      for (const to of linesOf(block).flatMap(linksOf)) {
        const address = linkAddress(to);
        if (!address?.startsWith('#')) continue;
        const place = placeOf(address);
        const name = place.kind === 'docs' && (place.doc ?? 'README');
        expect(docs.map((each) => each.name)).toContain(name);
      }
    }
    expect(renderToStaticMarkup(<DocText blocks={doc.blocks} />)).toContain('<h1');
  });

  it('are found by what they promise', () => {
    const found = docs.filter((doc) => /perf c2c/.test(foundBy(doc)));
    expect(found.map(({ name }) => name)).toContain('c2c');
  });
});

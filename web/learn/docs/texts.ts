// All documents as text, in one chunk that is loaded when a document is opened or searched. Nothing at the start
// imports it.

import { blocksOfPage, type MarkdownBlock, plainText } from './markdown.ts';

const found = import.meta.glob<string>('../../../docs/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Doc {
  /** As the address names it; that of the list of all of them is "README". */
  readonly name: string;
  readonly title: string;
  /** What one will have, in its first sentence. */
  readonly promise: string;
  readonly blocks: readonly MarkdownBlock[];
}

function docOf([file, text]: readonly [string, string]): Doc {
  const blocks = blocksOfPage(text);
  const said = (kind: MarkdownBlock['kind']) => {
    const block = blocks.find((each) => each.kind === kind);
    return block && 'line' in block ? plainText(block.line) : '';
  };
  const name = /([^/]+)\.md$/.exec(file)![1]!;
  return { name, title: said('heading'), promise: said('paragraph'), blocks };
}

export const docs: readonly Doc[] = Object.entries(found).map(docOf);

/** The list of all documents. */
export const listOfDocs = 'README';

/** All words of a document by which it is found: its headings, and the names in its code. */
export const foundBy = ({ promise, blocks }: Doc): string =>
  [
    promise,
    ...blocks.flatMap((block) => (block.kind === 'heading' ? [plainText(block.line)] : [])),
  ].join(' ');

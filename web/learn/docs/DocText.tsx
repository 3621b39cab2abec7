// A document as it is read in the page. Draws blocks; knows nothing of where they come from.

import { Fragment, type ReactNode } from 'react';
import { docHash } from '../../scenario/place.ts';
import styles from './DocText.module.css';
import type { MarkdownBlock, MarkdownInline, MarkdownLine } from './markdown.ts';

const page = /^(?:\.\.\/docs\/|docs\/)?([a-z0-9-]+)\.md(?:#.*)?$/i;
const place = /^#\/[a-z0-9/-]*$/;

/** Where a link of a document leads: to a document of the page, or elsewhere; undefined for files of the source alone. */
export function linkAddress(to: string): string | undefined {
  if (/^https:/.test(to)) return to;
  const [, name] = page.exec(to) ?? [];
  return name && docHash(name);
}

function Piece({ piece }: { readonly piece: MarkdownInline }): ReactNode {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'code': {
      const code = <code>{piece.text}</code>;
      return place.test(piece.text) ? <a href={piece.text}>{code}</a> : code;
    }
    case 'strong':
      return (
        <strong>
          <Pieces of={piece.of} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Pieces of={piece.of} />
        </em>
      );
    case 'link': {
      const to = linkAddress(piece.to);
      return to ? (
        <a href={to}>
          <Pieces of={piece.of} />
        </a>
      ) : (
        <Pieces of={piece.of} />
      );
    }
  }
}

const Pieces = ({ of }: { readonly of: MarkdownLine }): ReactNode =>
  of.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never move
    <Piece key={at} piece={piece} />
  ));

function Table({ head, rows }: Extract<MarkdownBlock, { kind: 'table' }>) {
  const [first] = head;
  const name =
    first &&
    head.map((cell) => cell.map((each) => ('text' in each ? each.text : '')).join('')).join(', ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={name}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells of a text never move
              <th key={at} scope="col">
                <Pieces of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text never move
            <tr key={number}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells of a text never move
                <td key={at}>
                  <Pieces of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function One({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = (['h1', 'h2', 'h3', 'h4'] as const)[block.level - 1]!;
      return (
        <Heading {...(block.level === 1 && { tabIndex: -1 })}>
          <Pieces of={block.line} />
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Pieces of={block.line} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Pieces of={block.line} />
        </blockquote>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items of a text never move
            <li key={at}>
              <Pieces of={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <Table {...block} />;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={styles.code} tabIndex={0}>
          {block.text}
        </pre>
      );
  }
}

export function DocText({ blocks }: { readonly blocks: readonly MarkdownBlock[] }) {
  return (
    <article className={styles.text}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text never move
        <Fragment key={at}>
          <One block={block} />
        </Fragment>
      ))}
    </article>
  );
}

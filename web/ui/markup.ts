// What links of explained sentences (base/links.ts) lead to: the id of a glossary entry, or "cpu:17", "task:812",
// "line:9", "lock:3", things of one run by their numbers. What steps of stories point at is scenario/pointer.ts.

import { linkParts } from '../base/links.ts';

export type LinkTarget =
  | { readonly kind: 'term'; readonly id: string }
  | { readonly kind: 'cpu' | 'task' | 'line' | 'lock'; readonly number: number };

export interface MarkupPart {
  readonly text: string;
  readonly target?: LinkTarget;
}

function targetOf(name: string): LinkTarget {
  const [kind, number] = name.split(':');
  if (kind === 'cpu' || kind === 'task' || kind === 'line' || kind === 'lock') {
    return { kind, number: Number(number) };
  }
  return { kind: 'term', id: name };
}

/** The parts of a sentence, in order; text without links is one part. */
export const markupPartsOf = (sentence: string): MarkupPart[] =>
  linkParts(sentence).map(({ text, to }) =>
    to === undefined ? { text } : { text, target: targetOf(to) },
  );

/** The glossary entries a sentence links to. */
export const termsOf = (sentence: string): string[] =>
  markupPartsOf(sentence).flatMap(({ target }) => (target?.kind === 'term' ? [target.id] : []));

// The little markup of explained sentences: "[text|target]" stands for something to press. A target is
// the id of a glossary entry, or "cpu:17", "task:812", "line:9", "lock:3". It is for our own words only
// and knows nothing else: no nesting, no escapes.

export type Target =
  | { readonly kind: 'term'; readonly id: string }
  | { readonly kind: 'cpu' | 'task' | 'line' | 'lock'; readonly number: number };

export interface Part {
  readonly text: string;
  readonly target?: Target;
}

const link = /\[([^\]|]+)\|([^\]]+)\]/g;

function targetOf(name: string): Target {
  const [kind, number] = name.split(':');
  if (kind === 'cpu' || kind === 'task' || kind === 'line' || kind === 'lock') {
    return { kind, number: Number(number) };
  }
  return { kind: 'term', id: name };
}

/** The parts of a sentence, in order; text without links is one part. */
export function partsOf(sentence: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const match of sentence.matchAll(link)) {
    if (match.index > at) parts.push({ text: sentence.slice(at, match.index) });
    parts.push({ text: match[1]!, target: targetOf(match[2]!) });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) parts.push({ text: sentence.slice(at) });
  return parts;
}

/** The glossary entries a sentence links to. */
export const termsOf = (sentence: string): string[] =>
  partsOf(sentence).flatMap(({ target }) => (target?.kind === 'term' ? [target.id] : []));

// The little markup of explained sentences: "[text|target]" stands for something to point at or to press. It is for
// our own words only and knows nothing else: no nesting, no escapes. The modules that use the markup say what a
// target means: glossary entries and numbers of a run in ui/markup.ts, marks of the stage in scenario/pointer.ts.

export interface LinkPart {
  readonly text: string;
  /** What the text leads to; undefined: it is only text. */
  readonly to?: string;
}

const link = /\[([^\]|]+)\|((?:[^[\]]|\[\d+\])+)\]/g;

/** The parts of a sentence, in order; text without links is one part. */
export function linkParts(sentence: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let at = 0;
  for (const match of sentence.matchAll(link)) {
    if (match.index > at) parts.push({ text: sentence.slice(at, match.index) });
    parts.push({ text: match[1]!, to: match[2]! });
    at = match.index + match[0].length;
  }
  if (at < sentence.length) parts.push({ text: sentence.slice(at) });
  return parts;
}

/** What a sentence leads to, in order. */
export const linksIn = (sentence: string): string[] =>
  linkParts(sentence).flatMap(({ to }) => (to === undefined ? [] : [to]));

/** The sentence as it reads where nothing can be pressed. */
export const withoutLinks = (sentence: string): string =>
  linkParts(sentence)
    .map(({ text }) => text)
    .join('');

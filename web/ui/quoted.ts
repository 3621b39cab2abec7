// How a step quotes a control: "Set *Clients* to *4*." quotes a label and a value that its knob offers, between
// asterisks. The one form for it, so that a test can hold every quoted label to the controls of its story
// (web/features/story/quoted-labels.test.ts). Drawn by Quoted.tsx; nothing here knows knobs.

export interface QuotedPiece {
  readonly text: string;
  readonly isQuoted: boolean;
}

const quotes = /\*([^\s*](?:[^*]*[^\s*])?)\*/g;

/** The pieces of a text in order, quoted and not; a text without quotes is one piece. */
export function quotedPiecesOf(text: string): QuotedPiece[] {
  const pieces: QuotedPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(quotes)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), isQuoted: false });
    pieces.push({ text: match[1]!, isQuoted: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isQuoted: false });
  return pieces;
}

/** The labels and values that a text quotes, in order. */
export const quotedIn = (text: string): string[] =>
  quotedPiecesOf(text).flatMap((piece) => (piece.isQuoted ? [piece.text] : []));

/** The text as it reads where nothing can be emphasised. */
export const unquoted = (text: string): string =>
  quotedPiecesOf(text)
    .map((piece) => piece.text)
    .join('');

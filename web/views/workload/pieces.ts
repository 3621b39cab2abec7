// The colours of the text of a workload: verbs of steps, numbers and comments; in the short form the name of a task at
// the beginning of its line.

import { verbs } from '../../scenario/program/steps.ts';
import type { TextPiece } from '../../ui/TextEditor.tsx';

const known: ReadonlySet<string> = new Set(verbs);

/** Comments, numbers with their units, words, and all the rest; one pass, whatever the text. */
const pattern = /#[^\n]*|\/\/[^\n]*|\d[\w.]*|[A-Za-z_][\w-]*|[^\w#/]+|[\s\S]/g;

/** Longer texts, which files bring, are shown in one colour: each piece is an element of the page. */
const COLOURED = 20_000;

export function textPieces(text: string): TextPiece[] {
  if (text.length > COLOURED) return [{ look: 'plain', text }];
  let isLineStart = true;
  return (text.match(pattern) ?? []).map((piece) => {
    const look = lookOf(piece, isLineStart);
    isLineStart = /\n[ \t]*$/.test(piece) || (isLineStart && piece.trim() === '');
    return { look, text: piece };
  });
}

function lookOf(piece: string, isLineStart: boolean): string {
  if (piece.startsWith('#') || piece.startsWith('//')) return 'comment';
  if (/^\d/.test(piece)) return 'number';
  if (isLineStart && /^\w/.test(piece)) return 'point';
  return known.has(piece) ? 'word' : 'plain';
}

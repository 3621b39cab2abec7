// A policy's text in pieces that look alike: comments, JavaScript's words, numbers, and the words of the kernel. For the
// eye only; what the text means is for the compiler to say.

import { constants, policyCalls, questions, storages } from '../../policy/words.ts';

export type TokenLook = 'comment' | 'word' | 'number' | 'point' | 'question' | 'plain';

export interface ColouredPiece {
  readonly look: TokenLook;
  readonly text: string;
}

/** One pass, whatever the text: a comment that never ends goes to the end. */
const pattern =
  /(\/\/.*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?)|\b(function|const|let|if|else|for|of|while|break|continue|return|true|false)\b|\b(\d\w*)|([A-Za-z_]\w*)/g;

const isQuestion = (name: string): boolean =>
  [questions, constants, storages].some((words) => words.has(name)) ||
  name === 'Math' ||
  name === 'Atomics';

function lookOf([, comment, word, number, name]: RegExpMatchArray): TokenLook {
  if (comment !== undefined) return 'comment';
  if (word !== undefined) return 'word';
  if (number !== undefined) return 'number';
  if (policyCalls.has(name!)) return 'point';
  return isQuestion(name!) ? 'question' : 'plain';
}

/** The pieces joined are the text. */
export function colouredPieces(text: string): ColouredPiece[] {
  const pieces: ColouredPiece[] = [];
  let at = 0;
  const put = (look: TokenLook, end: number) => {
    if (end > at) pieces.push({ look, text: text.slice(at, end) });
    at = end;
  };
  for (const match of text.matchAll(pattern)) {
    put('plain', match.index);
    put(lookOf(match), match.index + match[0].length);
  }
  put('plain', text.length);
  return pieces;
}

// The words of a C declaration, or of what pahole prints: names, numbers, signs, and of comments those that say offset and
// size. Linear; knows nothing of what a declaration means.

import { ScenarioError } from '../../../scenario/index.ts';

export interface CToken {
  /** A name, a number or one sign; of a comment of pahole: "". */
  readonly text: string;
  readonly line: number;
  /** What pahole says of the member before it, bytes. */
  readonly place?: { readonly offset: number; readonly size: number };
}

/** Bytes of a text: the largest structure of a kernel has 200 members and some 20 kB. */
export const STRUCT_BYTES = 256 * 1024;
const mostTokens = 65_536;
const longestName = 128;

const isSpace = (code: number): boolean => code <= 32;
const isName = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95;

/** "offset size" or, of bit fields, "offset: bit size"; undefined: another comment. */
function placeIn(comment: string): CToken['place'] {
  const parts = /^\s{0,40}(\d{1,9})(?:\s{0,8}:\s{0,8}\d{1,3})?\s{1,40}(\d{1,9})\s{0,40}$/.exec(
    comment,
  );
  return parts ? { offset: Number(parts[1]), size: Number(parts[2]) } : undefined;
}

/** Throws ScenarioError with the line. */
export function cTokensOf(text: string): CToken[] {
  const tokens: CToken[] = [];
  let line = 1;
  let at = 0;
  const linesIn = (from: number, to: number) => {
    for (let i = from; i < to; i += 1) if (text.charCodeAt(i) === 10) line += 1;
  };
  const push = (token: CToken) => {
    if (tokens.push(token) <= mostTokens) return;
    throw new ScenarioError(`line ${line}`, 'is too long', 'paste one structure');
  };
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) {
      if (code === 10) line += 1;
      at += 1;
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      const stop = end < 0 ? text.length : end;
      const place = stop - at < 120 ? placeIn(text.slice(at + 2, stop)) : undefined;
      if (place) push({ text: '', line, place });
      linesIn(at, stop);
      at = stop + 2;
    } else if (text.startsWith('//', at) || code === 35) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (isName(code)) {
      let end = at + 1;
      while (end < text.length && isName(text.charCodeAt(end))) end += 1;
      if (end - at > longestName) {
        const problem = `has a name of ${end - at} letters`;
        throw new ScenarioError(`line ${line}`, problem, `at most ${longestName} are read`);
      }
      push({ text: text.slice(at, end), line });
      at = end;
    } else {
      push({ text: text[at]!, line });
      at += 1;
    }
  }
  return tokens;
}

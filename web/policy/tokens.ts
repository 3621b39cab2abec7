// A policy's text as tokens, with their places. What JavaScript has and the language has not is refused here
// already, by a sentence that says what would be right.

import { PolicyError, type SourcePosition } from './error.ts';

export interface PolicyToken extends SourcePosition {
  readonly form: 'number' | 'name' | 'punctuator' | 'end';
  readonly text: string;
  readonly value: number;
  /** A line ends between the token before and this one. */
  readonly afterLine: boolean;
}

// The longest first: what begins with them is one mark in JavaScript.
const marks = (
  '>>>= ... === !== **= <<= >>= >>> && || ?? ?. => == != <= >= << >> ++ -- += -= *= %= &= |= ^= /= ** ' +
  '{ } ( ) [ ] ; , < > + - * % & | ^ ! ~ ? : = . /'
).split(' ');

/** Those that begin with a character: half of a text are marks, and there are half a hundred. */
const marksFrom: ReadonlyMap<string, readonly string[]> = new Map(
  marks.map(([first]) => [first!, marks.filter((mark) => mark.startsWith(first!))]),
);

const foreignMarks: ReadonlyMap<string, string> = new Map([
  ['==', 'write ==='],
  ['!=', 'write !=='],
  ['**', 'there are no powers; write x * x'],
  ['**=', 'there are no powers; write x * x'],
  ['??', 'there are no null values; write a condition'],
  ['?.', 'there are no null values; write a dot'],
  ['=>', 'write a function with a name'],
  ['...', 'write the values out'],
  ['/=', 'a / b may be a fraction: write a = Math.floor(a / b)'],
]);

const quotes = new Set(['"', "'", '`']);
const isNewLine = (character: string): boolean => /[\n\r\u2028\u2029]/.test(character);

class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #afterLine = false;

  constructor(text: string) {
    this.#text = text;
  }

  #place(length: number): SourcePosition {
    return { line: this.#line, column: this.#at - this.#lineStart + 1, length };
  }

  #fail(length: number, sentence: string): never {
    throw new PolicyError(this.#place(length), sentence);
  }

  #newLine(at: number): void {
    if (this.#text[at] === '\r' && this.#text[at + 1] === '\n') return;
    this.#line++;
    this.#lineStart = at + 1;
    this.#afterLine = true;
  }

  #skipBlockComment(): void {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end < 0) this.#fail(2, 'this comment has no end; write */ behind it');
    for (; this.#at < end; this.#at++) {
      if (isNewLine(this.#text[this.#at]!)) this.#newLine(this.#at);
    }
    this.#at = end + 2;
  }

  /** Skips what stands between tokens. */
  #skip(): void {
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) return;
      if (character === ' ' || character === '\t') this.#at++;
      else if (isNewLine(character)) this.#newLine(this.#at++);
      else if (this.#text.startsWith('//', this.#at)) {
        while (this.#at < this.#text.length && !isNewLine(this.#text[this.#at]!)) this.#at++;
      } else if (this.#text.startsWith('/*', this.#at)) this.#skipBlockComment();
      else return;
    }
  }

  #token(form: PolicyToken['form'], text: string, value = 0): PolicyToken {
    const [column, afterLine] = [this.#at - this.#lineStart + 1, this.#afterLine];
    this.#at += text.length;
    this.#afterLine = false;
    return { line: this.#line, column, length: text.length, form, text, value, afterLine };
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #number(): PolicyToken {
    const word = this.#match(/[\w.$]+/y)!;
    const isNumber = /^(?:0|[1-9]\d*(?:_\d+)*|0x[\da-f]+(?:_[\da-f]+)*)$/i.test(word);
    if (!isNumber) this.#fail(word.length, 'numbers are whole and written 12, 1_000 or 0xff');
    const value = Number(word.replaceAll('_', ''));
    if (!Number.isSafeInteger(value)) this.#fail(word.length, 'this number is beyond 2^53 − 1');
    return this.#token('number', word, value);
  }

  next(): PolicyToken {
    this.#skip();
    const character = this.#text[this.#at];
    if (character === undefined) return this.#token('end', '');
    if (/\d/.test(character)) return this.#number();
    const name = this.#match(/[A-Za-z_$][\w$]*/y);
    if (name !== undefined) return this.#token('name', name);
    if (quotes.has(character)) this.#fail(1, 'a policy has no strings: values are whole numbers');
    const mark = marksFrom
      .get(character)
      ?.find((candidate) => this.#text.startsWith(candidate, this.#at));
    if (mark === undefined) this.#fail(1, 'this character is allowed only in comments');
    const remedy = foreignMarks.get(mark);
    if (remedy !== undefined) this.#fail(mark.length, remedy);
    return this.#token('punctuator', mark);
  }
}

/** All tokens of a text; the last says that it ends. Throws PolicyError. */
export function policyTokensOf(text: string): readonly PolicyToken[] {
  const reader = new Reader(text);
  const tokens: PolicyToken[] = [];
  for (;;) {
    const token = reader.next();
    tokens.push(token);
    if (token.form === 'end') return tokens;
  }
}

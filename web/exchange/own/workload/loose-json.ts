// JSON as people write it for rt-app: comments, trailing commas, a key several times in one object, a key without a
// value. JSON.parse would refuse the first and silently drop the rest. Objects become ordered lists, so that nothing is
// lost; every value keeps its line. Linear and without recursion deeper than the limit.

import { ScenarioError } from '../../../scenario/index.ts';
import { LOOSE_DEPTH, LOOSE_VALUES } from '../limits.ts';

export type Loose =
  | { readonly is: 'nothing' | 'null'; readonly line: number }
  | { readonly is: 'flag'; readonly value: boolean; readonly line: number }
  | {
      readonly is: 'number';
      readonly value: number;
      readonly whole: boolean;
      readonly line: number;
    }
  | { readonly is: 'text'; readonly value: string; readonly line: number }
  | { readonly is: 'list'; readonly items: readonly Loose[]; readonly line: number }
  | LooseObject;

export interface LooseObject {
  readonly is: 'object';
  readonly entries: readonly LooseEntry[];
  readonly line: number;
}

export interface LooseEntry {
  readonly key: string;
  readonly value: Loose;
  readonly line: number;
}

/** Characters of one text: names are short. */
const MOST_TEXT = 4096;
/** Digits of a number: more say nothing. */
const MOST_DIGITS = 20;

const code = (letter: string): number => letter.charCodeAt(0);
const isDigit = (c: number): boolean => c >= 48 && c <= 57;

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Loose {
    this.#skip();
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length)
      throw this.#error('continues after its end', 'keep one object');
    return value;
  }

  #error(problem: string, remedy: string): ScenarioError {
    const column = this.#at - this.#lineStart + 1;
    return new ScenarioError(`line ${this.#line}, column ${column}`, problem, remedy);
  }

  #newLine(): void {
    this.#line++;
    this.#lineStart = this.#at + 1;
  }

  /** Blanks and comments. */
  #skip(): void {
    for (;;) {
      const letter = this.#text[this.#at];
      if (letter === '\n') this.#newLine();
      if (letter === ' ' || letter === '\t' || letter === '\r' || letter === '\n') this.#at++;
      else if (this.#text.startsWith('//', this.#at)) this.#skipLine();
      else if (this.#text.startsWith('/*', this.#at)) this.#skipComment();
      else return;
    }
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #skipComment(): void {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end < 0) throw this.#error('begins a comment that never ends', 'end it with */');
    for (; this.#at < end; this.#at++) if (this.#text[this.#at] === '\n') this.#newLine();
    this.#at = end + 2;
  }

  #value(depth: number): Loose {
    if (depth > LOOSE_DEPTH)
      throw this.#error('is nested too deeply', `nest at most ${LOOSE_DEPTH} deep`);
    if (++this.#values > LOOSE_VALUES) {
      throw this.#error('holds too many values', `write at most ${LOOSE_VALUES}`);
    }
    const line = this.#line;
    const letter = this.#text[this.#at];
    if (letter === '{') return this.#object(depth);
    if (letter === '[') return this.#list(depth);
    if (letter === '"') return { is: 'text', value: this.#string(), line };
    for (const [word, value] of [
      ['true', true],
      ['false', false],
      ['null', undefined],
    ] as const) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value === undefined ? { is: 'null', line } : { is: 'flag', value, line };
    }
    return this.#number();
  }

  #object(depth: number): LooseObject {
    const line = this.#line;
    const entries: LooseEntry[] = [];
    this.#at++;
    for (;;) {
      this.#skip();
      const letter = this.#text[this.#at];
      if (letter === '}') {
        this.#at++;
        return { is: 'object', entries, line };
      }
      if (letter !== '"') throw this.#error('is not a key', 'write a key in double quotes, or }');
      entries.push(this.#entry(depth));
      this.#skip();
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== '}')
        throw this.#error('is neither , nor }', 'put a comma between entries');
    }
  }

  /** A key with its value, or a key alone. */
  #entry(depth: number): LooseEntry {
    const line = this.#line;
    const key = this.#string();
    this.#skip();
    if (this.#text[this.#at] !== ':') return { key, value: { is: 'nothing', line }, line };
    this.#at++;
    this.#skip();
    return { key, value: this.#value(depth + 1), line };
  }

  #list(depth: number): Loose {
    const line = this.#line;
    const items: Loose[] = [];
    this.#at++;
    for (;;) {
      this.#skip();
      if (this.#text[this.#at] === ']') {
        this.#at++;
        return { is: 'list', items, line };
      }
      items.push(this.#value(depth + 1));
      this.#skip();
      if (this.#text[this.#at] === ',') this.#at++;
      else if (this.#text[this.#at] !== ']')
        throw this.#error('is neither , nor ]', 'put a comma between items');
    }
  }

  #string(): string {
    let read = '';
    for (this.#at++; ; this.#at++) {
      const letter = this.#text[this.#at];
      if (letter === undefined || letter === '\n')
        throw this.#error('is a text that does not end', 'end it with "');
      if (letter === '"') break;
      if (read.length >= MOST_TEXT)
        throw this.#error(
          `is a text of more than ${MOST_TEXT} characters`,
          `write at most ${MOST_TEXT}`,
        );
      read += letter === '\\' ? this.#escaped() : letter;
    }
    this.#at++;
    return read;
  }

  #escaped(): string {
    const letter = this.#text[++this.#at] ?? '';
    if (letter === 'u') {
      const digits = this.#text.slice(this.#at + 1, this.#at + 5);
      if (!/^[0-9a-fA-F]{4}$/.test(digits))
        throw this.#error('is not a character', 'write \\u and four hexadecimal digits');
      this.#at += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const meant = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (meant === undefined)
      throw this.#error(`is not a character: \\${letter}`, 'leave the backslash out');
    return meant;
  }

  #number(): Loose {
    const line = this.#line;
    const from = this.#at;
    const text = this.#text;
    let end = from + (text[from] === '-' ? 1 : 0);
    const digitsFrom = end;
    while (end - digitsFrom < MOST_DIGITS && isDigit(text.charCodeAt(end))) end++;
    const hasDigits = end > digitsFrom;
    let whole = true;
    if (text.charCodeAt(end) === code('.')) {
      whole = false;
      end++;
      const fraction = end;
      while (end - fraction < MOST_DIGITS && isDigit(text.charCodeAt(end))) end++;
    }
    if (!hasDigits || /[\w.]/.test(text[end] ?? '')) {
      throw this.#error(
        'is not a value',
        'write a number, a text in double quotes, {…}, […], true or false',
      );
    }
    this.#at = end;
    return { is: 'number', value: Number(text.slice(from, end)), whole, line };
  }
}

/** Throws ScenarioError with line and column. */
export const readLoose = (text: string): Loose => new Reader(text).document();

// Scans the part of XML that hwloc writes: elements, attributes, text, comments, the five named references and numeric
// ones. Everything by which XML can reach out of a file or grow inside of it (entities, internal subsets, CDATA,
// processing instructions) is refused, not supported. By character, without recursion; knows nothing of machines.

import { ScenarioError } from '../../../scenario/index.ts';

/** Elements inside of each other: hwloc's own trees of the largest machines reach 20. */
export const XML_DEPTH = 72;
export const XML_ATTRIBUTES = 64;
export const XML_VALUE_CHARACTERS = 4096;
const NAME_CHARACTERS = 64;

export type XmlAttributes = ReadonlyMap<string, string>;

/** What is told of a document as it is scanned; `at` is a place for `lineOf`. */
export interface XmlHandler {
  readonly open: (name: string, attributes: XmlAttributes, at: number) => void;
  readonly close: (name: string) => void;
  /** Text between elements, as written; only asked for where `wantsText` says so. */
  readonly text: (text: string, at: number) => void;
  readonly wantsText: () => boolean;
}

/** "line 12" of a place in a text. */
export function lineNumberAt(text: string, at: number): string {
  let line = 1;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) {
    line += 1;
  }
  return `line ${line}`;
}

const again = 'write the file again: lstopo --of xml machine.xml';

/** Tells `handler` of a document from its first element to its last. Throws ScenarioError with the line at fault. */
export function scanXml(text: string, handler: XmlHandler): void {
  new Scanner(text, handler).scan();
}

class Scanner {
  #at = 0;
  readonly #open: string[] = [];
  #hasRoot = false;
  #hasDoctype = false;
  readonly #text: string;
  readonly #handler: XmlHandler;

  constructor(text: string, handler: XmlHandler) {
    this.#text = text;
    this.#handler = handler;
  }

  scan(): void {
    const text = this.#text;
    if (text.startsWith('<?xml')) this.#at = this.#after('?>', 'a declaration that does not end');
    while (this.#at < text.length) {
      const next = text.indexOf('<', this.#at);
      this.#between(next < 0 ? text.length : next);
      if (next < 0) break;
      this.#at = next;
      this.#markup();
    }
    if (this.#open.length > 0) throw this.#fault(`ends inside of <${this.#open.at(-1)}>`);
    if (!this.#hasRoot) throw this.#fault('has no element');
  }

  #fault(problem: string, remedy = again): ScenarioError {
    return new ScenarioError(lineNumberAt(this.#text, this.#at), problem, remedy);
  }

  /** The place behind the next `end`. */
  #after(end: string, missing: string): number {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0) throw this.#fault(`has ${missing}`);
    return found + end.length;
  }

  #between(end: number): void {
    const isInside = this.#open.length > 0;
    if (isInside && !this.#handler.wantsText()) {
      this.#at = end;
      return;
    }
    const text = this.#text.slice(this.#at, end);
    if (isInside) this.#handler.text(text, this.#at);
    else if (text.trim() !== '') {
      throw this.#fault(
        this.#hasRoot ? 'continues after its last element' : 'does not begin as XML',
      );
    }
    this.#at = end;
  }

  #markup(): void {
    const { '1': second } = this.#text.slice(this.#at, this.#at + 2);
    if (this.#text.startsWith('<!--', this.#at))
      this.#at = this.#after('-->', 'a comment that does not end');
    else if (second === '!') this.#doctype();
    else if (second === '?') throw this.#fault('holds a processing instruction, which is not read');
    else if (second === '/') this.#close();
    else this.#element();
  }

  /** Every genuine file names its document type, which is never fetched. */
  #doctype(): void {
    const isFirst = !this.#hasRoot && !this.#hasDoctype;
    if (!isFirst || !this.#text.startsWith('<!DOCTYPE topology', this.#at)) {
      throw this.#fault('holds a declaration, an entity or CDATA, which is not read');
    }
    const end = this.#after('>', 'a document type that does not end');
    if (this.#text.slice(this.#at, end).includes('[')) {
      throw this.#fault('declares entities of its own, which are not read');
    }
    this.#hasDoctype = true;
    this.#at = end;
  }

  #close(): void {
    this.#at += 2;
    const name = this.#name();
    const expected = this.#open.pop();
    if (name !== expected) {
      throw this.#fault(
        `closes <${name}>${expected === undefined ? '' : ` inside of <${expected}>`}`,
      );
    }
    this.#skipBlanks();
    this.#expect('>');
    this.#handler.close(name);
  }

  #element(): void {
    const start = this.#at;
    if (this.#hasRoot && this.#open.length === 0) throw this.#fault('has a second root element');
    this.#at += 1;
    const name = this.#name();
    const attributes = this.#attributes();
    this.#hasRoot = true;
    if (this.#open.length >= XML_DEPTH) {
      throw this.#fault(
        `is nested deeper than ${XML_DEPTH} elements`,
        `at most ${XML_DEPTH} are read`,
      );
    }
    this.#handler.open(name, attributes, start);
    if (this.#text[this.#at] === '/') {
      this.#at += 1;
      this.#handler.close(name);
    } else this.#open.push(name);
    this.#expect('>');
  }

  #attributes(): XmlAttributes {
    const found = new Map<string, string>();
    for (;;) {
      const hadBlank = this.#skipBlanks();
      const next = this.#text[this.#at];
      if (next === '>' || next === '/') return found;
      if (!hadBlank) throw this.#fault('has attributes that are not separated by blanks');
      const name = this.#name();
      this.#skipBlanks();
      this.#expect('=');
      this.#skipBlanks();
      if (found.has(name)) throw this.#fault(`gives the attribute ${name} twice`);
      found.set(name, this.#value());
      if (found.size > XML_ATTRIBUTES) {
        throw this.#fault(
          `has more than ${XML_ATTRIBUTES} attributes in one element`,
          `at most ${XML_ATTRIBUTES} are read`,
        );
      }
    }
  }

  #value(): string {
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") throw this.#fault('has a value without quotes');
    this.#at += 1;
    const end = this.#text.indexOf(quote, this.#at);
    if (end < 0) throw this.#fault('has a value that does not end');
    if (end - this.#at > XML_VALUE_CHARACTERS) {
      const problem = `has a value of ${end - this.#at} characters`;
      throw this.#fault(problem, `at most ${XML_VALUE_CHARACTERS} are read`);
    }
    const raw = this.#text.slice(this.#at, end);
    if (raw.includes('<')) throw this.#fault('has a value with a bare <');
    const value = raw.includes('&') ? this.#resolved(raw) : raw;
    this.#at = end + 1;
    return value;
  }

  #resolved(raw: string): string {
    return raw.replace(/&([^&;]{0,10};?)/g, (whole, inner: string) => {
      const character = referenced(inner);
      if (character !== undefined) return character;
      throw this.#fault(`uses the reference ${JSON.stringify(whole)}, which is not read`);
    });
  }

  #name(): string {
    const start = this.#at;
    while (isNameCode(this.#text.charCodeAt(this.#at))) this.#at += 1;
    const length = this.#at - start;
    if (length === 0) throw this.#fault('has no name where one should be');
    if (length > NAME_CHARACTERS) throw this.#fault(`has a name of ${length} characters`);
    return this.#text.slice(start, this.#at);
  }

  #skipBlanks(): boolean {
    const start = this.#at;
    while (isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
    return this.#at > start;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character)
      throw this.#fault(`has no "${character}" where one should be`);
    this.#at += 1;
  }
}

const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;

/** Letters, digits and _ : - ; NaN, the code beyond the end, is none. */
const isNameCode = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x3a) ||
  code === 0x5f ||
  code === 0x2d;

const named = new Map([
  ['lt;', '<'],
  ['gt;', '>'],
  ['amp;', '&'],
  ['quot;', '"'],
  ['apos;', "'"],
]);

/** The character that a reference means, without its ampersand; undefined for all that are not read. */
function referenced(inner: string): string | undefined {
  const number = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}));$/.exec(inner);
  if (!number) return named.get(inner);
  const code = number[1] === undefined ? Number(number[2]) : Number.parseInt(number[1], 16);
  const isLegal =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));
  return isLegal ? String.fromCodePoint(code) : undefined;
}

// Turns a pasted structure, a C declaration or output of pahole, into its fields: name, size, alignment, and the
// offset if the text or C's rules give it. Not a compiler: no preprocessor, no sizes of types that are neither in
// the text nor in types.ts. Source of the rules: C17 6.7.2.1, the x86-64 psABI 3.1.2; of the form: pahole of
// dwarves 1.24.

import { ScenarioError } from '../../../scenario/index.ts';
import {
  type Body,
  layoutOfMembers,
  type Node,
  type ReadStruct,
  refuse,
  sizeAndAlignment,
} from './member-layout.ts';
import { type CToken, cTokensOf, STRUCT_BYTES } from './tokens.ts';
import { INT, POINTER, type TypeSize, typeSize } from './types.ts';

export type { ReadField, ReadStruct } from './member-layout.ts';

const LINE = 64;
const mostFields = 4096;
const deepest = 16;

/** Words that say nothing of size or place. */
const silent = new Set([
  ...[
    'const',
    'volatile',
    'static',
    'register',
    'inline',
    '__rcu',
    '__percpu',
    '__user',
    '__iomem',
  ],
  ...['__private', '__force', '__kernel', '__maybe_unused', '__packed', '_Atomic', '__read_mostly'],
  ...['__randomize_layout', '__designated_init', '__counted_by', '__nonstring'],
]);
const ofALine = new Set([
  '____cacheline_aligned',
  '____cacheline_aligned_in_smp',
  '__cacheline_aligned',
  '__cacheline_aligned_in_smp',
  '____cacheline_internodealigned_in_smp',
]);
const aligning = new Set(['aligned', '__aligned__', '__aligned', 'alignas', '_Alignas']);
const paddings = new Set(['CACHELINE_PADDING', 'ZONE_PADDING']);

class Parser {
  readonly #tokens: readonly CToken[];
  #at = 0;
  #fields = 0;
  readonly declared = new Map<string, TypeSize>();

  constructor(tokens: readonly CToken[]) {
    this.#tokens = tokens;
  }

  get #now(): CToken | undefined {
    return this.#tokens[this.#at];
  }

  #line(): number {
    return this.#now?.line ?? this.#tokens.at(-1)?.line ?? 1;
  }

  /** Steps over a token with this text if it is next. */
  #take(text: string): boolean {
    if (this.#now?.text !== text || this.#now.place) return false;
    this.#at += 1;
    return true;
  }

  /** All structures of the text that have a name. */
  structures(): ReadStruct[] {
    const found: ReadStruct[] = [];
    while (this.#now) {
      const { line } = this.#now;
      const name = this.#tokens[this.#at + 1]?.text ?? '';
      if (this.#take('struct')) {
        if (/^\w/.test(name)) this.#at += 1;
        this.#attributes();
        if (!this.#take('{')) continue;
        const body = this.#body(false, 1);
        const attribute = this.#attributes();
        const typedef = /^\w/.test(this.#now?.text ?? '') ? this.#now!.text : '';
        const called = name === '{' ? typedef : name;
        if (called === '') refuse(line, 'has no name', 'begin it with struct and a name');
        const own = layoutOfMembers(called, line, body, attribute);
        if (own.size !== undefined) {
          this.declared.set(called, { size: own.size, alignment: own.alignment });
        }
        found.push(own);
      } else this.#at += 1;
    }
    return found;
  }

  #body(isUnion: boolean, depth: number): Body {
    if (depth > deepest) {
      refuse(this.#line(), `is nested more than ${deepest} deep`, 'paste the structure alone');
    }
    const nodes: Node[] = [];
    while (!this.#take('}')) {
      if (!this.#now) refuse(this.#line(), 'ends inside of a structure', 'paste all of it');
      if (this.#take(';') || this.#stray()) continue;
      for (const node of this.#opens() ? this.#nested(depth) : this.#declaration()) {
        this.#fields += 1;
        if (this.#fields > mostFields) {
          refuse(node.line, `is field ${this.#fields}`, `at most ${mostFields} are read`);
        }
        nodes.push(node);
      }
    }
    return { isUnion, nodes };
  }

  /** A comment with a place that belongs to nothing that is kept. */
  #stray(): boolean {
    if (!this.#now?.place) return false;
    this.#at += 1;
    return true;
  }

  /** Whether a type with a body of its own stands next: "struct {", "enum state {". */
  #opens(): boolean {
    const isTag = ['struct', 'union', 'enum'].includes(this.#now!.text);
    return isTag && this.#tokens.slice(this.#at + 1, this.#at + 3).some(({ text }) => text === '{');
  }

  /** "enum { A, B = 2 } name;": its words say nothing of the size, which is that of an int. */
  #enumeration(): Node[] {
    const { line } = this.#now!;
    while (this.#now && this.#now.text !== '}') this.#at += 1;
    if (!this.#take('}')) refuse(line, 'ends inside of an enum', 'paste all of it');
    const { words, attribute, place } = this.#untilSemicolon();
    const { name, many, isPointer, bits } = declarator(words, line);
    // Without a name it declares constants and takes no room.
    if (name === '') return [];
    const { size, alignment } = isPointer ? POINTER : INT;
    const shared = { name, line, type: 'enum', attribute, place };
    return [{ ...shared, size: size * many, alignment, ...(bits !== undefined && { bits }) }];
  }

  #nested(depth: number): Node[] {
    const { line, text } = this.#now!;
    if (text === 'enum') return this.#enumeration();
    this.#at += 1;
    if (this.#now?.text !== '{') this.#at += 1;
    this.#take('{');
    const inner = this.#body(text === 'union', depth + 1);
    const { words, attribute, place } = this.#untilSemicolon();
    const { name, many, isPointer } = declarator(words, line);
    const { size, alignment } = sizeAndAlignment(inner);
    const whole = size === undefined ? undefined : size * many;
    const isOne = many !== 1 || isPointer;
    return [
      {
        ...{ name, line, type: text, attribute, place, alignment: isPointer ? 8 : alignment },
        size: isPointer ? 8 : whole,
        inner: isOne ? undefined : inner,
      },
    ];
  }

  #declaration(): Node[] {
    const { line, text } = this.#now!;
    if (paddings.has(text)) {
      this.#untilSemicolon();
      return [
        {
          ...{ name: '', line, type: text, size: 0, alignment: 1 },
          attribute: LINE,
          place: undefined,
        },
      ];
    }
    const { words, attribute, place } = this.#untilSemicolon();
    if (text === 'DECLARE_BITMAP') {
      const bits = words.find((word) => /^\d+$/.test(word));
      if (!bits) refuse(line, 'is a bitmap of unknown length', 'write its number of bits');
      const size = 8 * Math.ceil(Number(bits) / 64);
      return [
        { ...{ name: words[2]!, line, type: 'bitmap', size, alignment: 8 }, attribute, place },
      ];
    }
    const { type, declarators } = parted(words, line);
    const known = this.#sizeOf(type);
    return declarators.map((each) => {
      const { name, many, isPointer, bits } = declarator(each, line);
      const one = isPointer ? POINTER : known;
      const size = place?.size ?? (one ? one.size * many : undefined);
      const shared = { name, line, type: type.join(' '), attribute, place };
      return { ...shared, size, alignment: one?.alignment, ...(bits !== undefined && { bits }) };
    });
  }

  #sizeOf(type: readonly string[]): TypeSize | undefined {
    const [first, second] = type;
    const named = first === 'struct' || first === 'union' ? second : first;
    return (named !== undefined ? this.declared.get(named) : undefined) ?? typeSize(type);
  }

  /** Attributes at the place: the largest alignment they ask for. */
  #attributes(): number {
    let attribute = 0;
    for (;;) {
      const text = this.#now?.text ?? '';
      if (ofALine.has(text)) {
        this.#at += 1;
        attribute = Math.max(attribute, LINE);
      } else if (text === '__attribute__' || aligning.has(text)) {
        attribute = Math.max(attribute, this.#aligned());
      } else if (silent.has(text) && text !== '') {
        this.#packed(text);
        this.#at += 1;
        if (this.#now?.text === '(') this.#skipParentheses();
      } else return attribute;
    }
  }

  #packed(text: string): void {
    if (text !== '__packed' && text !== 'packed') return;
    refuse(
      this.#line(),
      'is packed, so C’s layout rules do not apply',
      'paste what pahole prints of it',
    );
  }

  /** `__attribute__((__aligned__(64)))`, `__aligned(64)`: the bytes; 0 of another attribute. */
  #aligned(): number {
    const line = this.#line();
    const from = this.#at;
    this.#at += 1;
    this.#skipParentheses();
    const words = this.#tokens.slice(from, this.#at).map(({ text }) => text);
    if (words.includes('packed') || words.includes('__packed__')) {
      refuse(line, 'is packed, so C’s layout rules do not apply', 'paste what pahole prints of it');
    }
    if (!words.some((word) => aligning.has(word))) return 0;
    const bytes = words.find((word) => /^\d{1,5}$/.test(word));
    if (bytes !== undefined) {
      const value = Number(bytes);
      if (value > 0 && value <= 4096 && (value & (value - 1)) === 0) return value;
    } else if (words.some((word) => /CACHE|SMP/.test(word))) return LINE;
    return refuse(line, 'has an invalid alignment', 'write a power of two up to 4096');
  }

  #skipParentheses(): void {
    let depth = 0;
    do {
      const text = this.#now?.text;
      if (text === undefined) refuse(this.#line(), 'ends inside of parentheses', 'paste all of it');
      if (text === '(') depth += 1;
      if (text === ')') depth -= 1;
      this.#at += 1;
    } while (depth > 0);
  }

  /** The words up to the end of a declaration, attributes taken out, and what pahole says behind it. */
  #untilSemicolon() {
    const words: string[] = [];
    const begin = this.#line();
    let attribute = 0;
    for (;;) {
      attribute = Math.max(attribute, this.#attributes());
      const token = this.#now;
      if (!token || token.text === '}' || token.text === '{') {
        return refuse(begin, 'has no semicolon', 'end each member with one');
      }
      this.#at += 1;
      if (token.text === ';') break;
      if (!token.place) words.push(token.text);
    }
    const { place } = this.#now ?? {};
    if (place) this.#at += 1;
    return { words, attribute, place };
  }
}

/** Type and declarators, which commas part, of "unsigned long *a, b[4]". */
function parted(words: readonly string[], line: number) {
  // A pointer to a function: all of it is one declarator.
  const star = words.indexOf('(');
  if (star > 0 && words[star + 1] === '*') {
    return { type: words.slice(0, star), declarators: [['*', words[star + 2] ?? '']] };
  }
  let end = 0;
  const isTag = (at: number) => ['struct', 'union', 'enum'].includes(words[at - 1] ?? '');
  while (end < words.length && /^\w/.test(words[end]!)) {
    const next = words[end + 1] ?? '';
    if (end > 0 && !/^[\w*]/.test(next) && !isTag(end)) break;
    end += 1;
  }
  const type = words.slice(0, end);
  const declarators: string[][] = [[]];
  for (const word of words.slice(end)) {
    if (word === ',') declarators.push([]);
    else declarators.at(-1)!.push(word);
  }
  if (type.length === 0 || declarators.some((each) => each.length === 0)) {
    const said = words.join(' ').slice(0, 60);
    refuse(
      line,
      `"${said}" is not a member of a structure`,
      'write a type, a name and a semicolon',
    );
  }
  return { type, declarators };
}

function declarator(words: readonly string[], line: number) {
  const isPointer = words.includes('*');
  const name = words.find((word) => /^[A-Za-z_]/.test(word)) ?? '';
  let many = 1;
  const colon = words.indexOf(':');
  const bits = colon >= 0 ? Number(words[colon + 1]) : undefined;
  words.forEach((word, at) => {
    if (word !== '[') return;
    const length = words[at + 1] ?? '';
    // A flexible array at the end has no elements of its own.
    if (length === ']') many = 0;
    else if (/^\d{1,7}$/.test(length) && words[at + 2] === ']') many *= Number(length);
    else {
      const problem = `has an array of "${length.slice(0, 40)}"`;
      refuse(line, problem, 'write the number, or paste what pahole prints');
    }
  });
  return { name, many, isPointer, bits };
}

/** The structures of a text, in its order; at least one. Throws ScenarioError. */
export function readStructs(text: string): ReadStruct[] {
  if (text.length > STRUCT_BYTES) {
    const problem = `has ${text.length} characters`;
    throw new ScenarioError('text', problem, `paste at most ${STRUCT_BYTES}`);
  }
  const found = new Parser(cTokensOf(text)).structures();
  if (found.length === 0) {
    const remedy = 'paste "struct name { … };" or what pahole prints of it';
    throw new ScenarioError('text', 'holds no structure', remedy);
  }
  return found;
}

// Reads a policy's text: JavaScript's grammar, as far as the language has it. Whatever passes here JavaScript
// takes for the same tree: semicolons are written, and nothing hangs on where a line ends.

import { PolicyError, type SourcePosition } from './error.ts';
import { NESTING } from './limits.ts';
import { assigning, strengths } from './signs.ts';
import { type PolicyToken, policyTokensOf } from './tokens.ts';
import type {
  Assignment,
  Expression,
  FunctionParameter,
  Local,
  Name,
  PolicyFunction,
  Program,
  Statement,
  Variable,
} from './tree.ts';
import { unsupported } from './words.ts';

const shownToken = (token: PolicyToken): string =>
  token.form === 'end' ? 'the end of the text' : token.text;

/** From where one begins to where another ends, on the first line. */
const spanning = (from: SourcePosition, to: SourcePosition): SourcePosition => {
  if (from.line !== to.line) return from;
  const { line, column } = from;
  return { line, column, length: to.column + to.length - column };
};

class Parser {
  readonly #tokens: readonly PolicyToken[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = policyTokensOf(text);
  }

  get #here(): PolicyToken {
    return this.#tokens[this.#at]!;
  }

  #fail(at: SourcePosition, sentence: string): never {
    throw new PolicyError(at, sentence);
  }

  #take(): PolicyToken {
    const token = this.#here;
    if (token.form !== 'end') this.#at++;
    return token;
  }

  #is(text: string): boolean {
    return this.#here.form !== 'number' && this.#here.text === text && this.#here.form !== 'end';
  }

  #takes(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#take();
    return true;
  }

  #expect(text: string): PolicyToken {
    if (this.#is(text)) return this.#take();
    return this.#fail(this.#here, `expected ${text} but found ${shownToken(this.#here)}`);
  }

  /** Something inside something else. */
  #within<T>(read: () => T): T {
    if (++this.#depth > NESTING) {
      this.#fail(this.#here, `more than ${NESTING} things inside each other; write a function`);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  #name(): PolicyToken {
    const token = this.#here;
    const remedy = unsupported.get(token.text);
    if (token.form === 'name' && remedy !== undefined) {
      this.#fail(token, `${token.text} is not part of the language: ${remedy}`);
    }
    if (token.form !== 'name') this.#fail(token, `expected a name but found ${shownToken(token)}`);
    return this.#take();
  }

  // ---- expressions

  #given(): readonly Expression[] {
    const given: Expression[] = [];
    this.#expect('(');
    while (!this.#is(')')) {
      given.push(this.#expression());
      if (!this.#is(')')) this.#expect(',');
    }
    this.#expect(')');
    return given;
  }

  #named(): Expression {
    const token = this.#name();
    if (token.text === 'true' || token.text === 'false') {
      return { type: 'boolean', at: token, value: token.text === 'true' };
    }
    let name = token.text;
    if (name === 'Math' || name === 'Atomics') {
      this.#expect('.');
      name += `.${this.#name().text}`;
      const at = spanning(token, this.#tokens[this.#at - 1]!);
      if (!this.#is('(')) this.#fail(at, `${name} is called: write ${name}(…)`);
      return { type: 'call', at, name, arguments: this.#given() };
    }
    if (this.#is('(')) return { type: 'call', at: token, name, arguments: this.#given() };
    return { type: 'name', at: token, name };
  }

  #primary(): Expression {
    const token = this.#here;
    if (token.form === 'number') {
      this.#take();
      return { type: 'number', at: token, value: token.value };
    }
    if (this.#takes('(')) {
      const inside = this.#expression();
      this.#expect(')');
      return inside;
    }
    if (token.form === 'name') return this.#named();
    const what = token.text === '[' ? '; lists are array(n, 0) at the top' : '';
    return this.#fail(token, `expected a value but found ${shownToken(token)}${what}`);
  }

  #operand(): Expression {
    const token = this.#here;
    if (this.#is('-') || this.#is('!') || this.#is('~')) {
      this.#take();
      return {
        type: 'unary',
        at: token,
        operator: token.text,
        of: this.#within(() => this.#operand()),
      };
    }
    if (this.#is('++') || this.#is('--')) {
      this.#fail(
        token,
        `${token.text} has to be a statement of its own, after the name: n${token.text};`,
      );
    }
    let value = this.#primary();
    for (;;) {
      if (this.#takes('.')) {
        const name = this.#name();
        value = { type: 'field', at: spanning(value.at, name), of: value, name: name.text };
      } else if (this.#is('[')) {
        if (value.type !== 'name') this.#fail(this.#here, 'only a top-level variable has elements');
        this.#take();
        const index = this.#within(() => this.#expression());
        value = { type: 'element', at: spanning(value.at, this.#expect(']')), array: value, index };
      } else return value;
    }
  }

  #binary(least: number): Expression {
    let left = this.#operand();
    for (;;) {
      const sign = this.#here;
      const strength = sign.form === 'punctuator' ? strengths.get(sign.text) : undefined;
      if (strength === undefined || strength < least) return left;
      this.#take();
      const right = this.#binary(strength + 1);
      left = { type: 'binary', at: spanning(left.at, right.at), operator: sign.text, left, right };
    }
  }

  #expression(): Expression {
    return this.#within(() => {
      const condition = this.#binary(0);
      const at = condition.at;
      if (this.#takes('?')) {
        const then = this.#expression();
        this.#expect(':');
        return { type: 'conditional', at, condition, then, otherwise: this.#expression() };
      }
      if (this.#here.form === 'punctuator' && assigning.includes(this.#here.text)) {
        this.#fail(
          this.#here,
          'an expression cannot assign; write the assignment as a statement before it',
        );
      }
      return condition;
    });
  }

  // ---- statements

  /** The ; behind a statement. */
  #end(): void {
    const before = this.#tokens[this.#at - 1]!;
    if (this.#takes(';')) return;
    this.#fail(
      { ...before, column: before.column + before.length, length: 1 },
      'a ; is missing here',
    );
  }

  #onSameLine(word: PolicyToken): void {
    if (this.#here.afterLine)
      this.#fail(word, `${word.text} and what follows it stand on one line`);
  }

  #local(): Local {
    const word = this.#take();
    const name = this.#name();
    if (!this.#is('='))
      this.#fail(name, `${name.text} needs a value: ${word.text} ${name.text} = 0;`);
    this.#take();
    const value = this.#expression();
    return { type: 'local', at: name, name: name.text, isConstant: word.text === 'const', value };
  }

  #target(value: Expression, at: SourcePosition): Assignment['target'] {
    if (value.type === 'name' || value.type === 'element') return value;
    return this.#fail(at, 'only a variable or an element of one can be set');
  }

  /** An assignment or a call, without its ; */
  #action(): Statement {
    const value = this.#operand();
    const sign = this.#here;
    if (this.#is('++') || this.#is('--')) {
      if (sign.afterLine) this.#fail(sign, `${sign.text} stands on the line of its variable`);
      this.#take();
      const one: Expression = { type: 'number', at: sign, value: 1 };
      const target = this.#target(value, value.at);
      return { type: 'assign', at: value.at, target, operator: sign.text[0]!, value: one };
    }
    if (sign.form === 'punctuator' && assigning.includes(sign.text)) {
      this.#take();
      const target = this.#target(value, value.at);
      const given = this.#expression();
      return {
        type: 'assign',
        at: value.at,
        target,
        operator: sign.text.slice(0, -1),
        value: given,
      };
    }
    if (value.type === 'call') return { type: 'ask', at: value.at, call: value };
    return this.#fail(value.at, 'this does nothing; set a variable, call a function or return it');
  }

  #inParentheses<T>(read: () => T): T {
    this.#expect('(');
    const result = read();
    this.#expect(')');
    return result;
  }

  #if(at: PolicyToken): Statement {
    this.#take();
    const condition = this.#inParentheses(() => this.#expression());
    const then = this.#inner();
    const otherwise = this.#takes('else') ? this.#otherwise() : undefined;
    return { type: 'if', at, condition, then, otherwise };
  }

  /** An else with an if behind it is no deeper than the first. */
  #otherwise(): Statement {
    return this.#is('if') ? this.#if(this.#here) : this.#inner();
  }

  #for(at: PolicyToken): Statement {
    this.#take();
    this.#expect('(');
    const isLocal = this.#is('const') || this.#is('let');
    if (isLocal && this.#tokens[this.#at + 2]?.text === 'of') return this.#each();
    const first = this.#is(';') ? undefined : isLocal ? this.#local() : this.#action();
    this.#expect(';');
    const condition = this.#is(';') ? undefined : this.#expression();
    this.#expect(';');
    const step = this.#is(')') ? undefined : this.#action();
    this.#expect(')');
    return { type: 'for', at, first, condition, step, body: this.#inner() };
  }

  #each(): Statement {
    const word = this.#take();
    if (word.text === 'let') this.#fail(word, 'a CPU of a set does not change: write const');
    const name = this.#name();
    this.#take();
    const set = this.#expression();
    this.#expect(')');
    return { type: 'each', at: name, name: name.text, set, body: this.#inner() };
  }

  /** The body of an if or a loop. */
  #inner(): Statement {
    if (this.#is('let') || this.#is('const') || this.#is('function')) {
      this.#fail(
        this.#here,
        `a ${this.#here.text} does not stand here alone; write { … } around it`,
      );
    }
    return this.#within(() => this.#statement());
  }

  #block(): readonly Statement[] {
    const open = this.#expect('{');
    const statements: Statement[] = [];
    while (!this.#is('}')) {
      if (this.#here.form === 'end') this.#fail(open, 'a } is missing: this { has no end');
      statements.push(this.#statement());
    }
    this.#take();
    return statements;
  }

  #leaving(word: PolicyToken): Statement {
    this.#take();
    this.#onSameLine(word);
    if (word.text !== 'return') {
      this.#end();
      return { type: word.text as 'break' | 'continue', at: word };
    }
    const value = this.#is(';') ? undefined : this.#expression();
    this.#end();
    return { type: 'return', at: word, value };
  }

  #statement(): Statement {
    const at = this.#here;
    if (this.#is('{')) return { type: 'block', at, statements: this.#within(() => this.#block()) };
    if (this.#is('if')) return this.#if(at);
    if (this.#is('for')) return this.#for(at);
    if (this.#is('while')) {
      this.#take();
      const condition = this.#inParentheses(() => this.#expression());
      return { type: 'while', at, condition, body: this.#inner() };
    }
    if (this.#is('return') || this.#is('break') || this.#is('continue')) return this.#leaving(at);
    if (this.#is(';')) this.#fail(at, 'there is nothing before this ;');
    if (this.#is('function')) this.#fail(at, 'functions are top-level and cannot be nested');
    const statement = this.#is('let') || this.#is('const') ? this.#local() : this.#action();
    this.#end();
    return statement;
  }

  // ---- the whole

  #function(): PolicyFunction {
    this.#take();
    const name = this.#name();
    const parameters: FunctionParameter[] = [];
    this.#expect('(');
    while (!this.#is(')')) {
      const parameter = this.#name();
      parameters.push({ name: parameter.text, at: parameter });
      if (!this.#is(')')) this.#expect(',');
    }
    this.#expect(')');
    return { at: name, name: name.text, parameters, body: this.#block() };
  }

  #variable(): Variable {
    const { at, name, isConstant, value } = this.#local();
    this.#end();
    return { at, name, isConstant, value };
  }

  program(): Program {
    const functions: PolicyFunction[] = [];
    const variables: Variable[] = [];
    while (this.#here.form !== 'end') {
      if (this.#is('function')) functions.push(this.#function());
      else if (this.#is('let') || this.#is('const')) variables.push(this.#variable());
      else {
        if (this.#here.form === 'name') this.#foreignOnly();
        this.#fail(
          this.#here,
          'at the top stand function, const and let; put this into a function',
        );
      }
    }
    return { functions, variables };
  }

  /** A word of JavaScript that is not of the language says so first. */
  #foreignOnly(): void {
    if (unsupported.has(this.#here.text)) this.#name();
  }
}

/** The tree of a text. Throws PolicyError at the first thing that is wrong. */
export const readProgram = (text: string): Program => new Parser(text).program();

export const isName = (value: Expression): value is Name => value.type === 'name';

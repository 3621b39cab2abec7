// Expressions as code: each leaves its value in a register, in JavaScript's order of evaluation. Kinds are
// found on the way; a mixture is an error at its place.

import { POLICY } from '../engine/abi.gen.ts';
import type { Emitter, JumpLabel } from './code.ts';
import { fail, type SourcePosition } from './error.ts';
import { expectCount, expectKind } from './expect.ts';
import { Library, type Operands } from './library.ts';
import { comparing, computing } from './operators.ts';
import type { Meaning, Scope } from './scope.ts';
import type { AssignmentTarget, Call, Expression } from './tree.ts';
import { fields, type PolicyQuestion, questions, storages, type ValueKind } from './words.ts';

export interface Value {
  readonly kind: ValueKind;
  readonly register: number;
}

/** Puts a function of the text in the place of a call of it; its value, if it gives one. */
export type InlineCall = (call: Call, into: number | undefined) => ValueKind | undefined;

export class Expressions implements Operands {
  readonly #code: Emitter;
  readonly #scope: Scope;
  readonly #inline: InlineCall;
  readonly #functions: ReadonlySet<string>;
  readonly #library: Library;
  /** The point that is put into code. */
  point = '';
  /** Questions and fields that the text asks, each where it does first. */
  readonly asked = new Map<
    string,
    { readonly question: PolicyQuestion; readonly at: SourcePosition }
  >();

  constructor(code: Emitter, scope: Scope, functions: readonly string[], inline: InlineCall) {
    this.#code = code;
    this.#scope = scope;
    this.#functions = new Set(functions);
    this.#inline = inline;
    this.#library = new Library(code, scope, this);
  }

  /** The value in a register, which may be that of a local. */
  value(expression: Expression): Value {
    if (expression.type === 'name') {
      const meaning = this.#scope.meaning(expression.name, expression.at);
      if (meaning.form === 'local') return { kind: meaning.kind, register: meaning.register };
    }
    const register = this.#scope.register(expression.at);
    return { kind: this.into(expression, register), register };
  }

  valueOf(expression: Expression, kind: ValueKind): number {
    const value = this.value(expression);
    expectKind(kind, value.kind, expression.at);
    return value.register;
  }

  /** The value in this register; its kind. */
  into(expression: Expression, into: number): ValueKind {
    return this.#scope.borrowing(() => {
      this.#code.place = expression.at;
      switch (expression.type) {
        case 'number':
          this.#code.number(into, expression.value);
          return 'number';
        case 'boolean':
          this.#code.number(into, expression.value ? 1 : 0);
          return 'boolean';
        case 'name':
          return this.#name(expression.name, expression.at, into);
        case 'field':
          return this.#field(expression, into);
        case 'element':
          return this.#load(expression, into);
        case 'call':
          return this.#call(expression, into);
        case 'unary':
          return this.#unary(expression, into);
        case 'binary':
          return this.#binary(expression, into);
        case 'conditional':
          return this.#choice(expression, into);
      }
    });
  }

  // ---- variables

  #name(name: string, at: SourcePosition, into: number): ValueKind {
    const meaning = this.#scope.meaning(name, at);
    if (meaning.form === 'local') {
      if (meaning.register !== into) this.#code.put(POLICY.OP_MOVE, into, meaning.register);
      return meaning.kind;
    }
    if (meaning.form === 'constant') this.#code.number(into, meaning.value);
    else {
      if (!meaning.isSingle) fail(at, `${name} has elements: write ${name}[…]`);
      const zero = this.#scope.register(at);
      this.#code.number(zero, 0);
      this.#code.put(POLICY.OP_LOAD, into, meaning.array, zero);
    }
    return 'number';
  }

  /** The variable with elements of this name. */
  arrayOf(name: string, at: SourcePosition): Extract<Meaning, { form: 'variable' }> {
    const meaning = this.#scope.meaning(name, at);
    if (meaning.form !== 'variable' || meaning.isSingle) {
      fail(at, `${name} has no elements; const ${name} = array(n, 0); at the top would`);
    }
    return meaning;
  }

  /** What an index of that storage is. */
  indexOf(storage: number, index: Expression): number {
    return this.valueOf(index, storage === POLICY.ARRAY_PERTASK ? 'task' : 'number');
  }

  /** Where a target lies in memory: its variable and the register of its index. */
  place(target: AssignmentTarget): { readonly array: number; readonly index: number } {
    if (target.type === 'element') {
      const { array, storage } = this.arrayOf(target.array.name, target.array.at);
      return { array, index: this.indexOf(storage, target.index) };
    }
    const meaning = this.#scope.meaning(target.name, target.at);
    if (meaning.form !== 'variable' || !meaning.isSingle) {
      fail(target.at, `${target.name} cannot be set: it has elements, or is a constant`);
    }
    const index = this.#scope.register(target.at);
    this.#code.number(index, 0);
    return { array: meaning.array, index };
  }

  #load(element: Extract<Expression, { type: 'element' }>, into: number): ValueKind {
    const { array, index } = this.place(element);
    this.#code.place = element.at;
    this.#code.put(POLICY.OP_LOAD, into, array, index);
    return 'number';
  }

  // ---- questions

  #ask(
    name: string,
    question: PolicyQuestion,
    given: readonly Expression[],
    at: SourcePosition,
    into: number,
  ): ValueKind {
    if (!this.asked.has(name)) this.asked.set(name, { question, at });
    let first = into;
    if (given.length === 1) first = this.valueOf(given[0]!, question.of[0]!);
    else if (given.length > 1) {
      // One behind the other, as the machine finds them.
      const registers = given.map(() => this.#scope.register(at));
      first = registers[0]!;
      for (const [i, each] of given.entries())
        expectKind(question.of[i]!, this.into(each, registers[i]!), each.at);
    }
    this.#code.place = at;
    this.#code.put(POLICY.OP_CALL, into, question.code, first);
    return question.gives;
  }

  #field(expression: Extract<Expression, { type: 'field' }>, into: number): ValueKind {
    const question = fields.get(expression.name);
    if (!question) {
      const sentence = `a task has no ${expression.name}; it has ${[...fields.keys()].join(', ')}`;
      fail(expression.at, sentence);
    }
    return this.#ask(`p.${expression.name}`, question, [expression.of], expression.at, into);
  }

  #call(call: Call, into: number): ValueKind {
    if (call.name.includes('.')) return this.#library.call(call, into);
    const question = questions.get(call.name);
    if (question) {
      expectCount(call, question.of.length);
      if (call.name === 'select_cpu_dfl' && this.point !== 'select_cpu') {
        fail(call.at, 'select_cpu_dfl gives Linux’s answer in select_cpu: call it only there');
      }
      return this.#ask(call.name, question, call.arguments, call.at, into);
    }
    if (storages.has(call.name)) {
      fail(call.at, `${call.name} declares a variable at the top: const a = ${call.name}(…);`);
    }
    if (!this.#functions.has(call.name)) return this.#scope.noFunction(call.name, call.at);
    const kind = this.#inline(call, into);
    if (kind === undefined) fail(call.at, `${call.name} returns no value on some path`);
    return kind;
  }

  /** A call as a statement: its value is not used. */
  ask(call: Call): void {
    this.#scope.borrowing(() => {
      if (this.#functions.has(call.name)) this.#inline(call, undefined);
      else this.into(call, this.#scope.register(call.at));
    });
  }

  // ---- operators

  #unary(expression: Extract<Expression, { type: 'unary' }>, into: number): ValueKind {
    const { operator: sign, of, at } = expression;
    if (sign === '-' && of.type === 'number') {
      this.#code.number(into, -of.value);
      return 'number';
    }
    if (sign === '!') {
      this.#code.put(POLICY.OP_NOT, into, this.#truth(of));
      return 'boolean';
    }
    const value = this.valueOf(of, 'number');
    const other = this.#scope.register(at);
    this.#code.place = at;
    this.#code.number(other, sign === '-' ? 0 : -1);
    this.#code.put(sign === '-' ? POLICY.OP_SUB : POLICY.OP_XOR, into, other, value);
    return 'number';
  }

  /** A number or a boolean, as a condition takes it. */
  #truth(expression: Expression): number {
    const value = this.value(expression);
    if (value.kind !== 'number') expectKind('boolean', value.kind, expression.at);
    return value.register;
  }

  #binary(expression: Extract<Expression, { type: 'binary' }>, into: number): ValueKind {
    const { operator: sign, left, right, at } = expression;
    if (sign === '/') fail(at, 'a / b may be a fraction: write Math.floor(a / b)');
    if (sign === '&&' || sign === '||') return this.#both(expression, into);
    if (sign === '===' || sign === '!==') return this.#equal(expression, into);
    const l = this.valueOf(left, 'number');
    const r = this.valueOf(right, 'number');
    this.#code.place = at;
    this.compute(sign, into, l, r);
    return comparing.has(sign) ? 'boolean' : 'number';
  }

  /** An operator on two numbers. */
  compute(sign: string, into: number, left: number, right: number): void {
    const [comparison, isTurned] = comparing.get(sign) ?? [undefined, false];
    if (comparison === undefined) this.#code.put(computing.get(sign)!, into, left, right);
    else if (isTurned) this.#code.put(comparison, into, right, left);
    else this.#code.put(comparison, into, left, right);
  }

  #equal(expression: Extract<Expression, { type: 'binary' }>, into: number): ValueKind {
    const left = this.value(expression.left);
    const right = this.value(expression.right);
    if (left.kind === 'set') fail(expression.left.at, 'sets of CPUs are not compared');
    expectKind(left.kind, right.kind, expression.right.at);
    this.#code.place = expression.at;
    const operation = expression.operator === '===' ? POLICY.OP_EQ : POLICY.OP_NE;
    this.#code.put(operation, into, left.register, right.register);
    return 'boolean';
  }

  /** && and || as a value: of booleans alone, since JavaScript gives one of the two sides. */
  #both(expression: Extract<Expression, { type: 'binary' }>, into: number): ValueKind {
    const end = this.#code.label();
    const result = this.#scope.register(expression.at);
    expectKind('boolean', this.into(expression.left, result), expression.left.at);
    this.#code.jump(end, expression.operator === '&&' ? POLICY.OP_UNLESS : POLICY.OP_IF, result);
    expectKind('boolean', this.into(expression.right, result), expression.right.at);
    this.#code.here(end);
    this.#code.put(POLICY.OP_MOVE, into, result);
    return 'boolean';
  }

  #choice(expression: Extract<Expression, { type: 'conditional' }>, into: number): ValueKind {
    const otherwise = this.#code.label();
    const end = this.#code.label();
    const result = this.#scope.register(expression.at);
    this.unless(expression.condition, otherwise);
    const kind = this.into(expression.then, result);
    this.#code.jump(end);
    this.#code.here(otherwise);
    expectKind(kind, this.into(expression.otherwise, result), expression.otherwise.at);
    this.#code.here(end);
    this.#code.put(POLICY.OP_MOVE, into, result);
    return kind;
  }

  // ---- conditions

  /** Jumps to the label unless the condition holds. */
  unless(condition: Expression, label: JumpLabel): void {
    this.#branch(condition, label, false);
  }

  #branch(condition: Expression, label: JumpLabel, on: boolean): void {
    if (condition.type === 'unary' && condition.operator === '!') {
      this.#branch(condition.of, label, !on);
      return;
    }
    if (
      condition.type === 'binary' &&
      (condition.operator === '&&' || condition.operator === '||')
    ) {
      const endsEarly = (condition.operator === '||') === on;
      const end = endsEarly ? label : this.#code.label();
      this.#branch(condition.left, end, endsEarly ? on : !on);
      this.#branch(condition.right, label, on);
      if (!endsEarly) this.#code.here(end);
      return;
    }
    this.#scope.borrowing(() => {
      const truth = this.#truth(condition);
      this.#code.place = condition.at;
      this.#code.jump(label, on ? POLICY.OP_IF : POLICY.OP_UNLESS, truth);
    });
  }
}

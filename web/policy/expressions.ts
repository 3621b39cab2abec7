// Expressions as code: each leaves its value in a register, in JavaScript's order of evaluation. Kinds are
// found on the way; a mixture is an error at its place.

import { POLICY } from '../engine/abi.gen.ts';
import type { Emitter, Label } from './code.ts';
import { type Place, PolicyError } from './error.ts';
import { comparing, computing } from './operators.ts';
import type { Meaning, Scope } from './scope.ts';
import type { Call, Expression, Target } from './tree.ts';
import { fields, type Kind, type Question, questions, storages } from './words.ts';

export interface Value {
  readonly kind: Kind;
  readonly register: number;
}

const kindWords: Record<Kind, string> = {
  number: 'a number',
  boolean: 'a boolean',
  task: 'a task',
  set: 'a set of CPUs',
};

/** Puts a function of the text in the place of a call of it; its value, if it gives one. */
export type Inline = (call: Call, into: number | undefined) => Kind | undefined;

export class Expressions {
  readonly #code: Emitter;
  readonly #scope: Scope;
  readonly #inline: Inline;
  readonly #functions: ReadonlySet<string>;
  /** The point that is put into code. */
  point = '';
  /** Questions and fields that the text asks, each where it does first. */
  readonly asked = new Map<string, { readonly question: Question; readonly at: Place }>();

  constructor(code: Emitter, scope: Scope, functions: readonly string[], inline: Inline) {
    this.#code = code;
    this.#scope = scope;
    this.#functions = new Set(functions);
    this.#inline = inline;
  }

  fail(at: Place, sentence: string): never {
    throw new PolicyError(at, sentence);
  }

  expect(kind: Kind, found: Kind, at: Place): void {
    if (kind !== found) {
      this.fail(at, `this has to be ${kindWords[kind]} and is ${kindWords[found]}`);
    }
  }

  /** The value in a register, which may be that of a local. */
  value(expression: Expression): Value {
    if (expression.form === 'name') {
      const meaning = this.#scope.meaning(expression.name, expression.at);
      if (meaning.form === 'local') return { kind: meaning.kind, register: meaning.register };
    }
    const register = this.#scope.register(expression.at);
    return { kind: this.into(expression, register), register };
  }

  #valueOf(expression: Expression, kind: Kind): number {
    const value = this.value(expression);
    this.expect(kind, value.kind, expression.at);
    return value.register;
  }

  /** The value in this register; its kind. */
  into(expression: Expression, into: number): Kind {
    return this.#scope.borrowing(() => {
      this.#code.place = expression.at;
      switch (expression.form) {
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
        case 'choice':
          return this.#choice(expression, into);
      }
    });
  }

  // ---- variables

  #name(name: string, at: Place, into: number): Kind {
    const meaning = this.#scope.meaning(name, at);
    if (meaning.form === 'local') {
      if (meaning.register !== into) this.#code.put(POLICY.OP_MOVE, into, meaning.register);
      return meaning.kind;
    }
    if (meaning.form === 'constant') this.#code.number(into, meaning.value);
    else {
      if (!meaning.isSingle) this.fail(at, `${name} has elements: write ${name}[…]`);
      const zero = this.#scope.register(at);
      this.#code.number(zero, 0);
      this.#code.put(POLICY.OP_LOAD, into, meaning.array, zero);
    }
    return 'number';
  }

  /** The variable with elements of this name. */
  #arrayOf(name: string, at: Place): Extract<Meaning, { form: 'variable' }> {
    const meaning = this.#scope.meaning(name, at);
    if (meaning.form !== 'variable' || meaning.isSingle) {
      this.fail(at, `${name} has no elements; const ${name} = array(n, 0); at the top would`);
    }
    return meaning;
  }

  /** What an index of that storage is. */
  #indexOf(storage: number, index: Expression): number {
    return this.#valueOf(index, storage === POLICY.ARRAY_PERTASK ? 'task' : 'number');
  }

  /** Where a target lies in memory: its variable and the register of its index. */
  place(target: Target): { readonly array: number; readonly index: number } {
    if (target.form === 'element') {
      const { array, storage } = this.#arrayOf(target.array.name, target.array.at);
      return { array, index: this.#indexOf(storage, target.index) };
    }
    const meaning = this.#scope.meaning(target.name, target.at);
    if (meaning.form !== 'variable' || !meaning.isSingle) {
      this.fail(target.at, `${target.name} cannot be set: it has elements, or is a constant`);
    }
    const index = this.#scope.register(target.at);
    this.#code.number(index, 0);
    return { array: meaning.array, index };
  }

  #load(element: Extract<Expression, { form: 'element' }>, into: number): Kind {
    const { array, index } = this.place(element);
    this.#code.place = element.at;
    this.#code.put(POLICY.OP_LOAD, into, array, index);
    return 'number';
  }

  // ---- questions

  #ask(
    name: string,
    question: Question,
    given: readonly Expression[],
    at: Place,
    into: number,
  ): Kind {
    if (!this.asked.has(name)) this.asked.set(name, { question, at });
    let first = into;
    if (given.length === 1) first = this.#valueOf(given[0]!, question.of[0]!);
    else if (given.length > 1) {
      // One behind the other, as the machine finds them.
      const registers = given.map(() => this.#scope.register(at));
      first = registers[0]!;
      for (const [i, each] of given.entries())
        this.expect(question.of[i]!, this.into(each, registers[i]!), each.at);
    }
    this.#code.place = at;
    this.#code.put(POLICY.OP_CALL, into, question.code, first);
    return question.gives;
  }

  #field(expression: Extract<Expression, { form: 'field' }>, into: number): Kind {
    const question = fields.get(expression.name);
    if (!question) {
      const sentence = `a task has no ${expression.name}; it has ${[...fields.keys()].join(', ')}`;
      this.fail(expression.at, sentence);
    }
    return this.#ask(`p.${expression.name}`, question, [expression.of], expression.at, into);
  }

  #count(call: Call, count: number): void {
    if (call.given.length === count) return;
    const wants = count === 1 ? '1 value' : `${count} values`;
    this.fail(call.at, `${call.name} is given ${wants}, not ${call.given.length}`);
  }

  #call(call: Call, into: number): Kind {
    if (call.name.includes('.')) return this.#library(call, into);
    const question = questions.get(call.name);
    if (question) {
      this.#count(call, question.of.length);
      if (call.name === 'select_cpu_dfl' && this.point !== 'select_cpu') {
        this.fail(call.at, 'select_cpu_dfl answers what select_cpu is asked: ask it there');
      }
      return this.#ask(call.name, question, call.given, call.at, into);
    }
    if (storages.has(call.name)) {
      this.fail(call.at, `${call.name} declares a variable at the top: const a = ${call.name}(…);`);
    }
    if (!this.#functions.has(call.name)) return this.#scope.noFunction(call.name, call.at);
    const kind = this.#inline(call, into);
    if (kind === undefined)
      this.fail(call.at, `${call.name} gives no value on some way through it`);
    return kind;
  }

  /** A call as a statement: its value is nobody's. */
  ask(call: Call): void {
    this.#scope.borrowing(() => {
      if (this.#functions.has(call.name)) this.#inline(call, undefined);
      else this.into(call, this.#scope.register(call.at));
    });
  }

  #library(call: Call, into: number): Kind {
    switch (call.name) {
      case 'Math.floor':
      case 'Math.trunc':
        return this.#divide(call, into);
      case 'Math.min':
      case 'Math.max':
        return this.#least(call, into);
      case 'Math.abs':
        return this.#absolute(call, into);
      case 'Atomics.add':
      case 'Atomics.exchange':
        return this.#atomic(call, into);
      case 'Atomics.compareExchange':
        return this.#compareExchange(call, into);
      default:
        return this.#scope.noFunction(call.name, call.at);
    }
  }

  #divide(call: Call, into: number): Kind {
    this.#count(call, 1);
    const of = call.given[0]!;
    if (of.form !== 'binary' || of.sign !== '/') {
      this.fail(call.at, `${call.name} takes a division: ${call.name}(a / b)`);
    }
    const left = this.#valueOf(of.left, 'number');
    const right = this.#valueOf(of.right, 'number');
    this.#code.place = call.at;
    const isFloor = call.name === 'Math.floor';
    this.#code.put(isFloor ? POLICY.OP_FLOOR_DIV : POLICY.OP_TRUNC_DIV, into, left, right);
    return 'number';
  }

  #least(call: Call, into: number): Kind {
    if (call.given.length < 2) this.fail(call.at, `${call.name} is given two values or more`);
    const operation = call.name === 'Math.min' ? POLICY.OP_MIN : POLICY.OP_MAX;
    const registers = call.given.map((each) => this.#valueOf(each, 'number'));
    this.#code.place = call.at;
    const result = this.#scope.register(call.at);
    this.#code.put(operation, result, registers[0], registers[1]);
    for (const register of registers.slice(2)) this.#code.put(operation, result, result, register);
    this.#code.put(POLICY.OP_MOVE, into, result);
    return 'number';
  }

  #absolute(call: Call, into: number): Kind {
    this.#count(call, 1);
    const value = this.#valueOf(call.given[0]!, 'number');
    const negative = this.#scope.register(call.at);
    this.#code.place = call.at;
    this.#code.number(negative, 0);
    this.#code.put(POLICY.OP_SUB, negative, negative, value);
    this.#code.put(POLICY.OP_MAX, into, negative, value);
    return 'number';
  }

  /** The variable that an operation of Atomics is given first. */
  #atomicArray(call: Call): Extract<Meaning, { form: 'variable' }> {
    const name = call.given[0]!;
    if (name.form === 'name') return this.#arrayOf(name.name, name.at);
    return this.fail(name.at, `${call.name} is given a variable with elements first`);
  }

  #number(expression: Expression, into: number): void {
    this.expect('number', this.into(expression, into), expression.at);
  }

  #atomic(call: Call, into: number): Kind {
    this.#count(call, 3);
    const { array, storage } = this.#atomicArray(call);
    const at = this.#indexOf(storage, call.given[1]!);
    const value = this.#scope.register(call.at);
    this.#number(call.given[2]!, value);
    this.#code.place = call.at;
    const isAdd = call.name === 'Atomics.add';
    this.#code.put(isAdd ? POLICY.OP_FETCH_ADD : POLICY.OP_EXCHANGE, value, array, at);
    this.#code.put(POLICY.OP_MOVE, into, value);
    return 'number';
  }

  /** The machine finds the value to be met in the register behind that of the index. */
  #compareExchange(call: Call, into: number): Kind {
    this.#count(call, 4);
    const { array, storage } = this.#atomicArray(call);
    const [index, met, value] = [0, 1, 2].map(() => this.#scope.register(call.at));
    const kind = storage === POLICY.ARRAY_PERTASK ? 'task' : 'number';
    this.expect(kind, this.into(call.given[1]!, index!), call.given[1]!.at);
    this.#number(call.given[2]!, met!);
    this.#number(call.given[3]!, value!);
    this.#code.place = call.at;
    this.#code.put(POLICY.OP_COMPARE_EXCHANGE, value, array, index);
    this.#code.put(POLICY.OP_MOVE, into, value);
    return 'number';
  }

  // ---- operators

  #unary(expression: Extract<Expression, { form: 'unary' }>, into: number): Kind {
    const { sign, of, at } = expression;
    if (sign === '-' && of.form === 'number') {
      this.#code.number(into, -of.value);
      return 'number';
    }
    if (sign === '!') {
      this.#code.put(POLICY.OP_NOT, into, this.#truth(of));
      return 'boolean';
    }
    const value = this.#valueOf(of, 'number');
    const other = this.#scope.register(at);
    this.#code.place = at;
    this.#code.number(other, sign === '-' ? 0 : -1);
    this.#code.put(sign === '-' ? POLICY.OP_SUB : POLICY.OP_XOR, into, other, value);
    return 'number';
  }

  /** A number or a boolean, as a condition takes it. */
  #truth(expression: Expression): number {
    const value = this.value(expression);
    if (value.kind !== 'number') this.expect('boolean', value.kind, expression.at);
    return value.register;
  }

  #binary(expression: Extract<Expression, { form: 'binary' }>, into: number): Kind {
    const { sign, left, right, at } = expression;
    if (sign === '/') this.fail(at, 'a / b may be a fraction: write Math.floor(a / b)');
    if (sign === '&&' || sign === '||') return this.#both(expression, into);
    if (sign === '===' || sign === '!==') return this.#equal(expression, into);
    const l = this.#valueOf(left, 'number');
    const r = this.#valueOf(right, 'number');
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

  #equal(expression: Extract<Expression, { form: 'binary' }>, into: number): Kind {
    const left = this.value(expression.left);
    const right = this.value(expression.right);
    if (left.kind === 'set') this.fail(expression.left.at, 'sets of CPUs are not compared');
    this.expect(left.kind, right.kind, expression.right.at);
    this.#code.place = expression.at;
    const operation = expression.sign === '===' ? POLICY.OP_EQ : POLICY.OP_NE;
    this.#code.put(operation, into, left.register, right.register);
    return 'boolean';
  }

  /** && and || as a value: of booleans alone, since JavaScript gives one of the two sides. */
  #both(expression: Extract<Expression, { form: 'binary' }>, into: number): Kind {
    const end = this.#code.label();
    const result = this.#scope.register(expression.at);
    this.expect('boolean', this.into(expression.left, result), expression.left.at);
    this.#code.jump(end, expression.sign === '&&' ? POLICY.OP_UNLESS : POLICY.OP_IF, result);
    this.expect('boolean', this.into(expression.right, result), expression.right.at);
    this.#code.here(end);
    this.#code.put(POLICY.OP_MOVE, into, result);
    return 'boolean';
  }

  #choice(expression: Extract<Expression, { form: 'choice' }>, into: number): Kind {
    const otherwise = this.#code.label();
    const end = this.#code.label();
    const result = this.#scope.register(expression.at);
    this.unless(expression.condition, otherwise);
    const kind = this.into(expression.then, result);
    this.#code.jump(end);
    this.#code.here(otherwise);
    this.expect(kind, this.into(expression.otherwise, result), expression.otherwise.at);
    this.#code.here(end);
    this.#code.put(POLICY.OP_MOVE, into, result);
    return kind;
  }

  // ---- conditions

  /** Jumps to the label unless the condition holds. */
  unless(condition: Expression, label: Label): void {
    this.#branch(condition, label, false);
  }

  #branch(condition: Expression, label: Label, on: boolean): void {
    if (condition.form === 'unary' && condition.sign === '!') {
      this.#branch(condition.of, label, !on);
      return;
    }
    if (condition.form === 'binary' && (condition.sign === '&&' || condition.sign === '||')) {
      const endsEarly = (condition.sign === '||') === on;
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

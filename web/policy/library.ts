// The functions of JavaScript's own library that a policy may call: those of Math and Atomics, by what one
// operation of the machine does.

import { POLICY } from '../engine/abi.gen.ts';
import type { Emitter } from './code.ts';
import { fail, type SourcePosition } from './error.ts';
import { expectCount, expectKind } from './expect.ts';
import type { Meaning, Scope } from './scope.ts';
import type { Call, Expression } from './tree.ts';
import type { ValueKind } from './words.ts';

/** Expressions as what a function is given. */
export interface Operands {
  /** The value, of this kind, in a register, which may be that of a local. */
  valueOf(expression: Expression, kind: ValueKind): number;
  /** The value in this register; its kind. */
  into(expression: Expression, into: number): ValueKind;
  /** The variable with elements of this name. */
  arrayOf(name: string, at: SourcePosition): Extract<Meaning, { form: 'variable' }>;
  /** An index of that storage. */
  indexOf(storage: number, index: Expression): number;
}

export class Library {
  readonly #code: Emitter;
  readonly #scope: Scope;
  readonly #operands: Operands;

  constructor(code: Emitter, scope: Scope, operands: Operands) {
    this.#code = code;
    this.#scope = scope;
    this.#operands = operands;
  }

  call(call: Call, into: number): ValueKind {
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

  #divide(call: Call, into: number): ValueKind {
    expectCount(call, 1);
    const of = call.arguments[0]!;
    if (of.type !== 'binary' || of.operator !== '/') {
      fail(call.at, `${call.name} takes a division: ${call.name}(a / b)`);
    }
    const left = this.#operands.valueOf(of.left, 'number');
    const right = this.#operands.valueOf(of.right, 'number');
    this.#code.place = call.at;
    const isFloor = call.name === 'Math.floor';
    this.#code.put(isFloor ? POLICY.OP_FLOOR_DIV : POLICY.OP_TRUNC_DIV, into, left, right);
    return 'number';
  }

  #least(call: Call, into: number): ValueKind {
    if (call.arguments.length < 2) fail(call.at, `${call.name} is given two values or more`);
    const operation = call.name === 'Math.min' ? POLICY.OP_MIN : POLICY.OP_MAX;
    const registers = call.arguments.map((each) => this.#operands.valueOf(each, 'number'));
    this.#code.place = call.at;
    const result = this.#scope.register(call.at);
    this.#code.put(operation, result, registers[0], registers[1]);
    for (const register of registers.slice(2)) this.#code.put(operation, result, result, register);
    this.#code.put(POLICY.OP_MOVE, into, result);
    return 'number';
  }

  #absolute(call: Call, into: number): ValueKind {
    expectCount(call, 1);
    const value = this.#operands.valueOf(call.arguments[0]!, 'number');
    const negative = this.#scope.register(call.at);
    this.#code.place = call.at;
    this.#code.number(negative, 0);
    this.#code.put(POLICY.OP_SUB, negative, negative, value);
    this.#code.put(POLICY.OP_MAX, into, negative, value);
    return 'number';
  }

  /** The variable that an operation of Atomics is given first. */
  #atomicArray(call: Call): Extract<Meaning, { form: 'variable' }> {
    const name = call.arguments[0]!;
    if (name.type === 'name') return this.#operands.arrayOf(name.name, name.at);
    return fail(name.at, `${call.name} is given a variable with elements first`);
  }

  #number(expression: Expression, into: number): void {
    expectKind('number', this.#operands.into(expression, into), expression.at);
  }

  #atomic(call: Call, into: number): ValueKind {
    expectCount(call, 3);
    const { array, storage } = this.#atomicArray(call);
    const at = this.#operands.indexOf(storage, call.arguments[1]!);
    const value = this.#scope.register(call.at);
    this.#number(call.arguments[2]!, value);
    this.#code.place = call.at;
    const isAdd = call.name === 'Atomics.add';
    this.#code.put(isAdd ? POLICY.OP_FETCH_ADD : POLICY.OP_EXCHANGE, value, array, at);
    this.#code.put(POLICY.OP_MOVE, into, value);
    return 'number';
  }

  /** The machine finds the value to be met in the register behind that of the index. */
  #compareExchange(call: Call, into: number): ValueKind {
    expectCount(call, 4);
    const { array, storage } = this.#atomicArray(call);
    const [index, met, value] = [0, 1, 2].map(() => this.#scope.register(call.at));
    const kind = storage === POLICY.ARRAY_PERTASK ? 'task' : 'number';
    expectKind(kind, this.#operands.into(call.arguments[1]!, index!), call.arguments[1]!.at);
    this.#number(call.arguments[2]!, met!);
    this.#number(call.arguments[3]!, value!);
    this.#code.place = call.at;
    this.#code.put(POLICY.OP_COMPARE_EXCHANGE, value, array, index);
    this.#code.put(POLICY.OP_MOVE, into, value);
    return 'number';
  }
}

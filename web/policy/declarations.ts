// What stands at the top of a policy beside its functions: constants, variables with their place in memory, and
// the flags it sets.

import { POLICY } from '../engine/abi.gen.ts';
import type { CompiledVariable } from './compiled.ts';
import { constantOf } from './constant.ts';
import { fail, type SourcePosition } from './error.ts';
import { ARRAY_WORDS, VARIABLES } from './limits.ts';
import type { Scope } from './scope.ts';
import type { Call, Variable } from './tree.ts';
import { storages } from './words.ts';

export class Declarations {
  readonly #scope: Scope;
  readonly variables: CompiledVariable[] = [];
  /** POLICY.FLAG_NO_… */
  flags = 0;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  declare(variable: Variable): void {
    const { name, at, isConstant, value } = variable;
    const storage = value.type === 'call' ? storages.get(value.name) : undefined;
    if (storage !== undefined && value.type === 'call') {
      if (!isConstant) fail(at, `${name} itself does not change: write const ${name}`);
      this.#add(name, at, this.#stored(name, storage, value), storage);
      return;
    }
    const start = constantOf(value, (other) => this.#scope.find(other));
    if (name === 'ops_flags') this.#setFlags(at, start);
    if (isConstant) this.#scope.declareTop(name, at, { form: 'constant', value: start });
    else {
      const single = { name, storage: POLICY.ARRAY_SHARED, length: 1, start, isSingle: true };
      this.#add(name, at, single, POLICY.ARRAY_SHARED);
    }
  }

  /** What sched_ext's schedulers set once for all of theirs. */
  #setFlags(at: SourcePosition, flags: number): void {
    if ((flags & ~POLICY.FLAG_NO_PERIODIC) !== 0) {
      fail(at, 'ops_flags is 0 or OPS_NO_PERIODIC');
    }
    this.flags = flags;
  }

  #stored(name: string, storage: number, call: Call): CompiledVariable {
    const given = call.arguments.map((each) =>
      constantOf(each, (other) => this.#scope.find(other)),
    );
    const isList = storage === POLICY.ARRAY_SHARED;
    if (given.length !== (isList ? 2 : 1)) {
      fail(call.at, `write ${call.name}(${isList ? 'n, 0' : '0'}): its values begin as 0`);
    }
    const length = isList ? given[0]! : 1;
    if (length < 1 || length > ARRAY_WORDS) {
      fail(call.arguments[0]!.at, `an array has between 1 and ${ARRAY_WORDS} elements`);
    }
    return { name, storage, length, start: given.at(-1)!, isSingle: false };
  }

  #add(name: string, at: SourcePosition, variable: CompiledVariable, storage: number): void {
    if (this.variables.length === VARIABLES) {
      fail(at, `a policy has at most ${VARIABLES} variables`);
    }
    const { isSingle } = variable;
    const array = this.variables.length;
    this.#scope.declareTop(name, at, { form: 'variable', array, storage, isSingle });
    this.variables.push(variable);
  }
}

// What names mean at a place: variables at the top, constants, locals in registers. No name has two meanings
// at one place.

import { nearest } from '../base/nearest.ts';
import { PolicyError, type SourcePosition } from './error.ts';
import { VALUES } from './limits.ts';
import { constants, isTaken, policyCalls, questions, storages, type ValueKind } from './words.ts';

export type Meaning =
  | {
      readonly form: 'local';
      readonly kind: ValueKind;
      readonly register: number;
      readonly isConstant: boolean;
    }
  | { readonly form: 'constant'; readonly value: number }
  | {
      readonly form: 'variable';
      /** Which one of the policy's, and of what storage (POLICY.ARRAY_…). */
      readonly array: number;
      readonly storage: number;
      /** A single value: `let n = 0;`. */
      readonly isSingle: boolean;
    };

const nobody = (name: string): string => `there is no ${name}`;

export class Scope {
  readonly #top = new Map<string, Meaning>();
  readonly #functions: ReadonlySet<string>;
  #locals: Map<string, Meaning>[] = [];
  #used = 0;

  constructor(functions: readonly string[]) {
    this.#functions = new Set(functions);
  }

  /** What is wrong with a new name, if anything. */
  #problem(name: string): string | undefined {
    if (isTaken(name)) return `${name} already has another meaning: use another name`;
    const isThere =
      this.#top.has(name) ||
      this.#functions.has(name) ||
      this.#locals.some((each) => each.has(name));
    return isThere ? `there is a ${name} already: use another name` : undefined;
  }

  /** That no local has the name of a point, a function or a variable. */
  #check(name: string, at: SourcePosition): void {
    const problem =
      this.#problem(name) ??
      (policyCalls.has(name) ? `${name} names a point of the kernel` : undefined);
    if (problem !== undefined) throw new PolicyError(at, problem);
  }

  declareTop(name: string, at: SourcePosition, meaning: Meaning): void {
    this.#check(name, at);
    this.#top.set(name, meaning);
  }

  /** A register that is free, as long as what is `within` lasts. */
  register(at: SourcePosition): number {
    if (this.#used === VALUES) {
      throw new PolicyError(at, `more than ${VALUES} values at once; write a smaller function`);
    }
    return this.#used++;
  }

  /** Registers taken meanwhile are free again afterwards. */
  borrowing<T>(act: () => T): T {
    const before = this.#used;
    const result = act();
    this.#used = before;
    return result;
  }

  /** Locals declared meanwhile are gone afterwards, and their registers free. */
  within<T>(act: () => T): T {
    this.#locals.push(new Map());
    const result = this.borrowing(act);
    this.#locals.pop();
    return result;
  }

  /** A function put in the place of its call sees none of the caller's locals. */
  apart<T>(act: () => T): T {
    const outer = this.#locals;
    this.#locals = [];
    const result = this.within(act);
    this.#locals = outer;
    return result;
  }

  declareLocal(
    name: string,
    at: SourcePosition,
    kind: ValueKind,
    register: number,
    isConstant: boolean,
  ): void {
    this.#check(name, at);
    this.#locals.at(-1)!.set(name, { form: 'local', kind, register, isConstant });
  }

  find(name: string): Meaning | undefined {
    for (let i = this.#locals.length - 1; i >= 0; i--) {
      const meaning = this.#locals[i]!.get(name);
      if (meaning) return meaning;
    }
    const constant = constants.get(name);
    if (constant !== undefined) return { form: 'constant', value: constant };
    return this.#top.get(name);
  }

  /** What a name at this place means. Throws PolicyError. */
  meaning(name: string, at: SourcePosition): Meaning {
    const found = this.find(name);
    if (found) return found;
    if (questions.has(name) || this.#functions.has(name) || storages.has(name)) {
      throw new PolicyError(at, `${name} is called: write ${name}(…)`);
    }
    const names = [
      ...this.#locals.flatMap((each) => [...each.keys()]),
      ...this.#top.keys(),
      ...constants.keys(),
    ];
    const meant = nearest(name, names);
    const remedy = meant === undefined ? 'declare it with let' : `${meant}?`;
    throw new PolicyError(at, `${nobody(name)}; ${remedy}`);
  }

  /** That a function of this name is not there. */
  noFunction(name: string, at: SourcePosition): never {
    const names = [...questions.keys(), ...this.#functions, 'Math.min', 'Math.max', 'Math.floor'];
    const meant = nearest(name, names);
    const remedy = meant === undefined ? 'see the list of questions' : `${meant}?`;
    throw new PolicyError(at, `there is no function ${name}; ${remedy}`);
  }
}

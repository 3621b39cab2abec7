// Words of code as they come out, with the place in the text that each is from, and jumps to places that are
// not known yet. The forms of the words are those of wasm-core/include/policies.h.

import { POLICY } from '../engine/abi.gen.ts';
import { PolicyError, type SourcePosition } from './error.ts';
import { CODE_WORDS } from './limits.ts';

/** Where jumps lead, known or not yet. */
export interface JumpLabel {
  at: number | undefined;
  readonly jumps: number[];
}

const isSmall = (value: number): boolean => value >= -0x8000 && value < 0x8000;

export class Emitter {
  readonly words: number[] = [];
  readonly places: SourcePosition[] = [];
  /** Where the text stands that is put into code. */
  place: SourcePosition = { line: 1, column: 1, length: 0 };

  label(): JumpLabel {
    return { at: undefined, jumps: [] };
  }

  #put(word: number): void {
    if (this.words.length === CODE_WORDS) {
      const sentence =
        `the policy comes to more than ${CODE_WORDS} words of code; a function is put in the place of each ` +
        'of its calls: call it less often';
      throw new PolicyError(this.place, sentence);
    }
    this.words.push(word >>> 0);
    this.places.push(this.place);
  }

  /** An operation on up to three registers. */
  put(operation: number, a = 0, b = 0, c = 0): void {
    this.#put(operation | (a << 8) | (b << 16) | (c << 24));
  }

  /** The whole number into a register. */
  number(into: number, value: number): void {
    if (isSmall(value)) {
      this.#put(POLICY.OP_SMALL | (into << 8) | (value << 16));
      return;
    }
    const bits = BigInt.asUintN(64, BigInt(value));
    this.put(POLICY.OP_WIDE, into);
    this.#put(Number(bits & 0xffffffffn));
    this.#put(Number(bits >> 32n));
  }

  /** Adds a number to a register; false if it is too large for one word. */
  addSmall(into: number, value: number): boolean {
    if (!isSmall(value)) return false;
    this.#put(POLICY.OP_ADD_SMALL | (into << 8) | (value << 16));
    return true;
  }

  #land(jump: number, target: number): void {
    const word = this.words[jump]!;
    const distance = target - jump - 1;
    const isFar = (word & 0xff) === POLICY.OP_JUMP;
    this.words[jump] = isFar
      ? (POLICY.OP_JUMP | (distance << 8)) >>> 0
      : ((word & 0xffff) | (distance << 16)) >>> 0;
  }

  /** Jumps; with a register, only if that is (IF) or is not (UNLESS) true. */
  jump(label: JumpLabel, operation: number = POLICY.OP_JUMP, register = 0): void {
    this.put(operation, register);
    const at = this.words.length - 1;
    if (label.at === undefined) label.jumps.push(at);
    else this.#land(at, label.at);
  }

  /** The label is here. */
  here(label: JumpLabel): void {
    label.at = this.words.length;
    for (const jump of label.jumps) this.#land(jump, label.at);
  }
}

// What a way of packing is to its reader.

import { ScenarioError } from '../../../scenario/index.ts';

export interface OpenPacked {
  /** Throws where the bytes are damaged. */
  push(bytes: Uint8Array): void;
  /** Throws where a part is missing. */
  finish(): void;
}

export interface Packing {
  /** As a person knows it. */
  readonly name: string;
  /** How many times as closely as gzip it may pack a text. */
  readonly closeness: number;
  /** Of the first bytes. */
  readonly is: (head: Uint8Array) => boolean;
  /** `take` is given what is unpacked, piece by piece, each valid until it returns. */
  readonly open: (take: (bytes: Uint8Array) => void) => OpenPacked;
}

export const begins = (bytes: Uint8Array, ...with_: readonly number[]): boolean =>
  with_.every((byte, at) => bytes[at] === byte);

/** For what is right in a packed file and beyond what is read here: no damage. */
export const unread = (problem: string, remedy: string): ScenarioError =>
  new ScenarioError('file', problem, `${remedy}: unpack it yourself, and give what is in it`);

/** Parts without a byte in them: writers end a frame with one, and a file of nothing else is no text. */
const mostEmpty = 65_536;

/** Bounds the parts of a file that unpack to nothing, which no bound of what is unpacked can see. */
export class Empties {
  #count = 0;

  /** Throws ScenarioError where there are too many. */
  count(): void {
    if (++this.#count <= mostEmpty) return;
    throw unread(`has more than ${mostEmpty} empty parts`, `at most ${mostEmpty} are read`);
  }
}

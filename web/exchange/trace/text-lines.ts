// Lines of a text that grows long: gathered in portions, turned into bytes, counted. Knows no format.

import { Pieces } from './pieces.ts';

/** Text is turned into bytes in portions of about this size. */
const portionCharacters = 1 << 16;

const encoder = new TextEncoder();

export class TextLines {
  readonly #pieces = new Pieces();
  #portion = '';

  get bytes(): number {
    return this.#pieces.bytes;
  }

  /** Throws TraceTooLong. */
  add(line: string): void {
    this.#portion += line;
    if (this.#portion.length > portionCharacters) this.#encode();
  }

  /** `head` and every line added so far; nothing may be added afterwards. */
  take(head: string): readonly Uint8Array<ArrayBuffer>[] {
    this.#encode();
    return [encoder.encode(head), ...this.#pieces.take()];
  }

  #encode(): void {
    this.#pieces.add(encoder.encode(this.#portion));
    this.#portion = '';
  }
}

/** ns as seconds with six digits, rounded down. */
export function secondsText(ns: number): string {
  const us = Math.floor(ns / 1000);
  return `${String(Math.floor(us / 1e6)).padStart(5)}.${String(us % 1e6).padStart(6, '0')}`;
}

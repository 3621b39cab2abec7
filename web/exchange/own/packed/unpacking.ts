// Packed bytes as they come, unpacked by whatever packing they begin with, within bounds: a small file cannot fill the memory
// or hold up the page. A new packing is a file and a line in `packings`.

import { ScenarioError } from '../../../scenario/index.ts';
import { GZIP_FREE_BYTES } from '../limits.ts';
import { atraceZlib } from './atrace.ts';
import { bzip2 } from './bzip2.ts';
import { gzip } from './gzip.ts';
import { type OpenPacked, type Packing, unread } from './packing.ts';
import { xz } from './xz.ts';
import { zstd } from './zstd.ts';

const packings: readonly Packing[] = [gzip, bzip2, xz, zstd, atraceZlib];

/** Bytes given to a packing at a time: bounds what a hostile file makes us hold before it is refused. */
const sliceBytes = 4096;
/** Bytes by which a packing is told. */
const sniffed = 64;

export interface UnpackingLimits {
  /** Unpacked bytes. */
  readonly most: number;
  /** Unpacked bytes for one packed byte, of gzip; those that pack more closely may have as much more. */
  readonly ratio: number;
  readonly tooLarge: (bytes: number) => ScenarioError;
}

export class Unpacking {
  readonly #take: (bytes: Uint8Array) => void;
  readonly #limits: UnpackingLimits;
  #head: Uint8Array | undefined = new Uint8Array(0);
  #packing: Packing | undefined;
  #open: OpenPacked | undefined;
  #packed = 0;
  #unpacked = 0;

  /** `take` is given pieces that are valid until it returns. */
  constructor(limits: UnpackingLimits, take: (bytes: Uint8Array) => void) {
    this.#limits = limits;
    this.#take = take;
  }

  /** Throws ScenarioError. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (!this.#head) {
      this.#give(bytes);
      return;
    }
    const head = new Uint8Array(this.#head.length + bytes.length);
    head.set(this.#head);
    head.set(bytes, this.#head.length);
    this.#head = head;
    if (head.length >= sniffed) this.#begin();
  }

  /** Throws ScenarioError. */
  finish(): void {
    if (this.#head) this.#begin();
    if (this.#open) this.#ask(() => this.#open!.finish());
  }

  #begin(): void {
    const head = this.#head!;
    this.#head = undefined;
    this.#packing = packings.find(({ is }) => is(head));
    this.#open = this.#packing?.open((bytes) => this.#plain(bytes));
    this.#give(head);
  }

  #give(bytes: Uint8Array): void {
    if (!this.#open) {
      this.#plain(bytes);
      return;
    }
    for (let at = 0; at < bytes.length; at += sliceBytes) {
      const slice = bytes.subarray(at, at + sliceBytes);
      this.#packed += slice.length;
      this.#ask(() => this.#open!.push(slice));
    }
  }

  #ask(act: () => void): void {
    try {
      act();
    } catch (cause) {
      if (cause instanceof ScenarioError) throw cause;
      const why = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : '';
      const problem = `is damaged ${this.#packing!.name}${why}`;
      throw new ScenarioError('file', problem, 'pack or copy it again');
    }
  }

  #plain(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#unpacked += bytes.length;
    const { most, ratio, tooLarge } = this.#limits;
    if (this.#unpacked > most) throw tooLarge(this.#unpacked);
    const times = ratio * (this.#packing?.closeness ?? 1);
    if (this.#packing && this.#unpacked > Math.max(GZIP_FREE_BYTES, this.#packed * times)) {
      const problem = `unpacks to more than ${times} times its size`;
      throw unread(problem, `at most ${times} times are unpacked`);
    }
    this.#take(bytes);
  }
}

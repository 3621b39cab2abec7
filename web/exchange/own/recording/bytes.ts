// The bytes of a trace as they come, piece by piece, as text of whole lines: unpacked if it is gzip, refused if it is of
// a format that is no text, bounded in size and in the length of a line. Holds one piece at a time.

import { Gunzip } from 'fflate';
import { ScenarioError } from '../../../scenario/index.ts';
import { GZIP_FREE_BYTES, GZIP_RATIO, RECORDING_BYTES, RECORDING_LINE } from '../limits.ts';
import { refuseForeign } from '../text.ts';

/** Bytes unpacked at a time: bounds what a hostile file makes us hold before it is refused. */
const packedSlice = 4096;

export class TraceBytes {
  /** Given a text in which [from, to) are whole lines, each with its end. */
  readonly #take: (text: string, from: number, to: number) => void;
  readonly #decoder = new TextDecoder('utf-8');
  #gunzip: Gunzip | undefined;
  #rest = '';
  #packed = 0;
  #unpacked = 0;
  #isFirst = true;
  #hasEnded = false;

  constructor(take: (text: string, from: number, to: number) => void) {
    this.#take = take;
  }

  /** Throws ScenarioError. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#isFirst) this.#begin(bytes);
    if (!this.#gunzip) this.#plain(bytes);
    else for (let at = 0; at < bytes.length; at += packedSlice) this.#unpack(bytes, at);
  }

  /** What is left of the last line. Throws ScenarioError. */
  finish(): void {
    if (this.#gunzip && !this.#hasEnded) {
      const remedy = 'pack or copy it again';
      throw new ScenarioError('file', 'is damaged gzip: part of it is missing', remedy);
    }
    const text = `${this.#rest}${this.#decoder.decode()}\n`;
    this.#rest = '';
    this.#lines(text, text.length);
  }

  #begin(bytes: Uint8Array): void {
    this.#isFirst = false;
    refuseForeign(bytes);
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return;
    this.#gunzip = new Gunzip((chunk, isLast) => {
      this.#hasEnded ||= isLast === true;
      if (chunk.length > 0) this.#plain(chunk);
    });
  }

  #unpack(bytes: Uint8Array, at: number): void {
    const slice = bytes.subarray(at, at + packedSlice);
    this.#packed += slice.length;
    try {
      this.#gunzip!.push(slice, false);
    } catch (cause) {
      if (cause instanceof ScenarioError) throw cause;
      throw new ScenarioError('file', 'is damaged gzip', 'pack or copy it again');
    }
    if (this.#unpacked > Math.max(GZIP_FREE_BYTES, this.#packed * GZIP_RATIO)) {
      const problem = `unpacks to more than ${GZIP_RATIO} times its size`;
      throw new ScenarioError('file', problem, 'do not trust where it came from');
    }
  }

  #plain(bytes: Uint8Array): void {
    this.#unpacked += bytes.length;
    if (this.#unpacked > RECORDING_BYTES) throw tooLong();
    if (bytes.includes(0)) {
      throw new ScenarioError('file', 'is not text: it holds a zero byte', 'give a text file');
    }
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    this.#lines(text, end);
    this.#rest = text.slice(end);
    if (this.#rest.length > RECORDING_LINE) throw longLine();
  }

  #lines(text: string, end: number): void {
    for (let from = 0; from < end; ) {
      const next = text.indexOf('\n', from);
      if (next - from > RECORDING_LINE) throw longLine();
      const isReturn = next > from && text.charCodeAt(next - 1) === 13;
      this.#take(text, from, isReturn ? next - 1 : next);
      from = next + 1;
    }
  }
}

export const tooLong = (): ScenarioError =>
  new ScenarioError(
    'file',
    `has more than ${RECORDING_BYTES / 2 ** 20} MiB of text`,
    'record a shorter time, or cut it: trace-cmd report, perf sched script --time FROM,TO',
  );

const longLine = (): ScenarioError =>
  new ScenarioError(
    'file',
    `has a line of more than ${RECORDING_LINE} characters`,
    'give the text of ftrace, trace-cmd report or perf sched script',
  );

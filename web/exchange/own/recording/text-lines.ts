// The bytes of a text as they come, piece by piece, as whole lines: bounded in the length of a line. Holds one piece at a time.

import { ScenarioError } from '../../../scenario/index.ts';
import { RECORDING_LINE } from '../limits.ts';

export interface LinesWanted {
  /** Lines of other contents are stepped over where they are too long, and so are zero bytes. */
  readonly isLoose?: boolean;
}

export class LineReader {
  /** Given a text in which [from, to) is a line, without its end. */
  readonly #take: (text: string, from: number, to: number) => void;
  readonly #isLoose: boolean;
  readonly #decoder = new TextDecoder('utf-8');
  #rest = '';
  #isSkipping = false;

  constructor(
    take: (text: string, from: number, to: number) => void,
    { isLoose = false }: LinesWanted = {},
  ) {
    this.#take = take;
    this.#isLoose = isLoose;
  }

  /** Throws ScenarioError. */
  push(bytes: Uint8Array): void {
    if (!this.#isLoose && bytes.includes(0)) {
      throw new ScenarioError('file', 'is not text: it holds a zero byte', 'give a text file');
    }
    this.text(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The same of a piece that is text already. Throws ScenarioError. */
  text(piece: string): void {
    const text = this.#rest + piece;
    const end = text.lastIndexOf('\n') + 1;
    this.#lines(text, end);
    this.#rest = text.slice(end);
    if (this.#rest.length <= RECORDING_LINE) return;
    if (!this.#isLoose) throw longLine();
    this.#rest = '';
    this.#isSkipping = true;
  }

  /** What is left of the last line. Throws ScenarioError. */
  finish(): void {
    const text = `${this.#rest}${this.#decoder.decode()}\n`;
    this.#rest = '';
    this.#lines(text, text.length);
  }

  #lines(text: string, end: number): void {
    for (let from = 0; from < end; ) {
      const next = text.indexOf('\n', from);
      const isLong = next - from > RECORDING_LINE;
      if (isLong && !this.#isLoose) throw longLine();
      const isReturn = next > from && text.charCodeAt(next - 1) === 13;
      if (!isLong && !this.#isSkipping) this.#take(text, from, isReturn ? next - 1 : next);
      this.#isSkipping = false;
      from = next + 1;
    }
  }
}

const longLine = (): ScenarioError =>
  new ScenarioError(
    'file',
    `has a line of more than ${RECORDING_LINE} characters`,
    'give the text of ftrace, trace-cmd report or perf sched script',
  );

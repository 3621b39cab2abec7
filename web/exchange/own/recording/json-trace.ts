// JSON of the trace viewers (chrome://tracing, `traceconv json` of Perfetto): the text of ftrace stands in it as one value,
// "systemTraceEvents", whose lines are read as they come. The events of programs beside it tell of no CPU and are stepped over.

import { ScenarioError } from '../../../scenario/index.ts';
import type { Gathering } from './gathering.ts';
import { LineReader } from './text-lines.ts';
import type { OpenTrace, TraceForm } from './trace-form.ts';
import { TraceLines } from './trace-lines.ts';

const key = 'systemTraceEvents';
const [quote, backslash, colon, letterU] = ['"', '\\', ':', 'u'].map((each) =>
  each.charCodeAt(0),
) as [number, number, number, number];
const plain: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
/** Characters of a name that are kept to be compared. */
const nameCharacters = key.length + 1;

class JsonTrace implements OpenTrace {
  readonly #lines: TraceLines;
  readonly #text: LineReader;
  readonly #decoder = new TextDecoder('utf-8');
  #isInText = false;
  #isEscaped = false;
  /** Digits of \uXXXX that are still to come, and what they say so far. */
  #digits = 0;
  #unit = 0;
  #name = '';
  /** The last text was the wanted name; the colon behind it has come. */
  #isNamed = false;
  #isWanted = false;

  constructor(gathering: Gathering) {
    this.#lines = new TraceLines(gathering);
    const line = (text: string, from: number, to: number) => this.#lines.line(text, from, to);
    this.#text = new LineReader(line, { isLoose: true });
  }

  push(bytes: Uint8Array): void {
    this.#scan(this.#decoder.decode(bytes, { stream: true }));
  }

  finish(): void {
    this.#scan(this.#decoder.decode());
    this.#text.finish();
    this.#lines.finish();
  }

  nothing(): ScenarioError {
    return new ScenarioError(
      'file',
      'is a JSON trace without the scheduler’s events in it ("systemTraceEvents")',
      'give the trace that it was made of, or its text: traceconv systrace FILE trace.txt',
    );
  }

  #scan(text: string): void {
    let out = '';
    for (let at = 0; at < text.length; at++) {
      const letter = text.charCodeAt(at);
      if (!this.#isInText) {
        this.#outside(letter);
        continue;
      }
      if (!this.#isEscaped && letter === quote) {
        this.#isInText = false;
        this.#isNamed = !this.#isWanted && this.#name === key;
        if (this.#isWanted) out += '\n';
        this.#isWanted = false;
        continue;
      }
      const said = this.#inside(text.charAt(at), letter);
      if (this.#isWanted) out += said;
      else if (this.#name.length < nameCharacters) this.#name += said;
    }
    if (out !== '') this.#text.text(out);
  }

  #outside(letter: number): void {
    if (letter === quote) {
      this.#isInText = true;
      this.#name = '';
      return;
    }
    if (letter === colon && this.#isNamed) this.#isWanted = true;
    else if (letter > 32) this.#isWanted = false;
    if (letter > 32) this.#isNamed = false;
  }

  /** A character of a text, its escapes undone; empty while one is under way. */
  #inside(character: string, letter: number): string {
    if (this.#digits > 0) {
      this.#digits--;
      const digit = Number.parseInt(character, 16);
      this.#unit = this.#unit * 16 + (Number.isNaN(digit) ? 0 : digit);
      return this.#digits === 0 ? String.fromCharCode(this.#unit) : '';
    }
    if (!this.#isEscaped && letter === backslash) {
      this.#isEscaped = true;
      return '';
    }
    if (!this.#isEscaped) return character;
    this.#isEscaped = false;
    if (letter !== letterU) return plain[character] ?? character;
    this.#digits = 4;
    this.#unit = 0;
    return '';
  }
}

export const jsonTrace: TraceForm = {
  is: (_, head) => {
    const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
    const isObject =
      text.startsWith('{') &&
      /"(traceEvents|systemTraceEvents|displayTimeUnit|stackFrames|otherData)"\s{0,8}:/.test(text);
    return isObject || /^\[\s{0,64}\{\s{0,64}"/.test(text);
  },
  open: (gathering) => new JsonTrace(gathering),
};

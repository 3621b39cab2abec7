// Texts of strangers for the tests of readers: true ones, with parts taken out, doubled or put in. The same seed gives the
// same texts, so that the number of a finding brings it back.

import { type Draw, seededDraw } from '../../base/random.ts';
import { ScenarioError } from '../../scenario/index.ts';

/** Of the texts that are drawn: SCHEDSCAPE_INPUT_SEED draws others. */
export const inputSeed = Number(process.env.SCHEDSCAPE_INPUT_SEED ?? 11);

const scraps: readonly string[] = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '"',
    ',',
    ':',
    ';',
    '#',
    '%',
    '*',
    '/',
    '-',
    '_',
    '.',
  ],
  ...['\n', '\n\n', '\t', ' ', '\r', '\0', '\u202e', '\u001b[2J', 'é', '\ufffd', '---------------'],
  ...['0', '-1', '1e9', '0x', '0x7f', '9'.repeat(30), '__proto__', 'constructor', '/*', '*/', '//'],
];

export function torn(text: string, draw: Draw, own: readonly string[] = []): string {
  const pieces = [...scraps, ...own];
  let now = text;
  for (let changes = 1 + draw(6); changes > 0; changes--) {
    const at = draw(now.length + 1);
    const end = Math.min(now.length, at + draw(20));
    const how = draw(4);
    if (how === 0) now = now.slice(0, at) + now.slice(end);
    else if (how === 1) now = now.slice(0, end) + now.slice(at);
    else now = now.slice(0, at) + pieces[draw(pieces.length)] + now.slice(how === 2 ? at : end);
  }
  return now;
}

/** What a long run says of itself when SCHEDSCAPE_INPUT_REPORT is set: a person looks at it, no test does. */
export class InputReport {
  readonly #name: string;
  readonly #isWanted = process.env.SCHEDSCAPE_INPUT_REPORT !== undefined;
  readonly #begun = performance.now();
  #slowest = 0;
  #inputs = 0;
  #early = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Reads one input, and records its CPU time if that is wanted. */
  of<Result>(read: () => Result): Result {
    if (!this.#isWanted) return read();
    const before = process.cpuUsage();
    try {
      return read();
    } finally {
      this.#slowest = Math.max(this.#slowest, process.cpuUsage(before).user / 1000);
      if (++this.#inputs === 10_000) this.#early = process.memoryUsage().heapUsed;
    }
  }

  end(taken: number): void {
    if (!this.#isWanted) return;
    const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(0);
    const now = process.memoryUsage().heapUsed;
    process.stderr.write(
      `${this.#name}: ${this.#inputs} inputs in ${seconds} s, ${taken} taken, slowest ${this.#slowest.toFixed(1)} ms, heap ${megabytes(this.#early)} after 10,000 and ${megabytes(now)} at the end\n`,
    );
  }
}

/**
 * Reads so many torn texts by turns of `given`; anything but a refusal in words fails, and is told with its text. How
 * many were taken.
 */
export function takenOf(
  count: number,
  given: readonly string[],
  read: (text: string) => void,
  own: readonly string[] = [],
  name = 'texts',
): number {
  const draw = seededDraw(inputSeed);
  const report = new InputReport(name);
  let taken = 0;
  for (let input = 0; input < count; input++) {
    const text = torn(given[input % given.length]!, draw, own);
    try {
      report.of(() => read(text));
      taken++;
    } catch (cause) {
      if (cause instanceof ScenarioError && cause.message.length < 2000) continue;
      throw new Error(`input ${input}: ${JSON.stringify(text)}`, { cause });
    }
  }
  report.end(taken);
  return taken;
}

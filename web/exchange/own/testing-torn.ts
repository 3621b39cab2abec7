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

/**
 * Reads so many torn texts by turns of `given`; anything but a refusal in words fails, and is told with its text. How
 * many were taken.
 */
export function takenOf(
  count: number,
  given: readonly string[],
  read: (text: string) => void,
  own: readonly string[] = [],
): number {
  const draw = seededDraw(inputSeed);
  let taken = 0;
  for (let input = 0; input < count; input++) {
    const text = torn(given[input % given.length]!, draw, own);
    try {
      read(text);
      taken++;
    } catch (cause) {
      if (cause instanceof ScenarioError && cause.message.length < 2000) continue;
      throw new Error(`input ${input}: ${JSON.stringify(text)}`, { cause });
    }
  }
  return taken;
}

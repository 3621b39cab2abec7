// An unanswered choice looks answerable: an open ring that is visible on every background.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { contrast } from './testing/sight.ts';
import { coloursOf } from './testing/theme-colours.ts';
import { themes } from './theme.ts';

const sheet = readFileSync(fileURLToPath(new URL('Choice.module.css', import.meta.url)), 'utf8');
/** What is said of a radio, chosen or not. */
const ruleOf = (chosen: '' | ':checked') =>
  sheet.split(`:where(.choice) input[type='radio']${chosen} {`)[1]!.split('}')[0]!;
const ringOf = (chosen: '' | ':checked') =>
  /border: \d+px solid var\((--[\w-]+)\)/.exec(ruleOf(chosen))![1]!;

it('draws an unanswered radio as an empty ring, not as the filled disc of one that is disabled', () => {
  expect(ruleOf('')).toContain('appearance: none');
  expect(ruleOf('')).not.toMatch(/background|opacity/);
  expect(ringOf('')).not.toBe(ringOf(':checked'));
});

it.each(themes)('draws both rings at 3:1 or more in the %s theme', (theme) => {
  const colours = coloursOf(theme);
  for (const ring of [ringOf(''), ringOf(':checked')]) {
    for (const ground of ['--background', '--surface', '--surface-raised']) {
      expect(
        contrast(colours[ring]!, colours[ground]!),
        `${ring} on ${ground}`,
      ).toBeGreaterThanOrEqual(3);
    }
  }
});

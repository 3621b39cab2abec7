// The file of further cases against its generator: a change of one requires a change of the other.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fairFurther } from './file.mjs';

const file = new URL('../../../fair-further-vectors.json', import.meta.url);

/** Thousands of cases are tried: on a busy machine that takes a while. */
const patience = { timeout: 600_000 };
const command = 'node tests/vectors/reference/generate.mjs';

it(`fair-further-vectors.json is what ${command} makes`, patience, () => {
  expect(fairFurther() === readFileSync(file, 'utf8'), `make it anew: ${command}`).toBe(true);
});

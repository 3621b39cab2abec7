// The reference against the shared vectors of fair scheduling, whose answers the kernel's own functions
// gave: it may speak for the kernel in further cases only if it gives every one of them.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answer } from './answers.mjs';

const file = new URL('../../fair-vectors.json', import.meta.url);
const { cases } = JSON.parse(readFileSync(file, 'utf8'));

describe('the reference of fair scheduling', () => {
  it('is held to all 118 shared cases', () => {
    expect(cases).toHaveLength(118);
  });

  it.each(cases.map((vector) => [vector.id, vector]))('gives what %s expects', (_id, vector) => {
    // A case may name only some of what there is to say; what it names is compared exactly.
    expect({ said: answer(vector) }).toMatchObject({ said: vector.expect });
  });
});

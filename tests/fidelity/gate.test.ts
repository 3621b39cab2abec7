// That no story of the gate (gate.ts) is left out.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stories } from './gate.ts';

it('holds every story of gate.json in a file of its own', () => {
  expect(stories).toHaveLength(4);
  for (const story of stories) {
    const text = readFileSync(`tests/fidelity/gate-${story}.test.ts`, 'utf8');
    expect(text).toContain(`holdStory('${story}')`);
  }
});

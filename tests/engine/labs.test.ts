// That no lab (labs.ts) is left out.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shares } from './labs.ts';

it('are dealt out to files that exist', () => {
  for (let share = 0; share < shares; share++) {
    const text = readFileSync(`tests/engine/labs-${share}.test.ts`, 'utf8');
    expect(text).toContain(`describeShare(${share})`);
  }
});

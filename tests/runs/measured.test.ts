// What kept runs are kept by, of the code that measures them.

import { expect, it } from 'vitest';
import { behind } from './measured.ts';

it('keeps runs by the modules behind the code that measures, and by the exact packages', () => {
  const names = behind('tests/runs/measured.ts');
  expect(names).toEqual(
    expect.arrayContaining(['web/engine/native.ts', 'web/engine/wasm.ts', 'package-lock.json']),
  );
});

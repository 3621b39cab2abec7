// The part of `bench` that runs nothing: which share of its runs the report that comes with the program took.

import { expect, it } from 'vitest';
import { countShipped } from './bench-answer.ts';

it('the report that comes with the program took the first seeds of every row, and not all of every', async () => {
  const { first, taken, all } = await countShipped();
  expect(first).toBeGreaterThan(1000);
  expect(taken).toBeGreaterThan(first);
  expect(taken).toBeLessThan(all);
});

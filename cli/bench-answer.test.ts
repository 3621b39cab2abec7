// The part of `bench` that runs nothing: how many runs are behind a report, and which share of its runs the one that
// comes with the program took.

import { expect, it } from 'vitest';
import { counting, countShipped, runsOfPrinted } from './bench-answer.ts';

const runsOf = await counting();

it('the report that comes with the program took the first seeds of every row, and not all of every', async () => {
  const { first, taken, all } = await countShipped(runsOf);
  expect(first).toBeGreaterThan(1000);
  expect(taken).toBeGreaterThan(first);
  expect(taken).toBeLessThan(all);
});

it('a report of rows that were measured in the same runs took each of those once', () => {
  const streams = ['copy', 'scale', 'add', 'triad'];
  const printed = (seeds: number) => {
    const rows = streams.map((name) => ({
      id: `split-llc/numa-rework-stream-nps1-10/${name}`,
      seeds,
    }));
    return JSON.stringify({ rows });
  };
  expect(runsOfPrinted(printed(10), runsOf)).toBe(2 * 10);
  expect(runsOfPrinted(printed(4), runsOf)).toBe(2 * 4);
});

// What the package's sweep refuses before it opens or runs anything. The package itself is package.test.ts's.

import { describe, expect, it } from 'vitest';
import { isInputError, type SweepOptions, sweep } from '../../package/index.ts';

const threads = 'workload.threads';
const over = { [threads]: [2, 4] };
const numbers = Array.from({ length: 40 }, (_, at) => at);

describe('a sweep of the package', () => {
  it.each([
    { options: { over, seeds: 0 }, field: 'seeds', problem: 'is 0' },
    { options: { over, seeds: '3' }, field: 'seeds', problem: 'is "3"' },
    { options: { over, seeds: 1e9 }, field: 'seeds', problem: 'is 1000000000' },
    { options: { over, seeds: 1.5 }, field: 'seeds', problem: 'is 1.5' },
    { options: { over: { [threads]: [] } }, field: threads, problem: 'has no values' },
    { options: { over: { [threads]: 4 } }, field: threads, problem: 'is not a list of values' },
    { options: {}, field: 'over', problem: 'is not an object' },
    {
      options: { over: { [threads]: numbers, 'workload.tasks': numbers } },
      field: 'over',
      problem: 'makes 1600 cells and 1600 runs',
    },
  ])('names $field where it $problem', async ({ options, field, problem }) => {
    const cause = await sweep('cpupri/cyclic', options as unknown as SweepOptions).catch(
      (error: unknown) => error,
    );
    expect(isInputError(cause)).toBe(true);
    expect(cause).toMatchObject({ path: field, problem, remedy: expect.stringMatching(/./) });
  });
});

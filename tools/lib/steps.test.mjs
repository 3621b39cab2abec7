import { describe, expect, it } from 'vitest';
import { runSteps } from './steps.mjs';
import { testSteps } from './test-steps.mjs';

const options = { cache: false, keepGoing: false, verbose: false };

/** Steps that write down when they begin and end. */
function watched() {
  const seen = [];
  const step = (name, more = {}) => ({
    name,
    run: async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, more.ms ?? 1));
      seen.push(`${name} ends`);
      return { passed: 1, failed: more.failed ?? 0 };
    },
    ...more,
  });
  return { seen, step };
}

const silent = () => {};

describe('the steps of a run', () => {
  it('come one after the other, but for one that begins beside an earlier one', async () => {
    const { seen, step } = watched();
    const steps = [step('build', { ms: 30 }), step('page'), step('again', { beside: 'build' })];
    const { passed, failed, code } = await runSteps(steps, options, silent);
    expect([passed, failed, code]).toEqual([3, 0, 0]);
    const together = ['build begins', 'again begins', 'again ends', 'build ends'];
    expect(seen).toEqual([...together, 'page begins', 'page ends']);
  });
  it('come by themselves where the step beside which they begin was not asked for', async () => {
    const { seen, step } = watched();
    await runSteps([step('page'), step('again', { beside: 'build' })], options, silent);
    expect(seen).toEqual(['page begins', 'page ends', 'again begins', 'again ends']);
  });
  it('end where one fails, after what ran beside it', async () => {
    const { seen, step } = watched();
    const steps = [step('build', { failed: 1 }), step('again', { beside: 'build', ms: 30 })];
    const lines = [];
    const sum = await runSteps([...steps, step('page')], options, (line) => lines.push(line));
    expect(sum).toMatchObject({ passed: 2, failed: 1, code: 1 });
    expect(seen.at(-1)).toBe('again ends');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['FAILED', 'ok']);
  });
  it('all run where they are to go on', async () => {
    const { seen, step } = watched();
    const steps = [step('build', { failed: 1 }), step('page')];
    await runSteps(steps, { ...options, keepGoing: true }, silent);
    expect(seen.at(-1)).toBe('page ends');
  });
});

describe('the steps of `npm test`', () => {
  it('begin beside one that comes before them and is begun by itself', () => {
    const steps = testSteps(() => {});
    for (const [at, { name, beside }] of steps.entries()) {
      if (beside === undefined) continue;
      const first = steps.slice(0, at).find((step) => step.name === beside);
      expect(first, name).toBeDefined();
      expect(first.beside, name).toBeUndefined();
    }
    expect(steps.some(({ beside }) => beside !== undefined)).toBe(true);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from './files.mjs';
import { inRoot } from './paths.mjs';
import { shippedWorlds } from './shipped-worlds.mjs';
import { runSteps } from './steps.mjs';
import { behindBrowserTests, keyOfCore, slowOf, testSteps } from './test-steps.mjs';

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
  it('are not kept as passed any longer where one fails', async () => {
    const { step } = watched();
    const told = async (cache, failed) => {
      const name = 'a step that is kept';
      await runSteps([step(name, { key: () => 'one', failed })], { ...options, cache }, (line) =>
        lines.push(line),
      );
      return lines.at(-1);
    };
    const lines = [];
    await told(false, 0);
    expect(await told(true, 1)).toMatch(/^ok .* unchanged$/);
    await told(false, 1);
    await told(true, 1);
    expect(lines.at(-2)).toMatch(/^FAILED/);
    expect(lines.filter((line) => line.startsWith('FAILED'))).toHaveLength(2);
  });
  it('fail where the key cannot be told', async () => {
    const { step } = watched();
    const key = async () => {
      throw new Error('no such world');
    };
    const { failed, code } = await runSteps([step('C', { key })], options, silent);
    expect([failed, code]).toEqual([1, 1]);
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

describe('what steps are kept by', () => {
  it('is for browser tests all that they import and read, beside the page', () => {
    const behind = new Set(behindBrowserTests());
    const imported = ['tests/exchange/read.ts', 'web/views/policy/first-steps.ts'];
    for (const name of ['single', 'beginnings', 'chromium', 'firefox', 'static-server']) {
      imported.push(`tools/lib/${name}.mjs`);
    }
    for (const name of imported) expect(behind, name).toContain(name);
    const specs = listFiles(['tests/e2e', 'tests/accessibility', 'tests/gallery'], (name) =>
      name.endsWith('.ts'),
    );
    const read = specs.flatMap((spec) => [
      ...readFileSync(inRoot(spec), 'utf8').matchAll(/readFileSync\('([^']+)'/g),
    ]);
    expect(read.length).toBeGreaterThan(3);
    for (const [, name] of read) expect(behind, name).toContain(name);
  });

  it('is for the core the worlds that were written, too', async () => {
    const one = await keyOfCore(() => 'one');
    expect(await keyOfCore(() => 'one')).toBe(one);
    expect(await keyOfCore(() => 'another')).not.toBe(one);
    const folder = mkdtempSync(path.join(tmpdir(), 'worlds-'));
    const written = (text) =>
      shippedWorlds(folder, () => writeFileSync(path.join(folder, 'a.world'), text));
    try {
      expect(await written('cpus 8')).toBe(await written('cpus 8'));
      expect(await written('cpus 8')).not.toBe(await written('cpus 9'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('leaves out of the quick run what took long, or is known to', () => {
  const files = ['web/a.test.ts', 'web/b.test.ts', 'tests/engine/steps-0.test.ts'];
  expect(slowOf(files, { 'web/b.test.ts': 11, 'web/a.test.ts': 9 })).toEqual(files.slice(1));
});

// Grading: a sheet is run again by the simulator, wrong answers lose their points and no others, and whatever is wrong with
// a sheet is said by its field.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../web/engine/sweep/measure.ts';
import { openWasm } from '../web/engine/wasm.ts';
import type { GivenAnswer } from '../web/scenario/lab/judge.ts';
import { loadLab, runsOfStep, seedOf } from '../web/scenario/lab/lab.ts';
import type { Lab } from '../web/scenario/lab/lab-schema.ts';
import { type Sheet, sealOf } from '../web/scenario/lab/sheet.ts';
import { nodeReader } from '../web/scenario/node.ts';
import { isBuilt } from './program.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'grade-'));
afterAll(() => rmSync(folder, { recursive: true }));
const reader = nodeReader('scenarios');
const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const name = 'one-cache-full';
const who = { lab: name, course: 'Operating systems', name: 'Ada' };
const tolerance = 'variant.B.kernel.cache_aware.aggr_tolerance';
const right: Readonly<Record<string, GivenAnswer>> = {
  busy: 46.9,
  work: 'less',
  eight: 'same',
  design: { [tolerance]: 1, 'workload.threads': 15 },
};

let lab: Lab;
let whole: Sheet;

/** A sheet as the page makes it. */
async function sheetOf(said: Readonly<Record<string, GivenAnswer>>): Promise<Sheet> {
  const sheet: Sheet = {
    format: 'schedscape-sheet/1',
    ...who,
    seed: seedOf(name, who.course, who.name),
    answers: {},
  };
  for (const step of lab.steps) {
    const own = said[step.ask.id];
    if (own === undefined) continue;
    const { jobs } = await runsOfStep(step, sheet.seed, own, reader);
    const runs: Record<string, string> = {};
    for (const [variant, job] of jobs) {
      runs[variant] = runJob(await openWasm(core), job).trace_hash;
    }
    const answer = { said: own, hints: 0, runs };
    sheet.answers[step.ask.id] = { ...answer, seal: sealOf(sheet, step.ask.id, answer) };
  }
  return sheet;
}

let count = 0;
function file(content: unknown): string {
  const written = path.join(folder, `${++count}.json`);
  writeFileSync(written, typeof content === 'string' ? content : JSON.stringify(content));
  return written;
}

const graded = async (...args: string[]) => {
  const { code, out } = await schedscape('grade', '--json', ...args);
  expect(code).toBe(0);
  return JSON.parse(out).sheets[0];
};

beforeAll(async () => {
  lab = await loadLab(name, reader);
  whole = await sheetOf(right);
}, 120_000);

describe('grade', () => {
  it('gives all points for what the runs bear out, at hidden seeds, too', async () => {
    const seeds = file([11, 12]);
    const found = await graded(file(whole), '--seeds', seeds);
    expect([found.score, found.max_score]).toEqual([17, 17]);
    expect(found.tests.map(({ output }: { output: string }) => output)).toEqual(
      Array(5).fill('right'),
    );
  }, 120_000);

  it('takes the points of a wrong answer and no others, and says why', async () => {
    const wrong = await sheetOf({
      ...right,
      work: 'same',
      design: { [tolerance]: 1, 'workload.threads': 8 },
    });
    const { code, out } = await schedscape('grade', file(wrong));
    expect(code).toBe(0);
    expect(out).toContain('9 of 17');
    expect(out).toMatch(/\(work\): 0 of 4: answered same; the run says 2\d\s% less than A/);
    expect(out).toMatch(/\(much\): 0 of 4: at seed \d+: .* asked for at least 12000/);
    expect(out).not.toContain('(equal)');
  }, 120_000);

  it('counts what was not answered, and writes the results of one sheet for autograders', async () => {
    const { busy } = right;
    const results = path.join(folder, 'results.json');
    const { code } = await schedscape(
      'grade',
      file(await sheetOf({ busy: busy! })),
      '--results',
      results,
    );
    expect(code).toBe(0);
    const { score, max_score, tests } = JSON.parse(readFileSync(results, 'utf8'));
    expect([score, max_score]).toEqual([2, 17]);
    expect(tests[1]).toMatchObject({ score: 0, max_score: 4, output: 'was not answered' });
  }, 120_000);

  it.skipIf(!isBuilt('native'))(
    'gives the same on both backends',
    async () => {
      const sheet = file(whole);
      expect(await graded(sheet, '--backend', 'native')).toEqual(await graded(sheet));
    },
    120_000,
  );

  const changed = (change: (sheet: Sheet) => unknown) => {
    const copy = structuredClone(whole);
    change(copy);
    return copy;
  };
  it.each<[string, (sheet: Sheet) => unknown]>([
    ['seed: is 7, which does not belong to this course and name', (s) => (s.seed = 7)],
    ['seed: is ', (s) => (s.name = 'Grace')],
    ['answers.work.seal: does not match the answer', (s) => (s.answers.work!.said = 'same')],
    ['answers.work.said: is "constructor"', (s) => (s.answers.work!.said = 'constructor')],
    ['answers.busy.said: is "46.9"', (s) => (s.answers.busy!.said = '46.9')],
    ['lab: is "nowhere"', (s) => (s.lab = 'nowhere')],
    [
      'answers.design.said["workload.threads"]: is 9',
      (s) => (s.answers.design!.said = { [tolerance]: 1, 'workload.threads': 9 }),
    ],
    [
      'answers.design.said["duration"]: is not a field',
      (s) => (s.answers.design!.said = { duration: '10 s' }),
    ],
    ['answers.other: is not a question', (s) => (s.answers.other = s.answers.work!)],
    ['answers.work.hints', (s) => (s.answers.work!.hints = 99)],
    ['course: is missing', (s) => Reflect.deleteProperty(s, 'course')],
  ])('refuses a sheet by its field: %s', async (message, change) => {
    const { code, err, out } = await schedscape('grade', file(changed(change)));
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(out).toBe('');
  });

  it('refuses hashes that are not those of the run, even under a fitting seal', async () => {
    const forged = changed((sheet) => {
      const { seal: _, ...answer } = sheet.answers.work!;
      answer.runs = { ...answer.runs, B: '0123456789abcdef' };
      sheet.answers.work = { ...answer, seal: sealOf(sheet, 'work', answer) };
    });
    const { code, err } = await schedscape('grade', file(forged));
    expect(code).toBe(2);
    expect(err).toContain('answers.work.runs.B: is 0123456789abcdef, but the run has ');
  }, 60_000);

  it.each([
    ['no JSON', 'not JSON'],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'nested deeper'],
    ['{"__proto__": {}}', 'not a key that data may have'],
    [`"${'x'.repeat(70_000)}"`, 'at most 65536 are read'],
    ['[]', 'format: is missing'],
  ])('refuses %s', async (text, message) => {
    const { code, err } = await schedscape('grade', file(text));
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('grades the other sheets where one is refused', async () => {
    const { code, out, err } = await schedscape('grade', file('{}'), file(whole));
    expect(code).toBe(2);
    expect(err).toContain('format: is missing');
    expect(out).toContain('17 of 17');
  }, 60_000);

  it('prints the key of a lab: figures, right choices, and which designs hold', async () => {
    const { code, out } = await schedscape('grade', '--key', name, '--seeds', file([5, 6]));
    expect(code).toBe(0);
    expect(out).toContain('right: less');
    // Of a design, whether it holds at all seeds, and from what to what its figures range.
    expect(out).toContain(`${tolerance}=1 workload.threads=15: holds (`);
    expect(out).toMatch(
      /=100 workload\.threads=8: fails much \(equal .*; much from [\d.]+ 1\/s to [\d.]+ 1\/s\)/,
    );
    const wrong = await schedscape('grade', '--key', 'one-cache');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--key: is "one-cache"')]);
  }, 120_000);
});

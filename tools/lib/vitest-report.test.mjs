import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { judge, readReport } from './vitest-report.mjs';

const test = (fullName, status = 'passed') => ({ fullName, status });
const file = (name, status, ...assertionResults) => ({
  name: inRoot(name),
  status,
  startTime: 1000,
  endTime: 3500,
  assertionResults,
});
const report = (...testResults) => ({ numPassedTests: 3, numFailedTests: 1, testResults });

describe('the report of unit tests', () => {
  it('says of each file in what time it passed', () => {
    const { files } = readReport(
      report(file('web/a.test.ts', 'passed', test('a')), file('tests/b.test.ts', 'failed')),
    );
    expect(files).toEqual([
      { file: 'web/a.test.ts', seconds: 2.5, tests: 1, hasPassed: true },
      { file: 'tests/b.test.ts', seconds: 2.5, tests: 0, hasPassed: false },
    ]);
  });

  it('gives the command that runs a failed test alone, in its project', () => {
    const { commands } = readReport(
      report(
        file('web/a.test.tsx', 'failed', test('holds'), test("the reader's (first) row", 'failed')),
        file('tests/determinism/b.test.ts', 'failed'),
      ),
    );
    expect(commands).toEqual([
      "npx vitest run --project dom web/a.test.tsx -t 'the reader'\\''s \\(first\\) row'",
      'npx vitest run --project determinism tests/determinism/b.test.ts',
    ]);
  });

  it('gives ten commands at most, and has failed where only a file has', () => {
    const broken = Array.from({ length: 12 }, (_, at) => test(`test ${at}`, 'failed'));
    const { commands, failed } = readReport({
      ...report(file('web/a.test.ts', 'failed', ...broken)),
      numFailedTests: 12,
    });
    expect(commands).toHaveLength(11);
    expect(commands.at(-1)).toBe('… and 2 more');
    expect(failed).toBe(12);
    const idle = { numPassedTests: 3, numFailedTests: 0 };
    expect(readReport({ ...idle, testResults: [file('web/a.test.ts', 'failed')] }).failed).toBe(1);
  });
});

describe('a run of files of tests', () => {
  const [a, b] = ['web/a.test.ts', 'web/b.test.ts'];
  const good = file(a, 'passed', test('holds'), test('not here', 'skipped'));
  const bad = file(b, 'failed', test('holds', 'failed'));
  const judged = (code, results, { errors = 0, failed = 0, wanted = [a, b] } = {}) =>
    judge(
      code,
      JSON.stringify({
        numPassedTests: 1,
        numFailedTests: failed,
        unhandledErrors: errors,
        testResults: results,
      }),
      wanted,
    );

  it('keeps what passed beside a test that failed', () => {
    const { failed, good: kept, problems } = judged(1, [good, bad], { failed: 1 });
    expect([failed, kept, problems]).toEqual([1, [a], []]);
  });

  it('keeps nothing where it ended badly and no test says why', () => {
    const fine = file(b, 'passed', test('holds'));
    expect(judged(0, [good, fine])).toMatchObject({ failed: 0, good: [a, b], problems: [] });
    expect(judged(1, [good, fine])).toMatchObject({ failed: 1, good: [] });
    expect(judged(1, [good, bad], { failed: 1, errors: 1 })).toMatchObject({ failed: 1, good: [] });
    // A report that does not say whether there were such errors.
    const untold = JSON.stringify({ ...report(good, bad), numPassedTests: 1 });
    expect(judge(1, untold, [a, b]).good).toEqual([]);
  });

  it('has failed where a file has no test, or none that ended', () => {
    for (const empty of [file(b, 'passed'), file('web/other.test.ts', 'passed', test('holds'))]) {
      const { failed, good: kept, problems } = judged(0, [good, empty]);
      expect(failed).toBe(1);
      expect(problems).toEqual([`${b}: no test of it was run`]);
      expect(kept).not.toContain(b);
    }
    const cut = judged(0, [good, file(b, 'passed', test('holds'), test('hangs', 'pending'))]);
    expect(cut).toMatchObject({ failed: 1, good: [a] });
    expect(judge(1, undefined, [a, b])).toMatchObject({ passed: 0, failed: 2, good: [] });
  });
});

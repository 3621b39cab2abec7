import { describe, expect, it } from 'vitest';
import { browserResult } from './browser-report.mjs';

const spec = (title, status, ...errors) => ({
  title,
  file: 'time.spec.ts',
  line: 7,
  tests: [
    {
      projectName: 'page',
      status,
      results: errors.map((message) => ({ status, errors: [{ message }] })),
    },
  ],
});
const report = (...specs) => ({ suites: [{ suites: [{ specs }] }] });

describe('the result of the browser tests', () => {
  it('counts what passed, also at the second try, and names the latter', () => {
    const drags = spec('drags', 'flaky', 'too late');
    drags.tests[0].results.push({ status: 'passed', errors: [] });
    const result = browserResult(
      { code: 0, output: 'all of it' },
      report(spec('plays', 'expected'), drags),
    );
    expect(result).toMatchObject({ passed: 2, failed: 0, commands: [] });
    expect(result.note).toContain('second try: time.spec.ts:7 › drags');
  });
  it('says of a failed run what failed and why, and nothing of what passed', () => {
    const { passed, failed, output, commands } = browserResult(
      { code: 1, output: 'all of it' },
      report(spec('plays', 'expected'), spec('drags', 'unexpected', 'first', '\u001b[31mlast')),
    );
    expect([passed, failed]).toEqual([1, 1]);
    expect(output).toBe('✘ time.spec.ts:7 › drags\nlast');
    expect(commands).toEqual(['npx playwright test --project=page tests/time.spec.ts:7']);
  });
  it('has failed when the run says so, whatever the tests say', () => {
    const outside = { ...report(spec('plays', 'expected')), errors: [{ message: 'no server' }] };
    expect(browserResult({ code: 1, output: '' }, outside)).toMatchObject({
      failed: 1,
      output: 'no server',
    });
    expect(browserResult({ code: 1, output: 'it broke' }, undefined)).toEqual({
      passed: 0,
      failed: 1,
      output: 'it broke',
    });
  });
});

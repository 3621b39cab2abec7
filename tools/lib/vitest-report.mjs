// Reads Vitest's report: which files passed and in what time, which it does not have, and how each failed test is run alone.

import path from 'node:path';
import { root } from './paths.mjs';

/** Commands that are shown; a broken core fails in hundreds of tests. */
const mostCommands = 10;

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
/** As the pattern that -t takes. */
const patternOf = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const projectOf = (file) => {
  const own = file.match(/^tests\/(determinism|fidelity)\//)?.[1];
  return own ?? (file.endsWith('.tsx') ? 'dom' : 'unit');
};

/** The command that runs one test alone, or a file where it is the file that failed. */
export function commandFor(file, name) {
  const only = name === undefined ? '' : ` -t ${quoted(patternOf(name))}`;
  return `npx vitest run --project ${projectOf(file)} ${file}${only}`;
}

/** What is not one of these (`pending`) was begun and never ended: its worker died, or the run was cut off. */
const ended = new Set(['passed', 'skipped', 'todo']);

/** Vitest says "passed" of every file without a failed test, of one that was never run, too. */
const hasPassed = ({ status, assertionResults: tests }) =>
  status === 'passed' && tests.length > 0 && tests.every((test) => ended.has(test.status));

/**
 * What the report says: { passed, failed, files: [{ file, seconds, tests, hasPassed }], commands }, the commands for what
 * failed, one a line.
 */
export function readReport({ numPassedTests, numFailedTests, testResults }) {
  const files = testResults.map((result) => ({
    file: path.relative(root, result.name),
    seconds: Math.max(0, result.endTime - result.startTime) / 1000,
    tests: result.assertionResults.length,
    hasPassed: hasPassed(result),
  }));
  const commands = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const broken = assertionResults.filter((test) => test.status === 'failed');
    if (broken.length === 0) return status === 'failed' ? [commandFor(file)] : [];
    return broken.map(({ fullName }) => commandFor(file, fullName));
  });
  const more = commands.length - mostCommands;
  const shown = more > 0 ? [...commands.slice(0, mostCommands), `… and ${more} more`] : commands;
  const failedFiles = files.filter(({ hasPassed }) => !hasPassed).length;
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, failedFiles > 0 ? 1 : 0),
    files,
    commands: shown,
  };
}

/**
 * What a run of these files comes to: readReport, with `good`, those that may be kept as passed, and `problems`, what the
 * report does not say. `code`: Vitest's exit code; `text`: its report with the count of unhandledErrors
 * (vitest-reporter.mjs), or undefined where none was written.
 */
export function judge(code, text, wanted) {
  const { unhandledErrors, ...report } = text
    ? JSON.parse(text)
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  const said = readReport(report);
  const run = new Set(said.files.filter(({ tests }) => tests > 0).map(({ file }) => file));
  const problems = wanted
    .filter((file) => !run.has(file))
    .map((file) => `${file}: no test of it was run`);
  // An error that belongs to no file: any file may be the broken one.
  const isToldApart = code === 0 || (unhandledErrors === 0 && report.numFailedTests > 0);
  const good = said.files.filter((file) => isToldApart && file.hasPassed).map(({ file }) => file);
  const least = code === 0 ? problems.length : Math.max(1, problems.length);
  return { ...said, failed: Math.max(said.failed, least), good, problems };
}

// Runs named steps one after the other, some beside each other: a status line each, the output only of what failed,
// and nothing again that passed with the same inputs. What the steps are is the business of test-steps.mjs. Vitest,
// Playwright and CTest run the tests; none of them runs the others, knows the compilers, or skips by what a step reads.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { readIfThere, sha, writeWhole } from './files.mjs';
import { buildDir } from './paths.mjs';

const cacheFile = (name) => path.join(buildDir, 'test-cache', `${name.replace(/\W+/g, '-')}.json`);

function fromCache(name, key, { cache }) {
  const text = cache && key && readIfThere(cacheFile(name), 'utf8');
  const known = text ? JSON.parse(text) : undefined;
  return known?.key === key ? known : undefined;
}

function lineOf({ name, state, seconds, note }) {
  const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
  return `${state.padEnd(6)} ${name.padEnd(30)} ${time.padStart(8)}  ${note ?? ''}`.trimEnd();
}

const countNote = ({ passed, failed }) =>
  passed + failed > 1 ? `${passed} passed, ${failed} failed` : '';

/** What a step is kept by, if it is: what it says, and the Node that runs it. */
async function keyOf(step) {
  const own = await step.key?.();
  return own && sha(process.version, own);
}

async function runStep(step, options) {
  const { name } = step;
  if (step.absent?.()) return { name, state: '-', passed: 0, failed: 0, note: 'nothing here yet' };
  const start = performance.now();
  const keyNow = () => attempt(async () => ({ key: await keyOf(step) }));
  const { key, ...broken } = await keyNow();
  const known = fromCache(name, key, options);
  if (known) return { name, state: 'ok', ...known, seconds: undefined, note: 'unchanged' };
  const done = broken.failed ? broken : await attempt(() => step.run(options));
  const seconds = (performance.now() - start) / 1000;
  const result = { name, passed: done.failed ? 0 : 1, failed: 0, ...done, seconds };
  const isGood = result.failed === 0;
  const { passed, failed } = result;
  if (isGood && key && (await keyNow()).key === key) {
    writeWhole(cacheFile(name), JSON.stringify({ key, passed, failed }));
  } else if (key) rmSync(cacheFile(name), { force: true }); // it passed once, and not now
  return {
    ...result,
    key,
    state: isGood ? 'ok' : 'FAILED',
    note: result.note ?? countNote(result),
  };
}

/** A result of a step; one that throws has failed, with its message as output. */
async function attempt(work) {
  try {
    return (await work()) ?? {};
  } catch (error) {
    const output = error instanceof Failure ? error.message : error.stack;
    return { passed: 0, failed: 1, output, code: error.code };
  }
}

/** Steps with those that begin with them. */
function groupsOf(steps) {
  const groups = [];
  for (const step of steps) {
    const group = groups.find(([first]) => first.name === step.beside);
    if (group) group.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** What failed, with the commands that run it alone. */
function failureOf({ output, commands = [] }) {
  const alone = commands.length > 0 ? ['', 'alone:', ...commands.map((line) => `  ${line}`)] : [];
  return [output?.trimEnd() ?? '', ...alone].join('\n');
}

const nothingSeen = { begin() {}, end() {} };

/**
 * Runs the steps; resolves to { passed, failed, code, times }. A step is
 * { name, run, key?, absent?, beside? }: run resolves to { passed, failed, output, note, commands }, all optional. `beside`
 * names an earlier step that leaves a processor idle: this one begins with it, and the next when both have ended. `watcher`
 * hears when steps begin and end (progress.mjs).
 */
export async function runSteps(steps, options, write, watcher = nothingSeen) {
  const sum = { passed: 0, failed: 0, code: 0, times: [] };
  let isOver = false;
  const runAndTell = async (step) => {
    watcher.begin(step.name);
    const result = await runStep(step, options);
    watcher.end(step.name);
    write(lineOf(result));
    if (options.verbose && result.key) write(`       key ${result.key}`);
    const told =
      result.failed > 0 ? failureOf(result) : options.verbose && result.output?.trimEnd();
    if (told) write(told);
    sum.passed += result.passed;
    sum.failed += result.failed;
    if (result.seconds !== undefined) sum.times.push({ name: step.name, seconds: result.seconds });
    if (result.failed > 0) sum.code = sum.code || (result.code === 2 ? 2 : 1);
    if (result.failed > 0 && (!options.keepGoing || result.code === 2)) isOver = true;
  };
  for (const group of groupsOf(steps)) {
    if (isOver) break;
    await Promise.all(group.map(runAndTell));
  }
  return sum;
}

// Runs named steps one after the other, some beside each other: a status line each, the output only of what failed,
// and nothing again that passed with the same inputs. What the steps are is the business of test-steps.mjs.

import path from 'node:path';
import { Failure } from './failure.mjs';
import { readIfThere, writeWhole } from './files.mjs';
import { buildDir } from './paths.mjs';

const cacheFile = (name) => path.join(buildDir, 'test-cache', `${name.replace(/\W+/g, '-')}.json`);

function fromCache(name, key, { cache }) {
  const text = cache && key && readIfThere(cacheFile(name), 'utf8');
  const known = text ? JSON.parse(text) : undefined;
  return known?.key === key ? known : undefined;
}

function report({ name, state, seconds, note }, write) {
  const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
  write(`${state.padEnd(6)} ${name.padEnd(22)} ${time.padStart(8)}  ${note ?? ''}`.trimEnd());
}

const countNote = ({ passed, failed }) =>
  passed + failed > 1 ? `${passed} passed, ${failed} failed` : '';

async function runStep(step, options) {
  const { name } = step;
  if (step.absent?.()) return { name, state: '-', passed: 0, failed: 0, note: 'nothing here yet' };
  const key = step.key?.();
  const known = fromCache(name, key, options);
  if (known) return { name, state: 'ok', ...known, seconds: undefined, note: 'unchanged' };
  const start = performance.now();
  const done = await attempt(step);
  const seconds = (performance.now() - start) / 1000;
  const result = { name, passed: done.failed ? 0 : 1, failed: 0, ...done, seconds };
  const isGood = result.failed === 0;
  const { passed, failed } = result;
  if (isGood && key && step.key() === key) {
    writeWhole(cacheFile(name), JSON.stringify({ key, passed, failed }));
  }
  return { ...result, state: isGood ? 'ok' : 'FAILED', note: result.note ?? countNote(result) };
}

/** A step's own result; a step that throws has failed, with its message as output. */
async function attempt(step) {
  try {
    return (await step.run()) ?? {};
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

/**
 * Runs the steps; resolves to { passed, failed, code }. A step is
 * { name, run, key?, absent?, beside? }: run resolves to { passed, failed, output, note }, all optional. `beside` names
 * an earlier step that leaves a processor idle: this one begins with it, and the next when both have ended.
 */
export async function runSteps(steps, options, write) {
  const sum = { passed: 0, failed: 0, code: 0 };
  let isOver = false;
  const runAndTell = async (step) => {
    const result = await runStep(step, options);
    report(result, write);
    if (result.output && (result.failed > 0 || options.verbose)) write(result.output.trimEnd());
    sum.passed += result.passed;
    sum.failed += result.failed;
    if (result.failed > 0) sum.code = sum.code || (result.code === 2 ? 2 : 1);
    if (result.failed > 0 && (!options.keepGoing || result.code === 2)) isOver = true;
  };
  for (const group of groupsOf(steps)) {
    if (isOver) break;
    await Promise.all(group.map(runAndTell));
  }
  return sum;
}

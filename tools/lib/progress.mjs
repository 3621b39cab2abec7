// What a run of steps says while it is at work: which step, seconds so far, and what is left by how long the steps took the
// last time. On a terminal a line that is written anew every second, elsewhere a line when a step begins.

import path from 'node:path';
import { readIfThere, writeWhole } from './files.mjs';
import { buildDir } from './paths.mjs';

/** The seconds of every step when it ran last. */
const timesFile = path.join(buildDir, 'test-seconds.json');

export const readTimes = () =>
  JSON.parse(readIfThere(timesFile, 'utf8') ?? '{"steps":{},"files":{}}');

/** Keeps seconds by name, of `steps` or `files`; those of before stay for what did not run. */
export function keepTimes(kind, seconds) {
  const times = readTimes();
  const rounded = Object.entries(seconds).map(([name, of]) => [name, Math.round(10 * of) / 10]);
  const sorted = Object.entries({ ...times[kind], ...Object.fromEntries(rounded) });
  sorted.sort(([, one], [, other]) => other - one);
  writeWhole(
    timesFile,
    `${JSON.stringify({ ...times, [kind]: Object.fromEntries(sorted) }, null, 1)}\n`,
  );
}

const said = (seconds) =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

/** What is left, by name of the steps, given the seconds of the last time and those that the running ones have taken. */
export function leftOf(names, running, last) {
  const waiting = names.length - running.size;
  const known = names.filter((name) => last[name] !== undefined);
  const seconds = known.reduce(
    (sum, name) => sum + Math.max(0, last[name] - (running.get(name) ?? 0)),
    0,
  );
  const steps =
    waiting === 0 ? 'the last step' : `${waiting} ${waiting === 1 ? 'step' : 'steps'} left`;
  return known.length < names.length ? steps : `${steps}, at most ${said(seconds)}`;
}

/** A watcher for runSteps. `names`: all steps, in order; `output`: where it is written, a terminal or not. */
export function progress(names, output, now = () => performance.now() / 1000) {
  const left = new Set(names);
  const begun = new Map();
  const start = now();
  const last = readTimes().steps;
  const isLive = output.isTTY === true;
  const clear = () => isLive && output.write('\r\x1b[2K');
  const line = () => {
    const running = new Map([...begun].map(([name, at]) => [name, now() - at]));
    const each = [...running].map(([name, seconds]) => `${name} ${said(seconds)}`).join(', ');
    return `...    ${each}; ${said(now() - start)} so far, ${leftOf([...left], running, last)}`;
  };
  const show = () => {
    if (begun.size === 0) return;
    clear();
    output.write(isLive ? line().slice(0, (output.columns ?? 80) - 1) : `${line()}\n`);
  };
  const timer = isLive ? setInterval(show, 1000) : undefined;
  timer?.unref();
  return {
    begin(name) {
      begun.set(name, now());
      show();
    },
    end(name) {
      begun.delete(name);
      left.delete(name);
      clear();
      if (left.size === 0) clearInterval(timer);
    },
  };
}

/** The table at the end: every step that ran, the longest first. */
export function tableOf(times) {
  const sorted = [...times].sort((one, other) => other.seconds - one.seconds);
  const whole = times.reduce((sum, { seconds }) => sum + seconds, 0);
  return sorted.map(
    ({ name, seconds }) =>
      `${seconds.toFixed(1).padStart(8)} s  ${String(Math.round((100 * seconds) / whole)).padStart(3)} %  ${name}`,
  );
}

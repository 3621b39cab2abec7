// The page's builder as a program of its own. What it builds is meant for readers: a shell, or a program that has loaded
// modules through it before, may say that it is for development, and React would be twice as large and half as fast.

import { Failure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** Builds `what`, with further arguments and environment; throws Failure with what was printed. */
export async function buildWithVite(what, args = [], env = {}) {
  const vite = inRoot('node_modules/vite/bin/vite.js');
  const all = [vite, 'build', '--logLevel', 'warn', ...args];
  const { code, output } = await run(process.execPath, all, {
    env: { ...env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Failure(`${what} does not build:\n${output.trim()}`);
}

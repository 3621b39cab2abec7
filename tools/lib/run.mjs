// Runs another program and collects what it says. It decides nothing about success.

import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** Resolves to { code, output, stdout } when the program ends; never rejects for its exit code. */
export function run(command, args, { cwd = root, env, onData } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let stdout = '';
    const take = (isStdout) => (chunk) => {
      output += chunk;
      if (isStdout) stdout += chunk;
      onData?.(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take(true));
    child.stderr.setEncoding('utf8').on('data', take(false));
    child.on('error', (error) => resolve({ code: 127, output: error.message, stdout }));
    child.on('close', (code, signal) => {
      if (signal) output += `\n${path.basename(command)} was ended by ${signal}\n`;
      resolve({ code: code ?? 1, output, stdout });
    });
  });
}

/** The full path of the first of these programs that PATH knows, or undefined. */
export function which(...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) =>
    name.includes('/') ? [name] : folders.map((folder) => path.join(folder, name)),
  );
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Works through `items` with at most `width` at a time; stops at the first that throws. */
export async function pool(items, width, work) {
  const queue = items.map((item, index) => ({ item, index }));
  const results = new Array(items.length);
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        results[next.index] = await work(next.item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}

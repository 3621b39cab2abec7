// Runs another program and collects what it says. It decides nothing about success.

import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** Programs that are at work in groups of processes of their own. */
const groups = new Set();

/** Ends the programs that were started with `ownGroup`, and all that those have started, such as a server. */
export function endGroups(signal) {
  for (const { pid } of groups) {
    try {
      process.kill(-pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Resolves to { code, output, stdout } when the program ends; never rejects for its exit code. One with `ownGroup`
 * gets no Ctrl+C: its starter must end it (endGroups).
 */
export function run(command, args, { cwd = root, env, onData, ownGroup = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup,
    });
    if (ownGroup && child.pid) groups.add(child);
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
      groups.delete(child);
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
  const slot = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        results[next.index] = await work(next.item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: width }, slot));
  return results;
}

// Watches which files of the tree a test file opens, and whether it starts programs, whose opened files cannot be
// watched. `npm test` asks for this record and uses it to decide whether a pass can be kept
// (tools/lib/vitest-groups.mjs).

import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, URL } from 'node:url';
import { promisify } from 'node:util';
import workers from 'node:worker_threads';
import { afterAll, expect } from 'vitest';
import { writeWhole } from '../tools/lib/files.mjs';
import { openedFile } from '../tools/lib/vitest-groups.mjs';

const root = process.cwd();
const opened = new Set<string>();
let starts = false;

/** Of what is below build/, only modules of the core are inputs: the rest is made by tests, or kept by what made it. */
const isInput = (name: string) =>
  !name.startsWith('..') &&
  !/^(?:node_modules|\.git)(?:\/|$)|\/node_modules\//.test(name) &&
  (!/^(?:build|dist)(?:\/|$)/.test(name) || /^build\/(?:core|native)\/[^/]+$/.test(name));

/** What a call opens by its arguments: a name, and with `recursive` every folder below it, each of which says its names. */
export function namesOpened(place: unknown, options: unknown): string[] {
  if (typeof place !== 'string' && !(place instanceof URL)) return [];
  const name = typeof place === 'string' ? path.resolve(root, place) : fileURLToPath(place);
  const isWhole = (options as { recursive?: boolean } | undefined)?.recursive === true;
  const found = [name, ...(isWhole ? foldersBelow(name) : [])];
  return found.map((each) => path.relative(root, each)).filter((each) => each !== '');
}

const { readdirSync, statSync } = fs;
function foldersBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => path.join(folder, name))
    .flatMap((below) => [below, ...foldersBelow(below)]);
}

function note(place: unknown, options: unknown): void {
  for (const name of namesOpened(place, options)) if (isInput(name)) opened.add(name);
}

type Call = (...given: unknown[]) => unknown;

/** The same function, which tells `see` of every call; also where promisify makes one of its own of it. */
function watched(before: Call, see: Call): Call {
  function told(this: unknown, ...given: unknown[]) {
    see(...given);
    return before.apply(this, given);
  }
  const own = Object.getOwnPropertyDescriptors(before) as PropertyDescriptorMap;
  const promised = own[promisify.custom];
  if (promised) own[promisify.custom] = { ...promised, value: watched(promised.value, see) };
  return Object.defineProperties(told, own);
}

/** Has `see` told of every call of these functions. */
export function watch(module: object, names: readonly string[], see: Call): void {
  const functions = module as Record<string, Call>;
  for (const name of names) functions[name] = watched(functions[name]!, see);
}

const both = ['readFile', 'readdir', 'stat', 'lstat', 'open'];
function watchAll(): void {
  watch(
    fs,
    [...both, ...both.map((name) => `${name}Sync`), 'existsSync', 'createReadStream'],
    note,
  );
  watch(fs.promises, both, note);
  const start = () => {
    starts = true;
  };
  const programs = ['spawn', 'execFile', 'exec'];
  watch(childProcess, [...programs, ...programs.map((name) => `${name}Sync`), 'fork'], start);
  const { Worker } = workers;
  workers.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      start();
    }
  };
  syncBuiltinESMExports();
  afterAll(() => {
    const file = path.relative(root, expect.getState().testPath!);
    writeWhole(openedFile(file), JSON.stringify({ starts, opened: [...opened].sort() }));
  });
}

if (process.env.SCHEDSCAPE_NOTES_OPENED === '1') watchAll();

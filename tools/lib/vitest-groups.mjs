// The tests that Vitest runs, by what they are about, and what each file of them is kept by: one that passed is not run again
// until something it is made of or opens has changed. What it is made of, its imports say (imports.mjs); what it opens while
// it runs, tests/opened-files.ts writes down. Vitest has neither: --changed goes by Git and knows no file that is opened.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles, readIfThere, sha, writeWhole } from './files.mjs';
import { Imports } from './imports.mjs';
import { buildDir, inRoot } from './paths.mjs';

const cores = ['build/core', 'build/native'];
const everything = [
  ...[
    'web',
    'cli',
    'package',
    'tests',
    'tools',
    'scenarios',
    'wasm-core',
    'docs',
    'deploy',
    'public',
  ],
  ...['index.html', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'LICENSE'],
  ...[
    'SECURITY.md',
    'CITATION.cff',
    'Containerfile',
    '.github',
    'package.json',
    'biome.json',
    'playwright.config.ts',
    'vite.config.ts',
  ],
  ...cores,
];

/**
 * The first that names a file has it. `opens`: what its tests open, until a file has been seen to run. `starts`:
 * programs of the tree that its tests start, whose opened files cannot be watched; left out: any.
 */
export const groups = [
  {
    name: 'determinism',
    tests: /^tests\/determinism\//,
    opens: ['scenarios', 'tests/determinism', 'wasm-core/fuzz/stored', ...cores],
  },
  {
    name: 'fidelity',
    tests: /^tests\/fidelity\//,
    opens: ['scenarios', 'tests/fidelity', ...cores],
    starts: ['tools/schedscape.mjs', 'cli/main.ts', 'cli/sweep.worker.ts'],
  },
  {
    name: 'tests of policies',
    tests:
      /^(?:web\/(?:policy|features\/policy|views\/policy|scenario\/(?:program|tournament))|tests\/engine\/(?:policy-|program))/,
    opens: ['scenarios', 'web/policy', 'tests/engine', 'docs', ...cores],
  },
  {
    name: 'tests of runs',
    tests: /^(?:tests\/(?:engine|runs)|web\/engine)\//,
    opens: [
      'scenarios',
      'web/engine',
      'web/stage/measures.ts',
      'tests/engine',
      'wasm-core',
      ...cores,
    ],
  },
  {
    name: 'tests of files',
    tests: /^(?:web\/exchange|tests\/(?:exchange|links))\//,
    opens: ['scenarios', 'web/exchange', 'tests/exchange', 'tests/links', ...cores],
  },
  {
    name: 'tests of scenarios',
    tests: /^web\/scenario\//,
    opens: ['scenarios', 'web/scenario', 'docs'],
  },
  {
    name: 'tests of the page',
    tests: /^web\//,
    opens: ['web', 'scenarios', 'public', 'index.html'],
  },
  { name: 'tests of tools', tests: /./, opens: everything },
];

/** Files of tests that Vitest runs. */
export const testFiles = () =>
  listFiles(['web', 'cli', 'tests', 'tools'], (name) => /\.test\.(?:ts|tsx|mjs)$/.test(name));

export const groupOf = (file) => groups.find(({ tests }) => tests.test(file));

export const filesOf = (group) => testFiles().filter((file) => groupOf(file) === group);

/** Files that take a quarter of a minute and more, the longest first: they begin first, so that at the end no processor waits. */
const long = [
  /\/engine\/step-marks/,
  /\/engine\/labs-\d/,
  /\/engine\/steps-\d/,
  /\/determinism\/ways-\d/,
  /\/engine\/one-truth-\d/,
  /\/fidelity\/gate-/,
  /\/determinism\/(?:hash|policy)/,
  /\/cli\/resume/,
  /\/cluster\//,
  /\/policy\/meaning/,
  /\/engine\/(?:fair-history|beginning|split-llc|page-lists|asks|sis-util)/,
  /\/package\/package/,
];

/** Where a file stands among those that take long; the number of them where it does not. What is missing costs time, nothing else. */
export function rankOf(file) {
  const rank = long.findIndex((pattern) => pattern.test(`/${file}`));
  return rank < 0 ? long.length : rank;
}

export const takesLong = (file) => rankOf(file) < long.length;

/** Stands for a name under which nothing can lie: a test may try a link, longer than any name of a file, as a file. */
const isNoName = ({ code }) => code === 'ENAMETOOLONG' || code === 'ENOTDIR';

function statIfThere(name) {
  try {
    return statSync(inRoot(name), { throwIfNoEntry: false });
  } catch (error) {
    if (isNoName(error)) return undefined;
    throw error;
  }
}

/** What is there under a name: bytes, names of a folder, or nothing. */
export function stampOf(name) {
  const found = statIfThere(name);
  if (!found) return '-';
  const hash = createHash('sha256');
  if (found.isDirectory())
    return hash.update(readdirSync(inRoot(name)).sort().join('\n')).digest('hex');
  return hash.update(readFileSync(inRoot(name))).digest('hex');
}

export const changedAt = (name) => statIfThere(name)?.mtimeMs ?? 0;

/** What there was under a name at a moment (as of Date.now()), or nothing that a stamp is like where it has changed since. */
const lookBack = (moment) => (name) =>
  changedAt(name) < moment ? stampOf(name) : `changed at ${changedAt(name)}`;

const cacheFolder = path.join(buildDir, 'test-cache');
/** Where tests/opened-files.ts writes down what a file of tests opened. */
export const openedFolder = path.join(cacheFolder, 'opened');
export const openedFile = (file) => path.join(openedFolder, `${file.replaceAll('/', '+')}.json`);
function readOpened(file) {
  const text = readIfThere(openedFile(file), 'utf8');
  return text ? JSON.parse(text) : undefined;
}

const passedFile = path.join(cacheFolder, 'passed.json');

/** Of what is below build/core, the modules that are run, not those that were built before. */
const isPublished = (name) => !/^build\/(?:core|native)\/.*\//.test(name);

/** What all tests are run with. */
const runWith = ['vitest.config.ts', 'package-lock.json', 'tsconfig.json', 'tests/opened-files.ts'];

/** What files of tests are kept by, as the tree is now. */
export class TestKeys {
  #imports;
  #stamps = new Map();
  #alls = new Map();
  #config;
  #look;
  #seen;
  #held = Number.POSITIVE_INFINITY;
  /**
   * `look` says what is there under a name; `seen`, what a file was seen to open, undefined if no run of it was
   * watched.
   */
  constructor(look = stampOf, seen = readOpened, imports = new Imports()) {
    this.#imports = imports;
    this.#look = look;
    this.#seen = seen;
    this.#config = sha(process.version, this.#of(this.#imports.closure(runWith)));
  }

  #stamp(name) {
    if (!this.#stamps.has(name)) this.#stamps.set(name, this.#look(name));
    return this.#stamps.get(name);
  }

  #of(names) {
    return sha(names.map((name) => `${name} ${this.#stamp(name)}`).join('\n'));
  }

  /** Of all that lies there. */
  #ofAll(names) {
    const key = names.join();
    if (!this.#alls.has(key)) this.#alls.set(key, this.#of(listFiles(names, isPublished)));
    return this.#alls.get(key);
  }

  #ofOpened(file) {
    const { opens, starts } = groupOf(file);
    const seen = this.#seen(file);
    if (!seen) return this.#ofAll(opens);
    const own = this.#of(seen.opened);
    return seen.starts ? sha(own, this.#ofAll(this.#ofStarted(opens, starts))) : own;
  }

  #ofStarted(opens, starts) {
    return starts ? [...opens, ...this.#imports.closure(starts)] : everything;
  }

  of(file) {
    // Vitest gives modules of styles without looking into them; a test that looks opens them.
    const made = this.#imports.closure([file]).filter((name) => !name.endsWith('.css'));
    return sha(this.#config, this.#of(made), this.#ofOpened(file));
  }

  ofGroup(group) {
    return sha(...filesOf(group).flatMap((file) => [file, this.of(file)]));
  }

  /**
   * Before these files are run: from now on keys are those of this moment, whatever changes, also by what the files are yet to
   * be seen to open. Of a name that is not known by then, `later` says what there was.
   */
  hold(files, later = lookBack(Date.now())) {
    for (const { opens, starts } of new Set(files.map(groupOf))) {
      this.#ofAll(opens);
      this.#ofAll(this.#ofStarted(opens, starts));
    }
    this.#ofAll(everything);
    for (const file of files) this.of(file);
    this.#look = later;
    this.#held = Date.now();
  }

  /** Whether nothing of this file was written since: also what was changed and is again as it was. */
  isUntouched(file, writtenAt = changedAt) {
    const { opened = [] } = this.#seen(file) ?? {};
    const names = [...this.#imports.closure([file]), ...opened];
    return names.every((name) => writtenAt(name) < this.#held);
  }
}

const readPassed = () => JSON.parse(readIfThere(passedFile, 'utf8') ?? '{}');

/** Those of the files that have to be run, and how many have not changed since they passed. */
export function staleOf(files, cache, keys = new TestKeys()) {
  const passed = cache ? readPassed() : {};
  const stale = files.filter(
    (file) => passed[file] === undefined || passed[file] !== keys.of(file),
  );
  return { stale, unchanged: files.length - stale.length };
}

/** Of those that passed, the ones whose key is what it was before (keys that hold), with that key: { file: key }. */
export function keptOf(good, before, after = new TestKeys()) {
  const keys = good
    .filter((file) => before.isUntouched(file))
    .map((file) => [file, after.of(file)]);
  return Object.fromEntries(keys.filter(([file, key]) => key === before.of(file)));
}

/** Keeps that, of the files that were run, the good ones passed; what passed once and does not now is not kept any longer. */
export function keepPassed(good, { ran, before }) {
  const passed = readPassed();
  for (const file of ran) delete passed[file];
  writeWhole(passedFile, JSON.stringify({ ...passed, ...keptOf(good, before) }));
}

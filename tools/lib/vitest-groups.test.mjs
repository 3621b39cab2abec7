// A change causes the tests that depend on it to run again, and no others.

import { describe, expect, it } from 'vitest';
import { listFiles } from './files.mjs';
import { Imports } from './imports.mjs';
import {
  changedAt,
  filesOf,
  groups,
  keptOf,
  staleOf,
  stampOf,
  TestKeys,
  testFiles,
} from './vitest-groups.mjs';

const imports = new Imports();
const stamps = new Map();
function stampOnce(name) {
  if (!stamps.has(name)) stamps.set(name, stampOf(name));
  return stamps.get(name);
}

/** Keys of a tree in which one file has changed, and in which no run of a test was watched. */
const keysWith = (changed, seen = () => undefined) =>
  new TestKeys((name) => (name === changed ? 'another' : stampOnce(name)), seen, imports);

const keysNow = keysWith(undefined);
const now = new Map(groups.map((group) => [group, keysNow.ofGroup(group)]));

/** Names of the groups whose key is another with this file changed. */
function changedBy(file) {
  expect(stampOf(file), file).not.toBe('-');
  const keys = keysWith(file);
  return groups.filter((group) => keys.ofGroup(group) !== now.get(group)).map(({ name }) => name);
}

const page = 'tests of the page';
const runs = 'tests of runs';
const tools = 'tests of tools';
const scenarios = 'tests of scenarios';
const policies = 'tests of policies';
const files = 'tests of files';

describe('the groups of tests', () => {
  it('have every file of tests, each in one of them, and none is empty', () => {
    const all = groups.flatMap((group) => filesOf(group));
    expect(all.sort()).toEqual(testFiles().sort());
    for (const group of groups) expect(filesOf(group).length, group.name).toBeGreaterThan(0);
  });
});

describe('the key of a group', () => {
  it('is another for the page after a style sheet, and not for engine runs, files or determinism', () => {
    const sheets = listFiles(['web'], (name) => name.endsWith('.module.css'));
    const changed = changedBy(sheets.find((name) => name.startsWith('web/stage/')));
    expect(changed).toContain(page);
    for (const name of [runs, files, scenarios, policies, 'determinism', 'fidelity']) {
      expect(changed).not.toContain(name);
    }
  });

  it('is another for engine runs, policies, determinism and fidelity after a core', () => {
    for (const core of ['build/core/core.wasm', 'build/native/libschedscape-gcc.so']) {
      const changed = changedBy(core);
      expect(changed).toEqual(expect.arrayContaining([runs, policies, 'determinism', 'fidelity']));
      expect(changed).not.toContain(scenarios);
    }
  });

  it('is another for scenarios and engine runs after a word of a story', () => {
    const changed = changedBy('scenarios/cpupri/ffmpeg-480.json');
    expect(changed).toEqual(expect.arrayContaining([scenarios, runs]));
  });

  it('is another for files after a reader of files, and not for scenarios and fidelity', () => {
    const changed = changedBy('web/exchange/own/machine/reading.ts');
    expect(changed).toEqual(expect.arrayContaining([files, tools]));
    for (const name of [scenarios, 'fidelity']) expect(changed).not.toContain(name);
  });

  it('is another for policies after the compiler of policies', () => {
    expect(changedBy('web/policy/compile.ts')).toContain(policies);
  });

  it('is another for all after what tests are run with', () => {
    expect(changedBy('package-lock.json')).toEqual(groups.map(({ name }) => name));
  });
});

describe('a file of tests', () => {
  const file = 'tests/engine/steps-0.test.ts';
  const opened = ['scenarios/cpupri/cyclic.json'];
  const seen = (changed, starts = false) => keysWith(changed, () => ({ starts, opened })).of(file);

  it('is kept by what it was seen to open, and by all that there is where it starts programs', () => {
    expect(seen('scenarios/cpupri/pi-stress.json')).toBe(seen(undefined));
    expect(seen(opened[0])).not.toBe(seen(undefined));
    expect(seen('tests/engine/steps.ts')).not.toBe(seen(undefined));
    expect(seen('scenarios/cpupri/pi-stress.json', true)).not.toBe(seen(undefined, true));
    const outside = ['.gitignore'];
    const starting = (changed) =>
      keysWith(changed, () => ({ starts: true, opened: outside })).of(file);
    expect(starting(outside[0])).not.toBe(starting(undefined));
  });

  it('is kept by a run in which nothing changed of what it is kept by, seen to be opened before or not', () => {
    const tree = new Map();
    const look = (name) => tree.get(name) ?? stampOnce(name);
    const seen = { starts: true, opened };
    let known; // a file of tests that is run for the first time
    const keysOf = () => new TestKeys(look, () => known, imports);
    const before = keysOf();
    before.hold([file], look);
    known = seen;
    expect(keptOf([file], before, keysOf())).toEqual({ [file]: keysOf().of(file) });
    for (const changed of ['docs/embed.md', 'tsconfig.json', 'tests/engine/steps.ts', opened[0]]) {
      tree.set(changed, 'edited');
      expect(keptOf([file], before, keysOf()), changed).toEqual({});
      tree.clear();
    }
    // Changed and changed back.
    const writtenAt = (name) => (name === 'tests/engine/steps.ts' ? Date.now() + 1 : 0);
    expect(before.isUntouched(file, writtenAt)).toBe(false);
    expect(before.isUntouched(file, () => 0)).toBe(true);
  });

  it('is kept also where it tried a link as a file, and a file as a folder', () => {
    for (const name of [`#r=3.${'s'.repeat(1000)}`, 'package.json/below']) {
      expect(stampOf(name)).toBe('-');
      expect(changedAt(name)).toBe(0);
    }
  });

  it('is run where nobody has seen it pass, and all are without a cache', () => {
    const strange = { of: () => 'another key' };
    expect(staleOf([file], true, strange)).toEqual({ stale: [file], unchanged: 0 });
    expect(staleOf(testFiles(), false).stale).toEqual(testFiles());
  });
});

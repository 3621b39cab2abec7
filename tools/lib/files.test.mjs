// Files of the tools: whole or not at all, also where the power fails between content and name.

import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listFiles, writeFolderWhole, writeWhole } from './files.mjs';
import { inRoot } from './paths.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

describe('a file of the tools', () => {
  it('is on the disk before it takes the name of the earlier one', () => {
    const file = path.join(folder, 'made');
    writeFileSync(file, 'before');
    const seen = [];
    vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      const part = readdirSync(folder).find((name) => name.endsWith('.part'));
      seen.push(readFileSync(file, 'utf8'), readFileSync(path.join(folder, part), 'utf8'));
    });
    syncBuiltinESMExports();
    writeWhole(file, 'new');
    expect(seen).toEqual(['before', 'new']);
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['made']);
  });

  it('has one way to its name, which syncs: nobody else renames, but for results (output-file.ts)', () => {
    const tools = listFiles(['tools', 'cli'], (name) => /(?<!\.test)\.(mjs|ts)$/.test(name));
    expect(tools.length).toBeGreaterThan(100);
    const renaming = tools.filter((name) =>
      /\brename(Sync)?\(/.test(readFileSync(inRoot(name), 'utf8')),
    );
    expect(renaming).toEqual(['cli/output-file.ts', 'tools/lib/files.mjs']);
  });
});

describe('a folder of the tools', () => {
  const before = new Map([
    ['a', 'A of before'],
    ['b', 'B of before'],
  ]);
  const after = new Map([
    ['a', 'A of now'],
    ['c', 'C of now'],
  ]);
  let made;
  beforeEach(() => {
    made = path.join(folder, 'above', 'made');
  });
  const read = () =>
    new Map(readdirSync(made).map((name) => [name, readFileSync(path.join(made, name), 'utf8')]));

  it('is the earlier one or the new one whole to whoever reads it, at every step of its making', () => {
    writeFolderWhole(made, before);
    const seen = [];
    for (const name of ['mkdirSync', 'writeFileSync', 'symlinkSync', 'renameSync', 'rmSync']) {
      const real = fs[name];
      vi.spyOn(fs, name).mockImplementation((...args) => {
        seen.push(read());
        real(...args);
        seen.push(read());
      });
    }
    syncBuiltinESMExports();
    writeFolderWhole(made, after);
    expect(seen.length).toBeGreaterThan(8);
    const changes = seen.findIndex((each) => each.has('c'));
    expect(seen.slice(0, changes)).toEqual(Array(changes).fill(before));
    expect(seen.slice(changes)).toEqual(Array(seen.length - changes).fill(after));
    expect(read()).toEqual(after);
    expect(readdirSync(path.dirname(made))).toHaveLength(2); // the name, and what it leads to
  });

  it('takes the place of one that is no link', () => {
    mkdirSync(made, { recursive: true });
    writeFileSync(path.join(made, 'b'), 'B of an older version');
    writeFolderWhole(made, after);
    expect(read()).toEqual(after);
    expect(readdirSync(path.dirname(made))).toHaveLength(2);
  });

  it('leaves what a link of somebody else leads to', () => {
    const theirs = path.join(folder, 'theirs');
    mkdirSync(theirs);
    writeFileSync(path.join(theirs, 'mine'), 'kept');
    mkdirSync(path.dirname(made), { recursive: true });
    fs.symlinkSync(theirs, made);
    writeFolderWhole(made, after);
    expect(read()).toEqual(after);
    expect(readdirSync(theirs)).toEqual(['mine']);
  });

  it('is left as it is where it holds the same', () => {
    writeFolderWhole(made, before);
    const { ino } = statSync(made);
    writeFolderWhole(made, new Map(before));
    expect(statSync(made).ino).toBe(ino);
    writeFolderWhole(made, new Map([...before, ['c', 'one more']]));
    expect(readdirSync(made)).toEqual(['a', 'b', 'c']);
  });
});

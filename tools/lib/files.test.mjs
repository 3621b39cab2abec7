// Files of the tools: whole or not at all, also where the power fails between content and name.

import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listFiles, writeWhole } from './files.mjs';
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

// The folder of the command line does not grow with every build, and a running process never loses a chunk.

import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeStaleChunks } from './cli.mjs';

it('removes chunks of former bundles, but none that a running command may still load', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-cli-'));
  const now = Date.now();
  const written = (name, daysAgo) => {
    writeFileSync(path.join(folder, name), '');
    const seconds = now / 1000 - daysAgo * 86_400;
    utimesSync(path.join(folder, name), seconds, seconds);
  };
  written('chunk-former.mjs', 2);
  written('chunk-former.mjs.map', 2);
  written('chunk-same.mjs', 2);
  written('chunk-same.mjs.map', 2);
  written('chunk-young.mjs', 0.5);
  written('schedscape.mjs', 2);
  removeStaleChunks(folder, new Set(['chunk-same.mjs', 'schedscape.mjs']), now);
  expect(readdirSync(folder).sort()).toEqual([
    'chunk-same.mjs',
    'chunk-same.mjs.map',
    'chunk-young.mjs',
    'schedscape.mjs',
  ]);
  rmSync(folder, { recursive: true });
});

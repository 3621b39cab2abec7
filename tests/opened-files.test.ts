// What files of tests are seen to open.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { TestKeys } from '../tools/lib/vitest-groups.mjs';
import { namesOpened, watch } from './opened-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'opened-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('has every folder below one that is read whole, so that a new file changes the key', () => {
  mkdirSync(path.join(folder, 'a/b'), { recursive: true });
  const key = (options: object) => {
    const opened = namesOpened(folder, options);
    return new TestKeys(undefined, () => ({ starts: false, opened })).of('web/ui/themes.test.ts');
  };
  const [whole, top] = [key({ recursive: true }), key({})];
  writeFileSync(path.join(folder, 'a/b/new.css'), '');
  expect(key({ recursive: true })).not.toBe(whole);
  expect(key({})).toBe(top);
});

it('leaves a function what it is, also where a promise is asked of it', async () => {
  const module = { execFile };
  let calls = 0;
  watch(module, ['execFile'], () => {
    calls += 1;
  });
  const { stdout } = await promisify(module.execFile)(process.execPath, ['-p', '1 + 1']);
  expect(stdout).toBe('2\n');
  expect(calls).toBe(1);
  expect(module.execFile.name).toBe('execFile');
});

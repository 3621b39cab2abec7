// Publishing a build of the core: what everybody looks for is byte for byte what was built, whatever
// happened to it since.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { publish } from './core.mjs';
import { sha256Of } from './files.mjs';
import { buildDir } from './paths.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, 'built.wasm');
const target = path.join(folder, 'core.wasm');
const output = path.relative(buildDir, target);
const built = { file, key: 'a', version: 'a compiler', compiler: 'emcc' };
writeFileSync(file, 'what was built');

it('writes the hash of a module beside it, and nothing when it is there', () => {
  expect(publish(built, output)).toBe(true);
  expect(JSON.parse(readFileSync(`${target}.json`, 'utf8'))).toMatchObject({
    key: 'a',
    bytes: 14,
    sha256: sha256Of('what was built'),
  });
  expect(publish(built, output)).toBe(false);
});

it.each([
  ['cut off', () => writeFileSync(target, 'what')],
  ['changed', () => writeFileSync(target, 'what was_built')],
  ['removed', () => rmSync(target)],
  ['left without what was written of it', () => rmSync(`${target}.json`)],
  ['left with half of what was written of it', () => writeFileSync(`${target}.json`, '{"key": "a')],
  ['published by an older build', () => writeFileSync(`${target}.json`, '{"key": "a"}')],
])('puts a module that was %s there anew', (_, damage) => {
  damage();
  expect(publish(built, output)).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('what was built');
  expect(publish(built, output)).toBe(false);
});

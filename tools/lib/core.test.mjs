// Keeping and publishing a build of the core: the published file is byte for byte what was linked, whatever has
// happened since to it or to the kept one.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { linkedOnce, publish } from './core.mjs';
import { sha256Of } from './files.mjs';
import { buildDir } from './paths.mjs';

/** What others do before the next file of this name is written. */
const before = new Map();
vi.mock('./files.mjs', async (original) => {
  const files = await original();
  const writeWhole = (name, data) => {
    const others = before.get(name);
    before.delete(name);
    others?.();
    files.writeWhole(name, data);
  };
  return { ...files, writeWhole };
});

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = path.join(folder, 'built.wasm');
const target = path.join(folder, 'core.wasm');
const output = path.relative(buildDir, target);
const sha256 = sha256Of('what was built');
const built = { file, sha256, key: 'a', version: 'a compiler', compiler: 'emcc' };
writeFileSync(file, 'what was built');

it('writes the hash of a module beside it, and nothing when it is there', () => {
  expect(publish(built, output)).toBe(true);
  expect(JSON.parse(readFileSync(`${target}.json`, 'utf8'))).toMatchObject({
    key: 'a',
    bytes: 14,
    sha256,
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

it('leaves no hash beside the module of another build that publishes at the same time', () => {
  const other = path.join(folder, 'other.wasm');
  writeFileSync(other, 'what another built');
  const ofOther = { ...built, file: other, sha256: sha256Of('what another built'), key: 'b' };
  // Both modules are written, then both hashes: those of the first build come last.
  before.set(`${target}.json`, () => expect(publish(ofOther, output)).toBe(true));
  rmSync(target);
  expect(publish(built, output)).toBe(true);
  const { sha256: written } = JSON.parse(readFileSync(`${target}.json`, 'utf8'));
  expect(sha256Of(readFileSync(target))).toBe(written);
});

describe('a kept build', () => {
  const kept = path.join(folder, 'kept.wasm');
  const links = [];
  const link = () =>
    linkedOnce(kept, async () => {
      links.push(kept);
      writeFileSync(kept, 'what was built');
    });

  it('is linked once', async () => {
    expect(await link()).toEqual({ fresh: true, sha256 });
    expect(await link()).toEqual({ fresh: false, sha256 });
    expect(links).toHaveLength(1);
  });

  it.each([
    ['was cut off', () => writeFileSync(kept, 'what')],
    ['was changed', () => writeFileSync(kept, 'what was_built')],
    ['is no longer there', () => rmSync(kept)],
    ['has no hash beside it, as older builds left it', () => rmSync(`${kept}.sha256`)],
    ['has another hash beside it', () => writeFileSync(`${kept}.sha256`, sha256Of('else'))],
  ])('that %s is linked anew', async (_, damage) => {
    damage();
    links.length = 0;
    expect(await link()).toEqual({ fresh: true, sha256 });
    expect(links).toHaveLength(1);
    expect(readFileSync(kept, 'utf8')).toBe('what was built');
    expect((await link()).fresh).toBe(false);
  });

  it('that is damaged is not published with a good hash', async () => {
    const ofKept = { ...built, file: kept };
    publish(ofKept, output);
    writeFileSync(kept, 'what was_built');
    rmSync(target);
    expect(() => publish(ofKept, output)).toThrow(`${kept} is no longer what was linked`);
    expect(existsSync(target)).toBe(false);
    publish({ ...ofKept, ...(await link()) }, output);
    expect(readFileSync(target, 'utf8')).toBe('what was built');
  });

  it('takes the place of a damaged one that was published with the hash of its damage', () => {
    const damaged = 'what was_built';
    writeFileSync(target, damaged);
    writeFileSync(`${target}.json`, JSON.stringify({ key: 'a', sha256: sha256Of(damaged) }));
    expect(publish({ ...built, file: kept }, output)).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe('what was built');
  });
});

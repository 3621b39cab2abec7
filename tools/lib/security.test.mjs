// SECURITY.md says what is so: what it names is there, and what no other test holds is held here.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listFiles } from './files.mjs';
import { inRoot } from './paths.mjs';

const read = (name) => readFileSync(inRoot(name), 'utf8');
const text = read('SECURITY.md');

/** The code that a page runs: no tests, no generated tables. */
const pageSources = () =>
  listFiles(['web', 'public', 'index.html'], (name) => /\.(tsx?|js|html)$/.test(name)).filter(
    (name) => !/\.test\.|\/testing\//.test(name),
  );

const matching = (pattern) => pageSources().filter((name) => pattern.test(read(name)));

describe('SECURITY.md', () => {
  it('names no file that is not there', () => {
    const named = [...text.matchAll(/`((?:web|cli|tests|tools|wasm-core)\/[^`]+)`/g)];
    expect(named.length).toBeGreaterThan(20);
    expect(named.map(([, name]) => name).filter((name) => !existsSync(inRoot(name)))).toEqual([]);
  });

  it('names no test that is not there', () => {
    const rows = [
      ...text.matchAll(/`([^`]+\.(?:test|spec)\.\w+|[^`]+\/test_\w+\.c)`((?:,? “[^”]+”)+)/g),
    ];
    expect(rows.length).toBeGreaterThan(15);
    for (const [, file, titles] of rows) {
      for (const [, title] of titles.matchAll(/“([^”]+)”/g)) {
        expect(read(file), `${file} “${title}”`).toContain(title);
      }
    }
  });
});

describe('the page', () => {
  it('has no code that writes markup or runs text', () => {
    expect(pageSources().length).toBeGreaterThan(300);
    const ways = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
    expect(matching(ways)).toEqual([]);
    expect(matching(/dangerouslySet/)).toEqual([]);
  });

  it('listens to other pages in one file alone, which asks who speaks', () => {
    const hears = /(?:window|globalThis)\.(?:addEventListener\(\s*['"]message['"]|onmessage)/;
    expect(matching(hears)).toEqual(['web/stage/host-messages.ts']);
  });

  it('runs modules that import nothing: they reach nothing but their own memory', async () => {
    for (const name of ['core', 'policy', 'probes']) {
      const module = await WebAssembly.compile(readFileSync(inRoot(`build/core/${name}.wasm`)));
      expect(WebAssembly.Module.imports(module), name).toEqual([]);
      expect(WebAssembly.Module.exports(module).length).toBeGreaterThan(10);
    }
  });
});

// What stands beside the page about its parts is true, complete, and the same for the same files.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from './run.mjs';
import { sbomName, sbomOf, sbomProblems, writeSbom } from './sbom.mjs';

let folder;
const write = (name, text) => writeFileSync(path.join(folder, name), text);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'schedscape-sbom-'));
  mkdirSync(path.join(folder, 'assets'));
  write('index.html', '<!doctype html>');
  write('assets/core.wasm', 'abc');
});
afterEach(() => rmSync(folder, { recursive: true }));

const libraries = ({ components }) =>
  components
    .filter(({ type }) => type === 'library')
    .map(({ purl, hashes }) => `${purl} ${hashes[0].alg} ${hashes[0].content}`)
    .sort();

describe('the list of what a page is made of', () => {
  it('has every file with its SHA-256 and is the same text for the same files', () => {
    const files = sbomOf(folder).components.filter(({ type }) => type === 'file');
    expect(files.map(({ name }) => name)).toEqual(['assets/core.wasm', 'index.html']);
    expect(files[0].hashes).toEqual([
      {
        alg: 'SHA-256',
        content: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
    ]);
    const before = JSON.stringify(sbomOf(folder));
    writeSbom(folder); // and does not list itself
    expect(JSON.stringify(sbomOf(folder))).toBe(before);
  });

  it('names the packages, archives and hashes that npm itself finds in the lock file', async () => {
    const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
    const { code, stdout, output } = await run('npm', args);
    expect(code, output).toBe(0);
    const bare = (line) => line.replace(/\?[^ ]*/, ''); // npm adds where it was fetched from
    const ofNpm = libraries(JSON.parse(stdout)).map(bare); // those of the tests among them
    expect(ofNpm).toEqual(expect.arrayContaining(libraries(sbomOf(folder))));
  });

  it('refers to nothing that it does not list', () => {
    const { components, dependencies, metadata } = sbomOf(folder);
    const known = new Set([metadata.component, ...components].map((each) => each['bom-ref']));
    const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((ref) => !known.has(ref))).toEqual([]);
  });

  it.each([
    ['changed', () => write('index.html', '<!doctype html> '), 'index.html is not what'],
    ['added', () => write('assets/more.js', ''), 'assets/more.js does not stand in'],
    [
      'taken away',
      () => rmSync(path.join(folder, 'assets/core.wasm')),
      'assets/core.wasm stands in sbom.cdx.json, but is not there',
    ],
    ['without a list', () => rmSync(path.join(folder, sbomName)), 'is not part of the page'],
  ])('shows that a page was %s', (_, change, words) => {
    writeSbom(folder);
    expect(sbomProblems(folder)).toEqual([]);
    change();
    expect(sbomProblems(folder)).toEqual([expect.stringContaining(words)]);
  });
});

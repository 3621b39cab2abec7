// What holds of every document: its links lead somewhere, its addresses are stories, and a page says first what one will have.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeOf } from '../../web/scenario/place.ts';

const inFolder = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
const pages = ['docs', 'docs/dev'].filter(existsSync).flatMap(inFolder);
const documents = [...inFolder('.'), ...pages, 'scenarios/README.md'];
const read = (name: string) => readFileSync(name, 'utf8');
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

describe('a document', () => {
  it.each(documents)('%s: links to files that there are', (name) => {
    const links = [...withoutCode(read(name)).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)];
    const dead = links
      .map(([, to]) => to!)
      .filter((to) => !/^https?:/.test(to) && !existsSync(path.join(path.dirname(name), to)));
    expect(dead).toEqual([]);
  });

  it.each(documents)('%s: names stories that there are', (name) => {
    const addresses = [...read(name).matchAll(/(?:`|:4173\/)(#\/[a-z0-9/-]+)[`)]/g)].map(
      ([, to]) => to!,
    );
    const gone = addresses.filter((to) => {
      const place = placeOf(to);
      return place.kind === 'story'
        ? !existsSync(`scenarios/${place.scenario}.json`)
        : place.kind === 'home';
    });
    expect(gone).toEqual([]);
  });
});

/** A file or folder of the tree that a text names in code. */
const named =
  /`((?:wasm-core|web|tools|cli|package|scenarios|tests|docs|deploy|public)\/[\w./-]*)`/g;

describe('the map and the recipes', () => {
  const maps = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...inFolder('docs/dev')];
  it.each(maps)('%s: names files that there are', (name) => {
    const paths = [...read(name).matchAll(named)].map(([, to]) => to!);
    expect(paths.filter((to) => !existsSync(to))).toEqual([]);
  });

  it('tells the life of a wake-up with its files', () => {
    const [, life] = read('ARCHITECTURE.md').split('\n## Life of a wake-up\n');
    const paths = [...life!.split('\n## ')[0]!.matchAll(named)];
    expect(paths.length).toBeGreaterThan(10);
  });
});

describe('a page below docs/', () => {
  it.each(pages)('%s: says first what one will have', (name) => {
    expect(read(name).split('\n\n')[1]).toMatch(/^You will (?:have|know) /);
  });
});

describe('the changelog', () => {
  const [, ...versions] = read('CHANGELOG.md').split('\n## ');
  const allowed = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

  it('has the usual form: versions, kinds of changes, a line each of at most 15 words', () => {
    for (const version of versions) {
      expect(version).toMatch(/^\d+\.\d+\.\d+ \((?:unreleased|\d{4}-\d{2}-\d{2})\)\n/);
      const kinds = [...version.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind!);
      expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([]);
      const lines = version.split('\n').filter((line) => line.startsWith('- '));
      expect(lines.filter((line) => line.split(' ').length > 16)).toEqual([]);
    }
    expect(versions.length).toBeGreaterThan(0);
  });
});

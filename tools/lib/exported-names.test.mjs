// One name, one thing: what counts as a name that a module exports, and what is refused.

import { describe, expect, it } from 'vitest';
import { exportedNames, namedFiles, nameProblems, sharedNames } from './exported-names.mjs';

describe('the names that a module exports', () => {
  it('are those it declares and those it lists', () => {
    const text = [
      'export const one = 1;',
      'export async function two() {}',
      'export function* three() {}',
      'export interface Four {}',
      'const five = 5, six = 6;',
      'export { five, six as seven };',
      'export type { Eight };',
    ].join('\n');
    expect(exportedNames(text)).toEqual([
      ...['one', 'two', 'three', 'Four', 'five', 'seven', 'Eight'],
    ]);
  });

  it('are not those that it hands on, nor its default', () => {
    const text = [
      "import { type One, two as mine } from './a.ts';",
      'export { type One, mine };',
      "export { three } from './b.ts';",
      'export default function Four() {}',
    ].join('\n');
    expect(exportedNames(text)).toEqual([]);
  });
});

const files = (...names) =>
  new Map(names.map((name, at) => [`web/${at}.ts`, `export const ${name} = 1;`]));

describe('a name', () => {
  it('may be exported from two files, but from no third', () => {
    expect(nameProblems(files('place', 'place'))).toEqual([]);
    expect(nameProblems(files('place', 'place', 'place'))).toEqual([
      'web/0.ts: place is exported from 3 files (web/1.ts, web/2.ts): say in each what it is',
    ]);
  });

  it('may be everywhere where a list says why', () => {
    expect(nameProblems(files('words', 'words', 'words'))).toEqual([]);
  });

  it('is refused in two files where too many are', () => {
    const two = new Map([...files('a', 'a', 'b', 'b')]);
    expect(sharedNames(two).map(([name]) => name)).toEqual(['a', 'b']);
    expect(nameProblems(two, {}, 2)).toEqual([]);
    expect(nameProblems(two, {}, 1)[0]).toContain('2 names are exported from more than one file');
  });
});

describe('this tree', () => {
  it('has the names that it is to have', () => {
    expect(nameProblems(namedFiles())).toEqual([]);
    expect(namedFiles().size).toBeGreaterThan(800);
  });
});

// Finds the imports of a module, and all files that it is made of: the files behind its imports, theirs, and so on.
// This is a text search. It does not see the files that a module opens while it runs.

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './files.mjs';
import { inRoot } from './paths.mjs';

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** What a module imports: [{ target, line, isType }]. Also dynamic imports and workers' URLs. */
export function importsOf(text) {
  const pattern =
    /(?:^\s*|[;}]\s*)(?:import|export)\s(type\s)?(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+)['"]/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    target: match[2] ?? match[3] ?? match[4],
    line: lineAt(text, match.index + match[0].length),
    isType: match[1] !== undefined,
  }));
}

/** The patterns of import.meta.glob in a module. */
const globsOf = (text) =>
  [...text.matchAll(/import\.meta\.glob(?:<[^(]*>)?\(\s*(\[[^\]]*\]|'[^']*')/g)].flatMap(
    ([, written]) => [...written.matchAll(/'([^']+)'/g)].map(([, pattern]) => pattern),
  );

/** Files that a pattern with ** and * stands for. */
function filesOf(pattern) {
  const folder = pattern.split('*')[0].replace(/[^/]*$/, '');
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  const whole = new RegExp(`^${source}$`);
  return listFiles([folder], (name) => whole.test(name));
}

const isSource = (name) => /\.(?:ts|tsx|mjs|js)$/.test(name);

/** Plugins that write modules (`virtual:`) on request, from all scenarios and pictures of their runs. */
const writers = ['tools/lib/opened-scenarios.mjs', 'tools/lib/story-pictures.mjs'];

/** What a written module is made of. */
const behindWritten = () => [
  ...writers,
  ...writers.flatMap((name) =>
    [...readFileSync(inRoot(name), 'utf8').matchAll(/'(web\/[^'\s]+\.ts)'/g)].map(
      ([, file]) => file,
    ),
  ),
  ...listFiles(['scenarios']),
  'build/core/core.wasm',
];

/** Files behind what `name` imports; types are nothing of a run, an address is not what lies there. */
function behind(name, text) {
  const resolve = (target) => path.posix.join(path.posix.dirname(name), target);
  const targets = importsOf(text)
    .filter(({ target, isType }) => !isType && target.startsWith('.'))
    .filter(({ target }) => !/\?(?:url|hash)$/.test(target))
    .map(({ target }) => resolve(target.split('?')[0]));
  const globbed = globsOf(text)
    .filter((pattern) => pattern.startsWith('.'))
    .flatMap((pattern) => filesOf(resolve(pattern)));
  const isWritten = importsOf(text).some(
    ({ target, isType }) => !isType && target.startsWith('virtual:'),
  );
  return [...targets, ...globbed, ...(isWritten ? behindWritten() : [])];
}

const isFile = (name) => statSync(inRoot(name), { throwIfNoEntry: false })?.isFile() === true;

/** Imported files by file, as long as the tree stands still. */
export class Imports {
  #known = new Map();

  /** The files behind one file. */
  of(name) {
    if (!this.#known.has(name)) {
      const found = isSource(name) ? behind(name, readFileSync(inRoot(name), 'utf8')) : [];
      this.#known.set(name, found.filter(isFile));
    }
    return this.#known.get(name);
  }

  /** These files and all that they are made of, sorted. */
  closure(names) {
    const found = new Set(names);
    for (const name of found) for (const next of this.of(name)) found.add(next);
    return [...found].sort();
  }
}

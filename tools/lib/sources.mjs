// The C files of the core as a build sees them: the headers that each includes, found in the text, and a hash over
// all of that. Every file is read once per reading, so several builds planned together share one reading; after a
// compilation a new reading is needed, for files may have changed meanwhile.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sha } from './files.mjs';

const includesOf = (text) => [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]+"([^"]+)"/gm)];

/** A reading of the files below `folder`: keyOf(name) says what a source and its headers contain. */
export function readSources(folder) {
  const files = new Map();
  const directly = new Map();

  /** A file by its name, read: its hash and what it includes; undefined where there is none. */
  const fileOf = (name) => {
    if (!files.has(name)) files.set(name, readFile(path.join(folder, name)));
    return files.get(name);
  };

  /** The headers that a file itself reads. */
  const included = (name) => {
    if (!directly.has(name)) directly.set(name, fileOf(name).includes.flatMap(placed(name)));
    return directly.get(name);
  };
  const placed = (name) => (target) => {
    const places = [path.posix.dirname(name), 'include', 'src'];
    return places.map((place) => path.posix.join(place, target)).find(fileOf) ?? [];
  };

  /** The headers that a source reads, those of its headers among them, sorted. */
  const headersOf = (source) => {
    const found = new Set();
    const visit = (name) => {
      for (const header of included(name)) {
        if (found.has(header)) continue;
        found.add(header);
        visit(header);
      }
    };
    visit(source);
    return [...found].sort();
  };

  return {
    headersOf,
    /** A hash of a source and of every header that it reads: another one wherever a byte differs. */
    keyOf: (source) =>
      sha(...[source, ...headersOf(source)].flatMap((name) => [name, fileOf(name).hash])),
  };
}

function readFile(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return;
    throw error;
  }
  return { hash: sha(text), includes: includesOf(text).map(([, target]) => target) };
}

// Names that several modules of the page and the command line export as their own: a reader who looks one up has to find
// one thing. Reads text; it is no compiler. Names that a module only hands on count for nothing, and the package's are its
// interface (package/), which repeats what it gives.

import { readFileSync } from 'node:fs';
import { listFiles } from './files.mjs';
import { inRoot } from './paths.mjs';

/** Files that may export a name beside each other. */
const most = 2;
/** Names that there may be in two files; lower it when names go. */
export const mostShared = 20;

/** Names that many folders export, each its own; the path of the import tells them apart. */
const everywhere = {
  words: 'the texts of a folder',
  keyRows: 'the rows of the help about keys, of one feature each',
};

const declared =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const listed = /^export (?:type )?\{([^}]*)\};/gm;
const imported = /^import (?:type )?(?:\w+,? ?)?\{([^}]*)\}/gm;

const namesIn = (list) =>
  list
    .split(',')
    .map((each) =>
      each
        .trim()
        .replace(/^type /, '')
        .split(' as '),
    )
    .filter(([name]) => name !== '');

/** The names that a module exports as its own. */
export function exportedNames(text) {
  const handedOn = new Set(
    [...text.matchAll(imported)].flatMap(([, list]) =>
      namesIn(list).map(([name, own = name]) => own),
    ),
  );
  const later = [...text.matchAll(listed)].flatMap(([, list]) =>
    namesIn(list).filter(([name]) => !handedOn.has(name)),
  );
  return [
    ...[...text.matchAll(declared)].map(([, name]) => name),
    ...later.map(([name, out = name]) => out),
  ];
}

const isCounted = (name) =>
  /\.tsx?$/.test(name) && !/\.(?:test|gen)\.tsx?$|\.d\.ts$|\/testing/.test(name);

/** The files of the page and the command line: name -> text. */
export const namedFiles = () =>
  new Map(
    listFiles(['web', 'cli'], isCounted).map((name) => [name, readFileSync(inRoot(name), 'utf8')]),
  );

/** Names that more than one of the files exports: [name, files], those of most files first. */
export function sharedNames(files) {
  const found = new Map();
  for (const [file, text] of files)
    for (const name of new Set(exportedNames(text)))
      found.set(name, [...(found.get(name) ?? []), file]);
  return [...found]
    .filter(([, of]) => of.length > 1)
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1));
}

/** A line for each name that too many files export, and one if too many names are shared. */
export function nameProblems(files, allowed = everywhere, limit = mostShared) {
  const shared = sharedNames(files);
  const many = shared
    .filter(([name, of]) => of.length > most && !Object.hasOwn(allowed, name))
    .map(
      ([name, of]) =>
        `${of[0]}: ${name} is exported from ${of.length} files (${of.slice(1).join(', ')}): say in each what it is`,
    );
  if (shared.length <= limit) return many;
  const names = shared.map(([name]) => name).join(', ');
  return [
    ...many,
    `web/: ${shared.length} names are exported from more than one file, at most ${limit} may be: ${names}`,
  ];
}

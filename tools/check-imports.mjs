// Holds the house in order: imports of the core and of the page run downward only, private headers
// stay in their rooms, a C function fits a screen, headers declare what several use, files have the header of
// what they give, kernel paths have one form, and a name that modules of the page export is of one thing. It reads text; it is no compiler. Circles and the length of TypeScript functions are Biome's to refuse (biome.json).
// `node tools/check-imports.mjs` prints a line for each violation.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { emptyAssertions } from './lib/assertions.mjs';
import { tableProblems } from './lib/comment-tables.mjs';
import { namedFiles, nameProblems } from './lib/exported-names.mjs';
import { main } from './lib/failure.mjs';
import { listFiles } from './lib/files.mjs';
import { coreBelow, isAttic, mayUse, nameOf, placeOf, schedFloors } from './lib/floors.mjs';
import { cFunctions } from './lib/functions.mjs';
import { doorProblems, headerProblems } from './lib/headers.mjs';
import { importsOf } from './lib/imports.mjs';
import { frameProblems, pathProblems, staleProblems } from './lib/path-form.mjs';
import { inRoot } from './lib/paths.mjs';

// What each room may look into, besides itself; those of the core are in lib/floors.mjs.
const webBelow = {
  base: [],
  engine: ['base'],
  policy: ['engine', 'base'],
  scenario: ['policy', 'engine', 'base'],
  ui: ['base'],
  views: ['ui', 'scenario', 'policy', 'engine', 'base'],
  learn: ['ui', 'views', 'scenario', 'policy', 'engine', 'base'],
  present: ['ui', 'views', 'scenario', 'policy', 'engine', 'base'],
  // Not the views: the command line exports too, and knows no React.
  exchange: ['scenario', 'engine', 'base'],
  stage: ['learn', 'present', 'exchange', 'ui', 'views', 'scenario', 'policy', 'engine', 'base'],
  features: [
    'stage',
    'learn',
    'present',
    'exchange',
    'ui',
    'views',
    'scenario',
    'policy',
    'engine',
    'base',
  ],
  app: [
    ...[
      'features',
      'stage',
      'learn',
      'present',
      'exchange',
      'ui',
      'views',
      'scenario',
      'policy',
      'engine',
    ],
    'base',
  ],
};
const belowCli = ['exchange', 'scenario', 'policy', 'engine', 'base'];
/** Lines of a C function. */
const longest = 60;
/** Rooms that also run in Node and in workers. */
const anywhere = ['base', 'engine', 'policy', 'scenario', 'exchange', 'cli', 'package'];
const notInEngine = /^(react|react-dom|zustand)(\/|$)/;

/** Violations of one C file (name relative to the root). */
export function checkC(name, text) {
  const own = name.match(/^wasm-core\/src\/(.+)/)?.[1];
  const found = own ? includeProblems(own, text).map((problem) => `wasm-core/src/${problem}`) : [];
  const places = [...pathProblems(text), ...emptyAssertions(text), ...tableProblems(text)];
  const paths = places.map(({ line, problem }) => `${name}:${line}: ${problem}`);
  return [...found, ...paths, ...tooLong(name, cFunctions(text))];
}

/** Includes that go up, between rooms or between the floors of sched/. */
function includeProblems(own, text) {
  const from = placeOf(own);
  if (!coreBelow[from.room]) return [`${own}: there is no room "${from.room}" in the core`];
  if (isAttic(from)) return [`${own}: there is no floor "${from.floor}" in sched/`];
  return text.split('\n').flatMap((line, index) => {
    const target = line.match(/^\s*#\s*include\s+"([^"]+)"/)?.[1];
    if (!target || target === 'schedscape.h') return [];
    const problem = judgeInclude(from, target);
    return problem ? [`${own}:${index + 1}: ${problem}`] : [];
  });
}

function judgeInclude(from, target) {
  if (target.split('/').includes('..')) return `include "${target}" as room/file.h, without ..`;
  const to = placeOf(target);
  if (target.startsWith('schedscape/'))
    return `include "schedscape.h", of which ${target} is a part`;
  // Without a room it is beside the file, or one of the headers that hosts read, too.
  if (!coreBelow[to.room]) return to.room && `there is no room "${to.room}" in the core`;
  if (!mayUse(from, to))
    return `${nameOf(from)} must not include ${target}: imports run downward only`;
  const isPrivate = to.room !== from.room && /_(internal|private)\.h$/.test(target);
  return isPrivate && `${target} is private to ${to.room}/`;
}

/** Rooms whose folders know nothing of each other, and what such a folder is. */
const alone = { views: 'view', features: 'feature' };

const roomOf = (name) => {
  const parts = name.split('/');
  if (parts[0] !== 'web') return { top: parts[0] };
  return { top: parts[1], folder: alone[parts[1]] && parts[2] };
};

function judgeImport(name, target) {
  const from = roomOf(name);
  if (!target.startsWith('.')) {
    const forbidden = anywhere.includes(from.top) && notInEngine.test(target);
    return forbidden && `${from.top}/ must not know ${target}: it also runs in Node and in workers`;
  }
  const resolved = path.posix.join(path.posix.dirname(name), target);
  const to = roomOf(resolved);
  const isRoom =
    resolved.startsWith('web/') || resolved.startsWith('cli/') || resolved.startsWith('tests/');
  if (!isRoom || from.top === 'tests') return false;
  if (from.top === to.top) {
    const isFolder = (name) => name && !name.includes('.');
    const crosses = from.folder !== to.folder && isFolder(from.folder) && isFolder(to.folder);
    const what = alone[from.top];
    return crosses && `the ${what} ${from.folder} must not import the ${what} ${to.folder}`;
  }
  const allowed = ['cli', 'package'].includes(from.top) ? belowCli : (webBelow[from.top] ?? []);
  return (
    !allowed.includes(to.top) && `${from.top}/ must not import ${target}: imports run downward only`
  );
}

/** Violations of one TypeScript file. Tests beside the code may import anything below tests/. */
export function checkScript(name, text) {
  return importsOf(text).flatMap(({ target, line }) => {
    const isTest = /\.test\.tsx?$/.test(name) && target.includes('tests/');
    const problem = !isTest && judgeImport(name, target);
    return problem ? [`${name}:${line}: ${problem}`] : [];
  });
}

const tooLong = (name, functions) =>
  functions
    .filter(({ lines }) => lines > longest)
    .map(
      ({ label, line, lines }) =>
        `${name}:${line}: ${label} is ${lines} lines long; a function fits a screen (${longest})`,
    );

/** Rooms and floors that the tables of the map (ARCHITECTURE.md) leave out. */
export function checkMap(map) {
  const rows = [
    ...schedFloors.filter(Boolean).map((floor) => `${floor}/`),
    ...Object.keys(coreBelow).map((room) => `${room}/`),
    ...Object.keys(webBelow).map((room) => `web/${room}/`),
  ];
  return rows
    .filter((row) => !map.includes(`\n| \`${row}\` |`))
    .map((row) => `ARCHITECTURE.md: the tables of rooms leave out ${row}`);
}

const isC = (name) => /\.[ch]$/.test(name);

/** The core's files as they are: name -> text. */
export const coreFiles = () =>
  new Map(listFiles(['wasm-core'], isC).map((name) => [name, readFileSync(inRoot(name), 'utf8')]));

/** Every violation in the core's files. */
export const checkCore = (core) => [
  ...[...core].flatMap(([name, text]) => checkC(name, text)),
  ...frameProblems(core),
  ...staleProblems(core),
  ...headerProblems(core),
  ...doorProblems(core),
];

/** Every violation in the tree. */
export function checkTree() {
  const isScript = (name) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith('.gen.ts');
  const read = (name) => readFileSync(inRoot(name), 'utf8');
  return [
    ...checkMap(read('ARCHITECTURE.md')),
    ...checkCore(coreFiles()),
    ...nameProblems(namedFiles()),
    ...listFiles(['web', 'cli', 'package', 'tests', 'tools'], isScript).flatMap((n) =>
      checkScript(n, read(n)),
    ),
  ];
}

if (process.argv[1] && path.resolve(process.argv[1]) === inRoot('tools/check-imports.mjs')) {
  main(() => {
    const violations = checkTree();
    for (const violation of violations) process.stdout.write(`${violation}\n`);
    return violations.length > 0 ? 1 : 0;
  });
}

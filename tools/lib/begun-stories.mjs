// What stories compute before their measured window, and the figures that their runs end with: run here and now on the core of a
// built page, packed as the page takes them (web/engine/warm-start-store.ts), and kept below build/ so that only what changed
// is run again. Which of it is put beside a page: beginnings.mjs.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { hashFiles, listFiles, readIfThere, writeWhole } from './files.mjs';
import { openModules } from './page-modules.mjs';
import { buildDir, inRoot } from './paths.mjs';

const sources = [
  'web/scenario/index.ts',
  'web/scenario/node.ts',
  'web/stage/stage-of.ts',
  'web/stage/mark-questions.ts',
  'web/stage/measures.ts',
  'web/stage/in-sentence.ts',
  'web/learn/step/step.ts',
  'web/engine/catalog.ts',
  'web/engine/world.ts',
  'web/engine/wasm.ts',
  'web/engine/warm-start.ts',
  'web/engine/warm-start-of-run.ts',
  'web/engine/warm-start-keeper.ts',
  'web/engine/warm-start-store.ts',
  'web/engine/cached-figures.ts',
  'web/engine/own-code.ts',
];

/** Where what was run is kept, by what it follows from. */
export const keptFolder = path.join(buildDir, 'beginnings');

/** Variants that a stage shows first: of others only the figures are shipped. */
const shownFirst = 2;

/** A module in a built page: the core, or the one that runs code of one's own. */
function moduleIn(folder, kind) {
  const assets = path.join(folder, 'assets');
  const isIt = (name) => name.startsWith(`${kind}-`) && name.endsWith('.wasm');
  const [name, ...others] = readdirSync(assets).filter(isIt);
  if (!name || others.length > 0) throw new Failure(`${assets}: holds not one ${kind}-….wasm`);
  return path.join(assets, name);
}

/** Compiles a module when it is needed, once. */
function openerOf(file) {
  let compiled;
  return () => {
    compiled ??= WebAssembly.compile(readFileSync(file));
    return compiled;
  };
}

/** What runs stories for the page in `folder`; to be closed. */
async function openWorkshop(folder) {
  const { load, close } = await openModules();
  let rooms = {};
  for (const name of sources) rooms = { ...rooms, ...(await load(name)) };
  const kinds = ['core', 'policy'].map((kind) => {
    const file = moduleIn(folder, kind);
    return [kind, { name: rooms.moduleName(file), compile: openerOf(file) }];
  });
  const isSource = (name) => !/\.test\.tsx?$/.test(name);
  const code = hashFiles(listFiles(['web/engine', 'tools/lib/begun-stories.mjs'], isSource));
  return { ...rooms, modules: Object.fromEntries(kinds), code, close };
}

/** What the page gets of a scenario, by the same way: through JSON. */
async function openedIn({ loadScenario, nodeReader, stageOf }, name) {
  const opened = await loadScenario(name, nodeReader(inRoot('scenarios')));
  return JSON.parse(JSON.stringify({ opened, ...stageOf(opened) }));
}

const fileOf = (key) => path.join(keptFolder, `${key}.bin`);

/** Bytes that are there and are what they say; undefined for damaged ones: they are made again. */
async function keptBytes(key, unpack) {
  const bytes = readIfThere(fileOf(key));
  const isWhole = bytes && (await unpack(new Uint8Array(bytes), key)) !== undefined;
  return isWhole ? bytes.length : undefined;
}

/** Packs what a run gave, and says how many bytes each file has; `false`: the run has none of it. */
async function keepRun(workshop, { warmStart: beginning, figures, traceHash }, key, isShown) {
  const name = workshop.figuresKey(key);
  const write = (file, bytes) => {
    writeWhole(fileOf(file), bytes);
    return bytes.length;
  };
  const pack = async () => {
    // A seek back replays from zero, then: less to fetch counts for more in a first visit.
    const keyframes = workshop.fewer(beginning.keyframes, 1);
    return write(key, await workshop.packWarmStart({ ...beginning, keyframes }, key));
  };
  return {
    figures: figures ? write(name, await workshop.packFigures(figures, traceHash, name)) : false,
    ...(isShown && { beginning: beginning ? await pack() : false }),
  };
}

/** The record of a run; undefined where there is none that can be read. */
function recordOf(key) {
  try {
    return JSON.parse(readIfThere(path.join(keptFolder, `${key}.json`), 'utf8') ?? 'null');
  } catch {
    return undefined;
  }
}

/** What was kept of a run the last time, with sizes of what is whole; undefined where something is missing. */
async function keptRun(workshop, key, isShown) {
  const kept = recordOf(key);
  // Made by other code: what it says of a run may be something else by now.
  if (kept?.code !== workshop.code) return undefined;
  const { figures, beginning } = kept;
  const wanted = [
    [figures, workshop.figuresKey(key), workshop.unpackFigures],
    ...(isShown ? [[beginning, key, workshop.unpackWarmStart]] : []),
  ];
  for (const [size, name, unpack] of wanted) {
    if (size === undefined) return undefined;
    if (size !== false && (await keptBytes(name, unpack)) !== size) return undefined;
  }
  return { figures, beginning };
}

/** The files of a run; undefined where it would have to be run and `isKept` allows only what is kept. */
async function runOf(workshop, definition, run, isShown, isKept) {
  const module = workshop.modules[workshop.hasOwn(definition) ? 'policy' : 'core'];
  const key = workshop.warmStartKey(module.name, definition, run);
  const before = await keptRun(workshop, key, isShown);
  const make = async () => {
    const backend = await workshop.openWasm(await module.compile());
    const kept = await keepRun(
      workshop,
      workshop.warmStartOfRun(backend, definition, run),
      key,
      isShown,
    );
    const record = { code: workshop.code, ...kept };
    writeWhole(path.join(keptFolder, `${key}.json`), `${JSON.stringify(record)}\n`);
    return kept;
  };
  if (!before && isKept) return undefined;
  const { figures, beginning } = before ?? (await make());
  const file = (name, size, kind) => (size ? [{ name, size, kind }] : []);
  return [
    ...file(workshop.figuresKey(key), figures, 'figures'),
    ...(isShown ? file(key, beginning, 'beginning') : []),
  ];
}

/** What a run gave, as the page measures it; undefined where nothing was kept of it. */
async function keptReport(workshop, definition, run) {
  const module = workshop.modules[workshop.hasOwn(definition) ? 'policy' : 'core'];
  const name = workshop.figuresKey(workshop.warmStartKey(module.name, definition, run));
  const bytes = readIfThere(fileOf(name));
  const figures = bytes && (await workshop.unpackFigures(new Uint8Array(bytes), name));
  if (!figures) return undefined;
  const world = workshop.World.create(await workshop.openWasm(await module.compile()), definition);
  return { ...figures, catalog: workshop.catalogOf(world) };
}

/** The texts of a story's steps with the values that its runs gave: those that are not known keep their braces. */
async function givenTexts(workshop, { opened, definitions }, run) {
  const reports = {};
  for (const [id, definition] of Object.entries(definitions))
    reports[id] = await keptReport(workshop, definition, run);
  const { measure, inSentence, bound } = workshop;
  const say = (asked) => {
    const { metric, variant, line } = asked;
    const value = measure(metric, reports[variant], reports.A, line);
    return typeof value === 'number' ? inSentence(value, asked) : `{${asked.id}}`;
  };
  return (opened.scenario.steps ?? []).map(({ text, watch, meets, values = [] }) =>
    Object.fromEntries(
      Object.entries({ text, watch, meets })
        .filter(([, told]) => told !== undefined)
        .map(([part, told]) => [part, bound(told, values, say)]),
    ),
  );
}

/**
 * { filesOf, keptFilesOf, textsOf, order, close } for the page in `folder`. `filesOf(scenario)`: { name, size, kind } of each file of its
 * variants, in the order in which they count; the files lie in keptFolder. `keptFilesOf`: undefined where one would have to be
 * run. `textsOf`: of each step the texts, with the values that are kept of its runs. `order`: all stories, those first that are read first.
 */
export async function openStories(folder) {
  const workshop = await openWorkshop(folder);
  const runAsked = (opened) => ({
    duration: opened.duration,
    window: opened.scoreWindow,
    marks: workshop.markQuestionsOf(opened),
  });
  const filesOf = async (scenario, isKept) => {
    const { opened, definitions } = await openedIn(workshop, scenario);
    const run = runAsked(opened);
    const files = [];
    for (const [at, definition] of Object.values(definitions).entries()) {
      const found = await runOf(workshop, definition, run, at < shownFirst, isKept);
      if (!found) return undefined;
      files.push(...found);
    }
    const of = (wanted) => files.filter(({ kind }) => kind === wanted);
    // Figures are small, and stand in every sentence.
    return [...of('figures'), ...of('beginning')];
  };
  return {
    filesOf: (scenario) => filesOf(scenario, false),
    keptFilesOf: (scenario) => filesOf(scenario, true),
    textsOf: async (scenario) => {
      const found = await openedIn(workshop, scenario);
      return givenTexts(workshop, found, runAsked(found.opened));
    },
    order: () => inOrder(workshop.storyEntries),
    close: workshop.close,
  };
}

/** Flagships, then what is read first in each chapter, chapter by chapter. */
export function inOrder(entries) {
  const all = ['understand', 'measure', 'try'].flatMap((part) =>
    entries.flatMap(({ folder, reading }) =>
      (reading[part] ?? []).map((name) => `${folder}/${name}`),
    ),
  );
  return [...new Set([...entries.map(({ flagship }) => flagship), ...all])];
}

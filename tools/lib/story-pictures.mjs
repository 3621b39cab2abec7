// A Vite plugin: tells the page of its chapters and their stories, each with a picture of a moment of its
// real run. The scenarios run while the page is built, with the core that the page ships: the same core and
// scenario give the same picture, which is kept in build/pictures until one of them changes.
// `virtual:chapters` has the chapters; the stories of each come in a module of their own,
// `virtual:chapter/<folder>`; `virtual:live-moment` has the machines of Home as they stand where its live run begins;
// `virtual:kernel-names` has what of the kernel the search finds by its name.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { hashFiles, listFiles, readIfThere, sha, writeWhole } from './files.mjs';
import { buildDir, inRoot } from './paths.mjs';
import { scenarioRoom } from './scenario-room.mjs';

const chapters = 'virtual:chapters';
const chapter = 'virtual:chapter/';
const names = 'virtual:kernel-names';
const liveMoment = 'virtual:live-moment';

/** ns: late enough that all threads are at work, early enough that a build takes seconds. */
const moment = 3_000_000;

const sourcesKey = () => {
  const isSource = (name) => /\.(ts|mjs)$/.test(name) && !name.includes('.test.');
  const pictures = ['activity', 'arrangement', 'miniature'].map(
    (name) => `web/views/topology/${name}.ts`,
  );
  const files = ['web/engine', 'web/scenario', ...pictures];
  const sources = listFiles([...files, 'tools/lib/story-pictures.mjs'], isSource);
  return hashFiles([...sources, 'build/core/core.wasm']);
};

async function modulesOf() {
  const load = async (name) => (await runnerImport(inRoot(name))).module;
  return {
    room: await scenarioRoom(),
    stories: await load('web/scenario/stories.ts'),
    labs: await load('web/scenario/lab/lab.ts'),
    talks: await load('web/scenario/talk/talk.ts'),
    node: await load('web/scenario/node.ts'),
    wasm: await load('web/engine/wasm.ts'),
    world: await load('web/engine/world.ts'),
    capture: await load('web/engine/capture.ts'),
    catalog: await load('web/engine/catalog.ts'),
    head: await load('web/engine/head.ts'),
    miniature: await load('web/views/topology/miniature.ts'),
  };
}

/** The picture of a variant of an opened scenario at `until` (ns). */
async function pictureAt(opened, id, until, modules) {
  const { room, wasm, world: worlds, capture, catalog, head, miniature } = modules;
  const file = opened.program ? 'build/core/policy.wasm' : 'build/core/core.wasm';
  const core = await WebAssembly.compile(readFileSync(inRoot(file)));
  const world = worlds.World.create(await wasm.openWasm(core), room.buildDefinition(opened, id));
  while (world.time < until) head.stepOnce(world, until);
  const { cpus } = capture.captureFrame(world);
  return miniature.miniatureOf(catalog.catalogOf(world).topology, cpus.activity);
}

/** The picture of variant A of an opened scenario. */
async function pictureOf(opened, modules) {
  const until = Math.min(moment, opened.duration);
  return {
    moment: until,
    picture: await pictureAt(opened, opened.scenario.variants[0].id, until, modules),
  };
}

async function kept(key, opened, make) {
  const file = path.join(buildDir, 'pictures', `${sha(key, JSON.stringify(opened))}.json`);
  const before = readIfThere(file, 'utf8');
  if (before) return JSON.parse(before);
  const made = await make();
  writeWhole(file, JSON.stringify(made));
  return made;
}

const keptPicture = (opened, modules, key) => kept(key, opened, () => pictureOf(opened, modules));

/** Home's machines A and B where their measured window begins: what stands there until the live run has got so far. */
async function liveMoments(modules) {
  const { firstScenario } = (await runnerImport(inRoot('web/stage/first-scenario.ts'))).module;
  const opened = await modules.room.loadScenario(
    firstScenario,
    modules.node.nodeReader(inRoot('scenarios')),
  );
  return kept(`${sourcesKey()} live`, opened, async () => ({
    A: await pictureAt(opened, 'A', opened.start, modules),
    B: await pictureAt(opened, 'B', opened.start, modules),
  }));
}

/** What the core names in the runs of the flagships: functions, and fields with their structure. */
async function kernelNames(modules) {
  const { room, node, wasm, world: worlds, catalog } = modules;
  const reader = node.nodeReader(inRoot('scenarios'));
  const core = await WebAssembly.compile(readFileSync(inRoot('build/core/core.wasm')));
  const [functions, fields] = [new Map(), new Map()];
  const note = (found, name, story) => name && !found.has(name) && found.set(name, story);
  for (const { flagship } of room.storyEntries) {
    const opened = await room.loadScenario(flagship, reader);
    const definition = room.buildDefinition(opened, opened.scenario.variants[0].id);
    const known = catalog.catalogOf(worlds.World.create(await wasm.openWasm(core), definition));
    for (const symbol of known.symbols) note(functions, symbol, flagship);
    for (let at = 0; at < known.fields.count; at++) {
      const structure = known.structures[known.fields.structure[at]];
      // One element of an array stands for all.
      const field = known.fields.name[at].replace(/\[\d+\]/g, '');
      note(fields, `${structure}.${field}`, flagship);
    }
  }
  const listed = (found) => [...found].map(([name, story]) => ({ name, story }));
  return { functions: listed(functions), fields: listed(fields) };
}

/** A story as its card shows it. */
async function cardOf(scenario, part, modules, key) {
  const reader = modules.node.nodeReader(inRoot('scenarios'));
  const opened = await modules.room.loadScenario(scenario, reader);
  const { cpus, packages, nodes, llcs } = opened.machine;
  const { title, question, variants } = opened.scenario;
  return {
    ...{ scenario, part, title, question, duration: opened.duration, variants: variants.length },
    machine: { cpus, packages, nodes, llcs },
    ...(await keptPicture(opened, modules, key)),
  };
}

/** By the folder of its chapter: how many of `names` there are. */
async function countsOf(names, load, reader) {
  const counts = new Map();
  for (const name of names(reader)) {
    const { chapter: folder } = await load(name, reader);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return counts;
}

/** The chapters in their order, each with the cards of its stories in theirs. */
export async function chaptersWithStories() {
  const modules = await modulesOf();
  const key = sourcesKey();
  const reader = modules.node.nodeReader(inRoot('scenarios'));
  const labs = await countsOf(modules.labs.labNames, modules.labs.loadLab, reader);
  const talks = await countsOf(modules.talks.talkNames, modules.talks.loadTalk, reader);
  const found = [];
  for (const entry of modules.room.storyEntries) {
    const { id: story, folder, name, question, about, flagship, reading, views = [] } = entry;
    const cards = [];
    for (const part of modules.stories.readingParts) {
      for (const each of reading[part])
        cards.push(await cardOf(`${folder}/${each}`, part, modules, key));
    }
    const said = { story, folder, name, question, about, flagship, views };
    found.push({ ...said, cards, labs: labs.get(folder) ?? 0, talks: talks.get(folder) ?? 0 });
  }
  return found;
}

const json = (value) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;

/** The chapters without the stories, which are fetched by chapter. */
function chaptersModule(found) {
  const entries = found.map(({ cards, ...rest }) => {
    const { machine, moment: at, picture } = cards.find((card) => card.scenario === rest.flagship);
    const said = { ...rest, count: cards.length, machine, moment: at, picture };
    const stories = `() => import(${JSON.stringify(chapter + rest.folder)})`;
    return `{ ...${json(said)}, stories: ${stories} }`;
  });
  return `export default [${entries.join(',\n')}];`;
}

export function storyPicturesPlugin() {
  let found;
  return {
    name: 'story-pictures',
    buildStart() {
      found = undefined;
    },
    resolveId: (id) =>
      [chapters, names, liveMoment].includes(id) || id.startsWith(chapter) ? `\0${id}` : undefined,
    async load(id) {
      const wanted = id.startsWith('\0') ? id.slice(1) : '';
      if (wanted === names) return `export default ${json(await kernelNames(await modulesOf()))};`;
      if (wanted === liveMoment)
        return `export default ${json(await liveMoments(await modulesOf()))};`;
      if (wanted !== chapters && !wanted.startsWith(chapter)) return undefined;
      found ??= chaptersWithStories();
      const all = await found;
      if (wanted === chapters) return chaptersModule(all);
      const own = all.find(({ folder }) => folder === wanted.slice(chapter.length));
      return `export default ${json(own.cards)};`;
    },
  };
}

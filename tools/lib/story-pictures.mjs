// A Vite plugin: runs the scenario that stands for each story while the page is built, with the core
// that the page ships, and gives the start page what it shows of them: a small picture of a moment of
// that run, and the machine. The same core and scenario give the same picture; it is kept in
// build/pictures until one of them changes.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { hashFiles, listFiles, readIfThere, sha, writeWhole } from './files.mjs';
import { buildDir, inRoot } from './paths.mjs';

const virtual = 'virtual:story-pictures';
const resolved = `\0${virtual}`;

/** ns: long enough that everybody is at work, short enough that a build takes seconds. */
const moment = 3_000_000;

const sourcesKey = () => {
  const isSource = (name) => /\.(ts|mjs)$/.test(name) && !name.includes('.test.');
  const folders = [
    'web/engine',
    'web/scenario',
    'web/views/topology',
    'tools/lib/story-pictures.mjs',
  ];
  return hashFiles([...listFiles(folders, isSource), 'build/core/core.wasm']);
};

async function modulesOf() {
  const load = async (name) => (await runnerImport(inRoot(name))).module;
  return {
    room: await load('web/scenario/index.ts'),
    node: await load('web/scenario/node.ts'),
    wasm: await load('web/engine/wasm.ts'),
    world: await load('web/engine/world.ts'),
    capture: await load('web/engine/capture.ts'),
    catalog: await load('web/engine/catalog.ts'),
    head: await load('web/engine/head.ts'),
    miniature: await load('web/views/topology/miniature.ts'),
  };
}

/** The picture of variant A of an opened scenario. */
async function pictureOf(opened, modules) {
  const { room, wasm, world: worlds, capture, catalog, head, miniature } = modules;
  const core = await WebAssembly.compile(readFileSync(inRoot('build/core/core.wasm')));
  const world = worlds.World.create(
    await wasm.openWasm(core),
    room.buildDefinition(opened, opened.scenario.variants[0].id),
  );
  const until = Math.min(moment, opened.duration);
  while (world.time < until) head.stepOnce(world, until);
  const { cpus } = capture.captureFrame(world);
  return miniature.miniatureOf(catalog.catalogOf(world).topology, cpus.activity);
}

async function keptPicture(opened, modules, key) {
  const file = path.join(buildDir, 'pictures', `${sha(key, JSON.stringify(opened))}.json`);
  const kept = readIfThere(file, 'utf8');
  if (kept) return JSON.parse(kept);
  const picture = await pictureOf(opened, modules);
  writeWhole(file, JSON.stringify(picture));
  return picture;
}

/** The stories in their order: { story, question, scenario, machine, moment, picture }. */
export async function storyPictures() {
  const modules = await modulesOf();
  const { room, node } = modules;
  const reader = node.nodeReader(inRoot('scenarios'));
  const key = sourcesKey();
  const found = [];
  for (const { id: story, question, flagship: scenario } of room.storyEntries) {
    const opened = await room.loadScenario(scenario, reader);
    const { cpus, packages, nodes, llcs } = opened.machine;
    const picture = await keptPicture(opened, modules, key);
    const machine = { cpus, packages, nodes, llcs };
    found.push({ story, question, scenario, machine, moment, picture });
  }
  return found;
}

export function storyPicturesPlugin() {
  return {
    name: 'story-pictures',
    resolveId: (id) => (id === virtual ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(await storyPictures()))})`;
    },
  };
}

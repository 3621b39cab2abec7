// `npm run build -- --warm`: what the flagships compute before their measured window, and the figures of every story,
// computed while the page is built and put beside it, so that they stand there at once in a browser that has never been
// here. Optional: the page works without, and takes only what fits its core and its definition
// (web/engine/beginning-store.ts).

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { Failure } from './failure.mjs';
import { writeWhole } from './files.mjs';
import { inRoot } from './paths.mjs';
import { writeSbom } from './sbom.mjs';

/** Bytes of all that is put beside a page: it is a good half more than what there is today, and some hosts bill by the byte. */
export const mostShippedBytes = 16 * 2 ** 20;

const folderName = 'beginnings';

async function modulesOf() {
  const load = async (name) => (await runnerImport(inRoot(name))).module;
  return {
    ...(await load('web/scenario/index.ts')),
    ...(await load('web/scenario/node.ts')),
    ...(await load('web/stage/stage-of.ts')),
    ...(await load('web/stage/mark-questions.ts')),
    ...(await load('web/engine/wasm.ts')),
    ...(await load('web/engine/beginning.ts')),
    ...(await load('web/engine/beginning-of-run.ts')),
    ...(await load('web/engine/beginning-keeper.ts')),
    ...(await load('web/engine/beginning-store.ts')),
    ...(await load('web/engine/kept-figures.ts')),
    ...(await load('web/engine/own-code.ts')),
  };
}

/** The core in a built page. */
function coreOf(folder) {
  const assets = path.join(folder, 'assets');
  const [name, ...others] = readdirSync(assets).filter((each) => /^core-[\w-]+\.wasm$/.test(each));
  if (!name || others.length > 0) throw new Failure(`${assets}: holds not one core-….wasm`);
  return path.join(assets, name);
}

/** What the page gets of a scenario, by the same way: through JSON. */
async function openedIn({ loadScenario, nodeReader, stageOf }, name) {
  const opened = await loadScenario(name, nodeReader(inRoot('scenarios')));
  return JSON.parse(JSON.stringify({ opened, ...stageOf(opened) }));
}

/** What runs stories and packs what they give, for the page in `folder`. */
async function openWorkshop(folder) {
  const modules = await modulesOf();
  const file = coreOf(folder);
  const core = await WebAssembly.compile(readFileSync(file));
  return { ...modules, core, coreName: modules.moduleName(file) };
}

/** What is shipped of a run: name and bytes of each file. */
async function filesOf(workshop, { beginning, figures }, key, isWhole) {
  const name = workshop.figuresKey(key);
  const files = figures ? [{ key: name, bytes: await workshop.packFigures(figures, name) }] : [];
  if (!isWhole || !beginning) return files;
  // A seek back replays from zero, then: less to fetch counts for more in a first visit.
  const keyframes = workshop.fewer(beginning.keyframes, 1);
  return [{ key, bytes: await workshop.packBeginning({ ...beginning, keyframes }, key) }, ...files];
}

/** The files of all variants of a scenario as it comes; those of variants that need another module are left out. */
async function filesFor(workshop, name, isWhole) {
  const { opened, definitions } = await openedIn(workshop, name);
  const run = {
    duration: opened.duration,
    window: opened.scoreWindow,
    marks: workshop.questionsOf(opened),
  };
  const found = [];
  for (const definition of Object.values(definitions)) {
    if (workshop.hasOwn(definition)) continue;
    const backend = await workshop.openWasm(workshop.core);
    const ran = workshop.beginningOfRun(backend, definition, run);
    const key = workshop.beginningKey(workshop.coreName, definition, run);
    found.push(...(await filesOf(workshop, ran, key, isWhole)));
  }
  return found;
}

/**
 * The figures of all variants of scenarios as they come, for the page in `folder`, and their beginnings if `isWhole`: name
 * and bytes of each file.
 */
export async function beginningsFor(folder, scenarios, isWhole = true) {
  const workshop = await openWorkshop(folder);
  const found = [];
  for (const name of scenarios) found.push(...(await filesFor(workshop, name, isWhole)));
  return found;
}

/** The page, which says what came with it. */
export function withNames(html, keys) {
  const place = '<meta charset="utf-8" />';
  if (!html.includes(place)) throw new Failure(`index.html: has no ${place}`);
  return html.replace(
    place,
    `${place}\n    <meta name="beginnings" content="${keys.join(' ')}" />`,
  );
}

/** Those that fit, in their order, into `most` bytes. */
export function fitting(beginnings, most = mostShippedBytes) {
  let room = most;
  return beginnings.filter(({ bytes }) => {
    if (bytes.length > room) return false;
    room -= bytes.length;
    return true;
  });
}

/** All files, in the order in which they count: those of the flagships first. */
async function filesOfStories(workshop, say) {
  const flagships = workshop.storyEntries.map(({ flagship }) => flagship);
  const [first, then] = [[], []];
  for (const { folder, reading } of workshop.storyEntries) {
    const names = Object.values(reading).flat();
    for (const name of names.map((each) => `${folder}/${each}`)) {
      const isFlagship = flagships.includes(name);
      (isFlagship ? first : then).push(...(await filesFor(workshop, name, isFlagship)));
    }
    say(`warm    ${folder}: ${names.length} stories`);
  }
  return [...first, ...then];
}

/** Puts the figures of all stories and the beginnings of the flagships beside the page in `folder`: takes some minutes. */
export async function warm(folder, say) {
  const all = await filesOfStories(await openWorkshop(folder), say);
  const shipped = fitting(all);
  rmSync(path.join(folder, folderName), { recursive: true, force: true });
  for (const { key, bytes } of shipped)
    writeWhole(path.join(folder, folderName, `${key}.bin`), bytes);
  const page = path.join(folder, 'index.html');
  const html = withNames(
    readFileSync(page, 'utf8'),
    shipped.map(({ key }) => key),
  );
  writeWhole(page, html);
  writeSbom(folder);
  const size = shipped.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const left = all.length > shipped.length ? `, ${all.length - shipped.length} did not fit` : '';
  say(
    `warm    ${shipped.length} files of beginnings and figures, ${(size / 1e6).toFixed(1)} MB${left}`,
  );
}

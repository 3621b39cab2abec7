// `npm run build -- --warm`: what the flagships compute before their measured window, and the figures of every
// story, computed while the page is built and put beside it, so that they stand there at once in a browser that has never
// been here. Optional: the page works
// without, and goes on only from what fits its core and its definition (web/engine/beginning-store.ts).

import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runnerImport } from 'vite';
import { Failure } from './failure.mjs';
import { writeWhole } from './files.mjs';
import { inRoot } from './paths.mjs';
import { writeSbom } from './sbom.mjs';

/** Bytes of all that is put beside a page: it is twice what the flagships take, and some hosts bill by the byte. */
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

/** What is shipped of a run: name and bytes of each file. */
async function filesOf(modules, { beginning, figures }, key, isWhole) {
  const name = modules.figuresKey(key);
  const ofFigures = { key: name, bytes: await modules.packFigures(figures, name) };
  if (!isWhole) return [ofFigures];
  // A seek back replays from zero, then: less to fetch counts for more in a first visit.
  const keyframes = modules.fewer(beginning.keyframes, 1);
  const bytes = await modules.packBeginning({ ...beginning, keyframes }, key);
  return [ofFigures, { key, bytes }];
}

/**
 * The figures of all variants of scenarios as they come, for the page in `folder`, and their beginnings if `isWhole`: name
 * and bytes of each file.
 */
export async function beginningsFor(folder, scenarios, isWhole = true) {
  const modules = await modulesOf();
  const file = coreOf(folder);
  const core = await WebAssembly.compile(readFileSync(file));
  const found = [];
  for (const name of scenarios) {
    const { opened, definitions } = await openedIn(modules, name);
    const run = {
      duration: opened.duration,
      window: opened.scoreWindow,
      marks: modules.questionsOf(opened),
    };
    for (const definition of Object.values(definitions)) {
      const backend = await modules.openWasm(core);
      const ran = modules.beginningOfRun(backend, definition, run);
      const key = modules.beginningKey(modules.moduleName(file), definition, run);
      found.push(...(await filesOf(modules, ran, key, isWhole)));
    }
  }
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

/** Puts the figures of all stories and the beginnings of the flagships beside the page in `folder`; some minutes. */
export async function warm(folder, say) {
  const { storyEntries } = await modulesOf();
  const flagships = storyEntries.map(({ flagship }) => flagship);
  const all = [];
  for (const { folder: chapter, reading } of storyEntries) {
    const names = Object.values(reading)
      .flat()
      .map((name) => `${chapter}/${name}`);
    for (const name of names)
      all.push(...(await beginningsFor(folder, [name], flagships.includes(name))));
    say(`warm    ${chapter}: ${names.length} stories`);
  }
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

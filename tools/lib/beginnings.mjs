// Puts beside a built page what its stories compute before their measured window, and the figures that their runs end with, so
// that every story stands there at once in a browser that has never been here. `npm run build` computes them on all
// processors, `npm start` in the background; the page works without them, and takes only what fits its core and its definition.

import { fork } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { keptFolder } from './begun-stories.mjs';
import { Failure } from './failure.mjs';
import { writeWhole } from './files.mjs';
import { inRoot } from './paths.mjs';
import { writeSbom } from './sbom.mjs';
import { writeStoryTexts } from './story-texts.mjs';

/** Bytes of all that is put beside a page: some hosts bill by the byte. */
export const mostShippedBytes = 64 * 2 ** 20;
/** Bytes of what one story's first screen fetches: two seconds of 10 Mbit/s. */
export const mostStoryBytes = 2.5e6;

const folderName = 'beginnings';
const metaLine = `    <meta name="beginnings" content="./${folderName}/" />\n`;

/** The page, which says that there is such a folder. */
export function withFolder(html) {
  const place = '<meta charset="utf-8" />\n';
  if (!html.includes(place)) throw new Failure(`index.html: has no ${place.trim()}`);
  return html.includes(metaLine) ? html : html.replace(place, `${place}${metaLine}`);
}

/** Has a built page look into the folder, whatever is in it by now. */
export function sayFolder(page) {
  const file = path.join(page, 'index.html');
  writeWhole(file, withFolder(readFileSync(file, 'utf8')));
}

/** The files of a story that fit, in their order, into `most` bytes. */
export function fitting(files, most = mostStoryBytes) {
  let room = most;
  return files.filter(({ size }) => {
    if (size > room) return false;
    room -= size;
    return true;
  });
}

/** What lies beside a page: takes the files of one story after the other, as long as all of them have room. */
export class ShippedFolder {
  #folder;
  #stories = {};
  #bytes = 0;
  #leftOut = 0;

  /** Empties the folder beside the page in `page`, and says in the page that there is one. */
  constructor(page) {
    this.#folder = path.join(page, folderName);
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    this.#writeList();
    sayFolder(page);
  }

  #writeList() {
    const stories = this.#stories;
    const names = Object.values(stories).flat();
    const list = { format: 'schedscape-beginnings/1', names, stories };
    writeWhole(path.join(this.#folder, 'index.json'), JSON.stringify(list));
  }

  /** The files of a story. */
  take(scenario, files) {
    const shipped = fitting(fitting(files), mostShippedBytes - this.#bytes);
    this.#leftOut += files.length - shipped.length;
    for (const { name, size } of shipped) {
      copyFileSync(path.join(keptFolder, `${name}.bin`), path.join(this.#folder, `${name}.bin`));
      this.#bytes += size;
    }
    this.#stories[scenario] = shipped.map(({ name }) => name);
    this.#writeList();
  }

  /** What there is. */
  end() {
    const left = this.#leftOut > 0 ? `; ${this.#leftOut} did not fit` : '';
    return `${Object.values(this.#stories).flat().length} files, ${(this.#bytes / 1e6).toFixed(1)} MB${left}`;
  }
}

/** The page in `page` as if nothing had ever been put beside it. */
export function withoutBeginnings(page) {
  rmSync(path.join(page, folderName), { recursive: true, force: true });
  const file = path.join(page, 'index.html');
  const html = readFileSync(file, 'utf8');
  if (html.includes(metaLine)) writeWhole(file, html.replace(metaLine, ''));
}

/** A process that runs stories at low priority, one after the other. It ends with this one. */
function startRunner(page) {
  const runner = fork(inRoot('tools/lib/begun-stories-runner.mjs'), [page]);
  let answer;
  let death;
  const die = (why) => {
    death ??= new Failure(`the runs of stories ended: ${why}`);
    answer?.reject(death);
  };
  runner.on('message', (told) => answer?.resolve(told));
  runner.on('error', (error) => die(error.message));
  runner.on('exit', (code, signal) => die(signal ?? `exit code ${code}`));
  const ask = (message) =>
    new Promise((resolve, reject) => {
      if (death) return reject(death);
      answer = { resolve, reject };
      runner.send(message);
    });
  return { ask, end: () => runner.connected && runner.disconnect() };
}

async function askOf(runner, message) {
  const told = await runner.ask(message);
  if (told.error) throw new Failure(told.error);
  return told.answer;
}

/** Removes what was kept of runs that no story has any more. */
function prune(files) {
  const wanted = new Set(files.map(({ name }) => name.replace(/-figures$/, '')));
  for (const file of readdirSync(keptFolder))
    if (!wanted.has(file.replace(/(?:-figures)?\.(?:bin|json)$/, '')))
      rmSync(path.join(keptFolder, file), { force: true });
}

/**
 * Runs all stories, or what changed of them since the last time, on `runners` processes, and puts what fits beside the page in
 * `page`; `before` is waited for before each that has to be run. `say` gets a line for each and one at the end. Where `isLenient` a
 * story that cannot be run is told and left out.
 */
export async function warm(page, say, options = {}) {
  const { runners = os.availableParallelism(), before, isLenient = false } = options;
  const begun = performance.now();
  const all = Array.from({ length: runners }, () => startRunner(page));
  try {
    const stories = await askOf(all[0], { kind: 'order' });
    const shipped = new ShippedFolder(page);
    const found = new Map();
    const texts = new Map();
    let next = 0;
    let taken = 0;
    const filesOf = async (runner, scenario) => {
      const kept = await askOf(runner, { kind: 'kept', scenario });
      if (kept) return kept;
      await before?.();
      return askOf(runner, { kind: 'files', scenario });
    };
    const forgive = (error) => {
      if (!isLenient) throw error;
      say(`begin   ${error.message}`);
      return [];
    };
    const takeInOrder = () => {
      for (; found.has(stories[taken]); taken++)
        shipped.take(stories[taken], found.get(stories[taken]));
    };
    const work = async (runner) => {
      while (next < stories.length) {
        const scenario = stories[next++];
        const files = await filesOf(runner, scenario).catch(forgive);
        if (files.length > 0) {
          const told = await askOf(runner, { kind: 'texts', scenario }).catch(forgive);
          if (told.length > 0) texts.set(scenario, told);
        }
        found.set(scenario, files);
        takeInOrder();
        const seconds = Math.round((performance.now() - begun) / 1000);
        say(`begin   ${found.size} of ${stories.length} stories, ${seconds} s: ${scenario}`);
      }
    };
    await Promise.all(all.map(work));
    if (!isLenient) prune([...found.values()].flat());
    await writeStoryTexts(page, (scenario) => texts.get(scenario));
    say(`begin   ${shipped.end()}`);
  } finally {
    for (const runner of all) runner.end();
    writeSbom(page);
  }
}

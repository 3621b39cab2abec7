// Measures how long the stories of a built page take to open: `node tools/measure-opening.mjs [dist] [-- name …]`.
// Each story opens in a real Chromium in a context of its own, without any input. The messages of its workers to
// the main thread tell when the first pictures came, when the measured window began and when the runs of all
// variants had ended. A second opening in the same context shows what the browser has kept. The script measures and
// judges nothing.

import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { usualBrowser } from './lib/chromium.mjs';
import { main } from './lib/failure.mjs';
import { inRoot } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

/** ms: a story that has not ended by then is told as it stands. */
const patience = 120_000;

/** In the page: listens to the conductor's news and notes by side when what was so for the first time. */
function listen() {
  const seen = {};
  globalThis.openingSeen = seen;
  const note = (side, what) => {
    seen[side] ??= {};
    seen[side][what] ??= Math.round(performance.now());
  };
  const hear = ({ data }) => {
    if (data?.kind !== 'news') return;
    globalThis.openingMoment = data.moment;
    for (const [side, variant] of Object.entries(data.variants)) {
      if (variant.latestFrame) note(side, 'picture');
      if (variant.status?.measuring) note(side, 'window');
      if (variant.status?.state === 'finished') note(side, 'ended');
      if (variant.status) seen[side].state = variant.status.state;
    }
  };
  const Usual = globalThis.Worker;
  globalThis.Worker = class extends Usual {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', hear);
    }
  };
}

const isOver = () => {
  const sides = Object.values(globalThis.openingSeen ?? {});
  return sides.length > 0 && sides.every(({ ended }) => ended !== undefined);
};

async function opened(context, url) {
  const page = await context.newPage();
  await page.addInitScript(listen);
  await page.goto(url);
  await page
    .waitForFunction(isOver, undefined, { timeout: patience, polling: 100 })
    .catch(() => {});
  const seen = await page.evaluate(() => globalThis.openingSeen);
  const moment = await page.evaluate(() => globalThis.openingMoment);
  // What is kept is written after the run.
  await page.waitForTimeout(500);
  await page.close();
  return { seen, moment };
}

const worst = ({ seen }, what) => {
  const times = Object.values(seen).map((side) => side[what]);
  return times.includes(undefined) ? '-' : (Math.max(...times) / 1000).toFixed(1);
};

main(async (args) => {
  const [folder = 'dist', ...only] = args;
  const { stories } = JSON.parse(readFileSync(inRoot('scenarios/stories.json'), 'utf8'));
  const all = stories.flatMap(({ folder: chapter, reading }) =>
    Object.values(reading)
      .flat()
      .map((name) => `${chapter}/${name}`),
  );
  const names = all.filter((name) => only.length === 0 || only.some((part) => name.includes(part)));
  const port = await serve(inRoot(folder), 4790);
  const browser = await chromium.launch(usualBrowser());
  process.stdout.write(
    'story  first: picture, window, ended s | again: picture, window, ended s | load\n',
  );
  for (const name of names) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const url = `http://127.0.0.1:${port}/#/${name}`;
    const first = await opened(context, url);
    const again = await opened(context, url);
    await context.close();
    const told = [first, again].map((each) =>
      ['picture', 'window', 'ended'].map((what) => worst(each, what).padStart(5)).join(' '),
    );
    process.stdout.write(`${name.padEnd(44)} ${told.join(' | ')} | ${loadavg()[0].toFixed(1)}\n`);
  }
  await browser.close();
  process.exit(0);
});

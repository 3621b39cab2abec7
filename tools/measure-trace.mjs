// How long a large trace takes to open in a built page, and what it takes of memory: `node tools/measure-trace.mjs [dist]
// [FILE]`; without a file one of 1.5 million events is written first. In a real Chromium: the first word of it, the figures,
// then the stage with it beside a run; how long the main thread was held up at most, and how much memory the browser's
// largest process had. It measures; it judges nothing.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { usualBrowser } from './lib/chromium.mjs';
import { main } from './lib/failure.mjs';
import { inRoot } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

/** ms: what has not come by then is told as missing. */
const patience = 180_000;

/** In the page: the longest time between two beats of its main thread. */
function beat() {
  globalThis.longestBeat = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    globalThis.longestBeat = Math.max(globalThis.longestBeat, now - last);
    last = now;
  }, 20);
}

/** MiB that the largest process below this one ever had in memory. */
function peak() {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const told = new Map();
  for (const id of processes) {
    try {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      told.set(Number(id), { parent: of('PPid'), kib: of('VmHWM') });
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (id) => id === process.pid || (told.has(id) && isOurs(told.get(id).parent));
  const sizes = [...told].filter(([id]) => id !== process.pid && isOurs(id)).map(([, t]) => t.kib);
  return Math.round(Math.max(0, ...sizes) / 1024);
}

/** Runs one step and prints how long it took, and what the page felt of it. */
async function measured(page, what, step) {
  await page.evaluate(() => {
    globalThis.longestBeat = 0;
  });
  const before = performance.now();
  const isThere = await step().then(
    () => true,
    (cause) => {
      process.stdout.write(`${String(cause).split('\n')[0]}\n`);
      return false;
    },
  );
  const seconds = isThere ? ((performance.now() - before) / 1000).toFixed(1) : '-';
  const held = Math.round(await page.evaluate(() => globalThis.longestBeat));
  const told = [seconds.padStart(6), String(held).padStart(6), String(peak()).padStart(6)];
  process.stdout.write(`${what.padEnd(36)} ${told.join(' ')}   ${loadavg()[0].toFixed(1)}\n`);
}

main(async ([dist = 'dist', given]) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-trace-'));
  const file = given ?? path.join(folder, 'large.txt');
  // The long form would be 193 MiB, more than is read.
  const form = ['1500000', '64', 'short'];
  if (!given) execFileSync(process.execPath, [inRoot('tools/make-trace.mjs'), file, ...form]);
  const port = await serve(inRoot(dist), 4791);
  const browser = await chromium.launch(usualBrowser());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(beat);
  await page.goto(`http://127.0.0.1:${port}/#/split-llc/one-wakeup`);
  await page.getByRole('tab', { name: 'Trace' }).click({ timeout: patience });
  const view = page.getByRole('tabpanel').filter({ has: page.locator('input[type=file]') });
  const seen = (locator) => locator.waitFor({ timeout: patience });
  const mib = (statSync(file).size / 2 ** 20).toFixed(0);
  process.stdout.write(`${mib} MiB                              seconds ms held  MiB  load\n`);
  await measured(page, 'its file, up to the first count', async () => {
    await view.locator('input[type=file]').setInputFiles(file);
    await seen(view.getByText(/Reading: [1-9]\d* of/));
  });
  await measured(page, 'then up to its figures', () => seen(view.getByText(/events on \d+ CPUs/)));
  await measured(page, 'from the press to R on stage', async () => {
    await page.getByRole('button', { name: 'Simulate it beside the trace' }).click();
    const machine = page.getByRole('region', { name: 'Machine R', exact: true });
    const caption = machine.getByText(/^R: /);
    // What takes long the page asks of.
    const run = page.getByRole('button', { name: 'Run it', exact: true });
    await seen(run.or(caption).first());
    if (await run.isVisible()) await run.click();
    await seen(caption);
  });
  await measured(page, 'the playhead to its end', async () => {
    const slider = page.getByRole('slider', { name: 'Playhead' });
    const end = Number(await slider.getAttribute('max'));
    await slider.fill(String(end));
    const machine = page.getByRole('region', { name: 'Machine R', exact: true });
    const shown = () => machine.getAttribute('data-time');
    const until = performance.now() + patience;
    // What is simulated beside it may be shorter; a trace ends with its last event.
    while (Number(await shown()) < 0.99 * end) {
      if (performance.now() > until) throw new Error(`R stands at ${await shown()} of ${end} ns`);
      await page.waitForTimeout(50);
    }
  });
  await browser.close();
  rmSync(folder, { recursive: true });
  process.exit(0);
});

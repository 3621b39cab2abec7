// How smoothly the built page draws: `node tools/bench-frames.mjs [folder ...] [--seconds 5] [--turns 3] [--only 13] [--opening]`.
// Opens the scenes below, or those of these numbers, in Chromium, by turns where several folders (builds) are given, and prints what a frame of a machine
// takes and how busy the main thread is: once the runs are computed, or with --opening before that, while
// they take all processors of a small machine for some seconds. Wall time says what a person sees, on a quiet machine; processor time of the
// threads can be compared on a busy one, too, so that the ratio to the first folder is of that.

import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { usualBrowser } from './lib/chromium.mjs';
import { main } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

/**
 * A story, the variants on its stage or the step at which its layer stands beside them, how much slower the processor is to be, and
 * the bar of 95 % of frames, ms.
 */
const scenes = [
  { name: 'A | B, 480 CPUs', story: 'cpupri/ffmpeg-480', throttle: 1, bar: 20 },
  {
    name: 'four variants, 256 CPUs',
    story: 'split-llc/tbench-thundering-herd',
    stage: 'A | B | C | D',
    throttle: 1,
    bar: 34,
  },
  { name: 'A | B, 480 CPUs, a quarter as fast', story: 'cpupri/ffmpeg-480', throttle: 4, bar: 50 },
  { name: 'page lists of 8 CPUs', story: 'pcp/one-zone', step: 3, throttle: 1, bar: 20 },
  { name: 'accounts of 16 CPUs', story: 'cache-aware/two-caches', step: 3, throttle: 1, bar: 20 },
  { name: 'cpupri of 16 CPUs', story: 'cpupri/ghosts', step: 4, throttle: 1, bar: 20 },
  {
    name: 'a wake-up on 256 CPUs',
    story: 'split-llc/tbench-thundering-herd',
    step: 3,
    throttle: 1,
    bar: 20,
  },
  { name: 'a line of 480 CPUs', story: 'cpupri/ffmpeg-480', step: 2, throttle: 1, bar: 20 },
];

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];

/** ms that a story may take until it plays. */
const patience = 120_000;

const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** The story plays in Flow, past what leads into it. */
async function playing(page, { story, step, stage, isOpening }, address) {
  await page.goto(`${address}#/${story}${step === undefined ? '' : `/${step}`}`);
  const skip = page.getByRole('button', { name: 'Skip', exact: true });
  await page.locator('canvas').first().waitFor({ timeout: patience });
  await page.waitForTimeout(3_000);
  while (step === undefined && (await skip.isVisible())) {
    await skip.click().catch(() => {});
    await page.waitForTimeout(500);
  }
  if (stage) await page.getByRole('radio', { name: stage, exact: true }).check({ force: true });
  await page.getByRole('radio', { name: 'Traffic' }).check({ force: true });
  const play = page.getByRole('button', { name: 'Play', exact: true });
  if (await play.isVisible()) await play.click();
  if (!isOpening) await page.getByText('computed to the end').waitFor({ timeout: patience });
  await page.waitForTimeout(3_000);
}

/** Trace events of some seconds. */
async function traced(browser, page, seconds) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: categories },
    transferMode: 'ReportEvents',
  });
  await page.waitForTimeout(seconds * 1_000);
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return events;
}

/** What the threads of the page did: events by thread, of the process that drew. */
function measured(events, seconds) {
  const names = new Map();
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name') names.set(`${pid} ${tid}`, args.name);
  }
  const frames = events.filter(
    ({ name, pid, tid }) =>
      name === 'FireAnimationFrame' && /Worker/.test(names.get(`${pid} ${tid}`) ?? ''),
  );
  const drawing = new Set(frames.map(({ pid }) => pid));
  const gaps = [];
  for (const thread of new Set(frames.map(({ tid }) => tid))) {
    const begins = frames.filter(({ tid }) => tid === thread).map(({ ts }) => ts);
    begins.sort((a, b) => a - b);
    for (const [at, ts] of begins.slice(1).entries()) gaps.push((ts - begins[at]) / 1_000);
  }
  const tasks = events.filter(
    ({ name, pid, tid }) =>
      name === 'RunTask' && drawing.has(pid) && names.get(`${pid} ${tid}`) === 'CrRendererMain',
  );
  const busy = (events_) => events_.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000;
  const drawers = new Set(frames.map(({ pid, tid }) => `${pid} ${tid}`));
  const isTask = ({ name, pid, tid }) => name === 'RunTask' && drawers.has(`${pid} ${tid}`);
  return {
    frames: frames.length,
    gap: percentile(gaps, 0.95),
    work: busy(events.filter(isTask)) / Math.max(1, frames.length),
    main: busy(tasks) / (seconds * 1_000),
  };
}

async function run(scene, address, seconds) {
  const browser = await chromium.launch({
    ...usualBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await playing(page, scene, address);
    if (scene.throttle > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: scene.throttle });
    }
    return measured(await traced(browser, page, seconds), seconds);
  } finally {
    await browser.close();
  }
}

const ms = (value) => `${value.toFixed(2)} ms`;

function report(scene, folder, runs, first) {
  // The quietest run says what the page can do.
  const best = runs.reduce((a, b) => (a.gap <= b.gap ? a : b));
  const work = Math.min(...runs.map((each) => each.work));
  const own = `${scene.name}: 95 % of frames within ${ms(best.gap)} (bar ${scene.bar}), drawing ${ms(work)} of the processor, main thread busy ${(100 * best.main).toFixed(1)} % (bar 15), ${best.frames} frames`;
  const ratio = first === undefined ? '' : `, drawing ${(work / first).toFixed(2)} of the first`;
  console.log(`${path.relative(root, folder) || folder}  ${own}${ratio}`);
  return work;
}

main(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '5' },
      turns: { type: 'string', default: '3' },
      only: { type: 'string' },
      opening: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const seconds = Number(values.seconds);
  const folders = (positionals.length ? positionals : ['dist']).map((each) => path.resolve(each));
  const addresses = [];
  for (const [at, folder] of folders.entries()) {
    addresses.push(`http://127.0.0.1:${await serve(folder, 4190 + 10 * at)}/`);
  }
  const asked = scenes.filter((_, at) => !values.only || values.only.includes(String(at + 1)));
  for (const scene of asked) {
    const runs = folders.map(() => []);
    for (let turn = 0; turn < Number(values.turns); turn++) {
      for (const [at, address] of addresses.entries()) {
        runs[at].push(await run({ ...scene, isOpening: values.opening }, address, seconds));
      }
    }
    console.log(`load ${loadavg()[0].toFixed(1)}`);
    let first;
    for (const [at, folder] of folders.entries()) {
      const work = report(scene, folder, runs[at], first);
      first ??= work;
    }
  }
  // The servers would wait for more.
  process.exit(0);
});

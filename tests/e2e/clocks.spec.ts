// Time that goes wrong around the page: clocks that jump, and a tab or a machine that sleeps. Machines go on where they were. One
// test at a time (playwright.config.ts): what is measured here is how long the page's own pictures take.

import { setTimeout } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { tempoSpeed } from '../../web/stage/tempo.ts';
import {
  button,
  drag,
  expect,
  momentOf,
  open,
  patience,
  playhead,
  saidTime,
  shortRun,
  test,
} from './stage.ts';
import { workersNamed } from './workers.ts';

test('clocks that jump move no machine', async ({ page }) => {
  await open(page, shortRun);
  await button(page, 'Play').click();
  const jump = (ms: number) => {
    const real = Date.now.bind(Date);
    Date.now = () => real() + ms;
    const now = performance.now.bind(performance);
    if (ms > 0) performance.now = () => now() + ms; // the other one never goes back
  };
  // An hour on, two back: in the page and in all of its workers.
  for (const ms of [3_600_000, -7_200_000]) {
    const before = await saidTime(playhead(page));
    await page.evaluate(jump, ms);
    for (const worker of page.workers()) await worker.evaluate(jump, ms).catch(() => {});
    await expect
      .poll(() => saidTime(playhead(page)), { timeout: patience })
      .toBeGreaterThan(before);
  }
  await button(page, 'Pause').click();
  const { time } = await momentOf(page, 'A');
  expect(time).toBeLessThan(4_000_000);
  await drag(page, 500_000);
  const shown = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  await page.reload();
  await drag(page, 500_000);
  expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(shown);
});

/** Adds up how long a worker's pictures took, each as a quarter of a second at most, and keeps the longest. */
function watchPictures(): void {
  let before = performance.now();
  const seen = { shown: 0, longest: 0 };
  const picture = () => {
    const now = performance.now();
    seen.shown += Math.min(250, now - before);
    seen.longest = Math.max(seen.longest, now - before);
    before = now;
    requestAnimationFrame(picture);
  };
  requestAnimationFrame(picture);
  Object.assign(self, { seen });
}

/** The processes of the pages of a browser, which run their workers, too. */
async function pageProcesses(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

test('a tab that was frozen goes on where it was', async ({ page, browser }) => {
  await open(page, shortRun);
  const { time: from } = await momentOf(page);
  const [clock] = await workersNamed(page, 'schedscape conductor');
  const seen = () => clock!.evaluate(() => (self as unknown as Record<'seen', Seen>).seen);
  await clock!.evaluate(watchPictures);
  await button(page, 'Play').click();
  const passed = async () => (await saidTime(playhead(page))) > from;
  await expect.poll(passed, { timeout: patience }).toBe(true);
  // Nothing runs in a tab that a browser froze, or on a machine that sleeps, and clocks go on.
  const frozen = 2_000;
  const processes = await pageProcesses(browser);
  try {
    for (const process_ of processes) process.kill(process_, 'SIGSTOP');
    await setTimeout(frozen); // in the time of the world, which a frozen page does not have
  } finally {
    // Also where the test is given up: a browser that stands still is never closed.
    for (const process_ of processes) process.kill(process_, 'SIGCONT');
  }
  const after = await saidTime(playhead(page));
  await expect.poll(() => saidTime(playhead(page)), { timeout: patience }).toBeGreaterThan(after);
  await button(page, 'Pause').click();
  const { time: to } = await momentOf(page);
  const { shown, longest } = await seen();
  expect(longest).toBeGreaterThan(frozen / 2);
  // In the time of its own pictures, however slow they were: what it slept through is none of it.
  expect(to - from).toBeLessThanOrEqual((tempoSpeed.follow * (shown + 250)) / 1_000);
  await drag(page, 500_000);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeHidden();
});

interface Seen {
  readonly shown: number;
  readonly longest: number;
}

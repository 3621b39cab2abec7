// What a host, a network, a storage and a machine that sleeps can do to the page: it says what happened and what to
// do, never calls it a defect, and nothing that was chosen is lost.

import { setTimeout } from 'node:timers/promises';
import { type Browser, test as base, type Page } from '@playwright/test';
import { tempoSpeed } from '../../web/stage/tempo.ts';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  open,
  patience,
  playhead,
  saidTime,
  shortRun,
  smallStory,
  test,
} from './stage.ts';
import { workersNamed } from './workers.ts';

/**
 * Half of every file of that name, until it is unrouted; kept by the browser if its host says so. Half of a script ends
 * within an expression, as nearly every half does: one that happens to be a whole program would say nothing.
 */
const halve = (page: Page, name: RegExp, { isKept = false } = {}) =>
  page.route(name, async (route) => {
    const response = await route.fetch();
    const whole = await response.body();
    const headers = response.headers();
    if (!isKept) headers['cache-control'] = 'no-store';
    const end = route.request().url().endsWith('.js') ? '(' : '';
    const body = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from(end)]);
    await route.fulfill({ response, headers, body });
  });

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

const parts: readonly [string, RegExp, RegExp][] = [
  ['the entry of the page', /assets\/index-[^/]*\.js$/, /The page did not arrive whole/],
  ['what the stage begins with', /assets\/App-[^/]*\.js$/, /did not arrive whole/],
  ['what comes right after it', /second-chunk-[^/]*\.js$/, /did not arrive whole/],
  [
    'the workers',
    /assets\/worker-(?!life)[^/]*\.js$/,
    /Machine A stopped: the simulator was not loaded completely/,
  ],
  ['a panel', /StoryPanel-[^/]*\.js$/, /Story did not arrive whole/],
  ['the scenario', /ghosts-[^/]*\.json$/, /did not arrive whole. Load the page again/],
];

// The browser complains of them on the console, which the guard would not allow.
for (const [what, name, said] of parts) {
  base(`half a download of ${what} is told, and the next load is whole`, async ({ page }) => {
    await halve(page, name);
    await page.goto(smallStory);
    await expect(alert(page).first()).toContainText(said, { timeout: patience });
    await expect(page.getByText(/defect/)).toBeHidden();
    // With those that are still being answered: a half may not come after the next load has begun.
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(machine(page, 'A').locator('canvas')).toBeVisible({ timeout: patience });
    await expect(alert(page)).toBeHidden();
  });
}

base('half a view is told in its place, and the rest goes on', async ({ page }) => {
  // Its host has it kept for a year, as all whose name says what it holds.
  await halve(page, /CurvesTab-[^/]*\.js$/, { isKept: true });
  await open(page, shortRun);
  await drag(page, 700_000);
  await page.getByRole('tab', { name: 'Curves' }).click();
  await expect(alert(page).first()).toContainText('Curves did not arrive whole', {
    timeout: patience,
  });
  await drag(page, 900_000);
  await page.unrouteAll({ behavior: 'wait' });
  await button(page, 'Load the page again').click();
  // The same view at the same moment, from the address.
  await expect(button(page, 'Save SVG')).toBeVisible({ timeout: patience });
  expect((await momentOf(page)).time).toBe(900_000);
});

test('a storage that is full or forbidden stops nothing, and the address keeps what was chosen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('no more room', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    Object.defineProperty(window, 'indexedDB', { get: refuse });
  });
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(test.info().project.use.baseURL!);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await open(page, shortRun);
  await drag(page, 700_000);
  const before = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  await page.reload();
  expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(before);
  await expect(alert(page)).toBeHidden();
});

test('a lab that no storage keeps says so before anything is lost, and is saved as a file', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no more room', 'QuotaExceededError');
    };
  });
  await page.goto('./#/labs/one-cache-full');
  await page.getByLabel('Course').fill('OS 2026');
  await page.getByLabel('Name').fill('Ada');
  await expect(alert(page)).toBeHidden();
  await button(page, 'Begin').click();
  await expect(alert(page)).toContainText('cannot keep your sheet', { timeout: patience });
  const file = page.waitForEvent('download');
  await alert(page).getByRole('button', { name: 'Save the sheet' }).click();
  expect((await file).suggestedFilename()).toBe('one-cache-full-Ada.sheet.json');
});

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
  await expect(alert(page)).toBeHidden();
});

interface Seen {
  readonly shown: number;
  readonly longest: number;
}

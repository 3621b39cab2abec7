// What a host, a network and a storage can do to the page: it says what happened and what to do, never calls it a defect, and
// nothing that was chosen is lost. Clocks and a machine that sleeps: clocks.spec.ts.

import { test as base, type Page } from '@playwright/test';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  smallStory,
  test,
} from './stage.ts';

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
  ['the entry of the page', /assets\/index-[^/]*\.js$/, /The page arrived incomplete/],
  ['what the stage begins with', /assets\/App-[^/]*\.js$/, /arrived incomplete/],
  ['what comes right after it', /lazy-parts-chunk-[^/]*\.js$/, /arrived incomplete/],
  [
    'the workers',
    /assets\/worker-(?!life)[^/]*\.js$/,
    /Machine A stopped: the simulator was not loaded completely/,
  ],
  ['a panel', /StoryPanel-[^/]*\.js$/, /Story arrived incomplete/],
  ['the scenario', /ghosts-[^/]*\.json$/, /arrived incomplete. Load the page again/],
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
  await expect(alert(page).first()).toContainText('Curves arrived incomplete', {
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

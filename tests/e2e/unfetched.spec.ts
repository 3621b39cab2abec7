// Parts of the program that cannot be fetched when they are needed: the page says so in place, no choice is lost,
// and the part works once it can be fetched. The browser complains on the console about each failed fetch, so these
// tests run without the guard.

import { expect, type Page, test } from '@playwright/test';
import { button, machine, open, patience, shortRun } from './stage.ts';

/** Files of the build whose names begin so do not arrive until the returned function is called. */
async function withhold(page: Page, name: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/${name}-[^/]*\\.js$`);
  await page.route(files, (route) => route.abort());
  return () => page.unrouteAll({ behavior: 'wait' });
}

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'you are offline' });

test('keys that cannot be fetched are missed by name, and come by themselves', async ({ page }) => {
  const give = await withhold(page, 'scene-chunk');
  await open(page, shortRun);
  await expect(notice(page)).toContainText('Keys and steps could not be loaded', {
    timeout: patience,
  });
  await give();
  await expect(notice(page)).toBeHidden({ timeout: patience });
  const play = button(page, 'Play').or(button(page, 'Pause'));
  const before = await play.getAttribute('aria-label');
  await page.keyboard.press('Space');
  await expect.poll(() => play.getAttribute('aria-label')).not.toBe(before);
});

test('a link that cannot be made is refused by name, and can be made afterwards', async ({
  page,
}) => {
  await open(page, shortRun);
  // The file that reads links is called so, too, and has come by now.
  const give = await withhold(page, 'share');
  await button(page, 'Share').click();
  await expect(notice(page)).toContainText('Share could not be loaded');
  await give();
  await button(page, 'Share').click();
  await expect(notice(page)).toBeHidden({ timeout: patience });
});

test('an address that stays behind says so once, and catches up', async ({ page }) => {
  const give = await withhold(page, 'recipe-chunk');
  await page.goto('/#/cpupri/cyclic');
  await expect(machine(page, 'A').locator('canvas')).toBeVisible({ timeout: patience });
  // The story is skipped first, so that its step does not choose what is shown.
  await button(page, 'Skip').first().click();
  await expect(async () => {
    await page.keyboard.press('i');
    const stays = 'The address is older than what is shown';
    await expect(notice(page)).toContainText(stays, { timeout: 2_000 });
  }).toPass({ timeout: patience });
  await give();
  const address = page.url();
  // Playing and pausing change the stage at each press, as the key above does only once.
  await expect(async () => {
    await page.keyboard.press('Space');
    await expect.poll(() => page.url(), { timeout: 3_000 }).not.toBe(address);
  }).toPass({ timeout: patience });
});

test('a part of the stage that cannot be fetched leaves the machines running', async ({ page }) => {
  await withhold(page, 'HelpDialog');
  await open(page, shortRun);
  await page.keyboard.press('?');
  await expect(notice(page)).toContainText('The help could not be loaded', { timeout: patience });
  await expect(machine(page, 'A').locator('canvas')).toBeVisible();
});

test('a page that cannot be fetched says so in its place', async ({ page }) => {
  await withhold(page, 'ChapterPage');
  await page.goto('/#/cpupri');
  await expect(page.getByRole('alert')).toContainText('could not be loaded: you are offline', {
    timeout: patience,
  });
});

test('figures that cannot be read are not called a warm-up, and come by themselves', async ({
  page,
}) => {
  const give = await withhold(page, 'measures-chunk');
  await open(page, { ...shortRun, view: { tab: 'c2c' } });
  const said = page.getByText('Results could not be loaded');
  await expect(said.first()).toBeVisible({ timeout: patience });
  await give();
  await expect(said).toHaveCount(0, { timeout: patience });
  await expect(page.getByRole('table', { name: /simulated/i }).first()).toBeVisible();
});

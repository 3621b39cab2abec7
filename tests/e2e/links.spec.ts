// Links and pages of others: a costly link asks, and the app works inside a frame of another origin. What a hostile link does:
// web/app/links.test.tsx.

import { readFileSync } from 'node:fs';
import { encodeRecipe, type Recipe, recipeInAddress } from '../../web/scenario/index.ts';
import {
  button,
  dropFile,
  expect,
  foreignPage,
  machine,
  momentOf,
  more,
  open,
  patience,
  shortRun,
  test,
  watch,
} from './stage.ts';

const link = (recipe: Omit<Recipe, 'format'>) =>
  `#r=${encodeRecipe({ format: 'schedscape-recipe/3', ...recipe } as Recipe)}`;

/** Long enough to be asked about, far from being refused. */
const costly = { scenario: 'cpupri/ffmpeg-480', set: { duration: '8 s' }, playhead: '1 ms' };

test('a costly link asks before anything runs, and no leaves the page usable', async ({ page }) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto(`/${link(costly)}`);
  const question = page.getByRole('dialog', { name: 'A long computation' });
  await expect(question).toContainText('8 s', { timeout: patience });
  expect(workers).toEqual([]);
  await question.getByRole('button', { name: 'Do not run it' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'was not started' })).toBeVisible();
  await expect(machine(page, 'A')).toBeVisible({ timeout: patience });
});

test('a costly link runs when somebody says so, and asks only once', async ({ page }) => {
  await page.goto(`/${link(costly)}`);
  const question = page.getByRole('dialog', { name: 'A long computation' });
  await expect(question).toBeVisible({ timeout: patience });
  await question.getByRole('button', { name: 'Run it', exact: true }).click();
  expect((await momentOf(page)).time).toBe(1_000_000);
  await page.evaluate(
    (hash) => {
      window.location.hash = hash;
    },
    link({ ...costly, playhead: '2 ms' }),
  );
  await expect(machine(page, 'A')).toHaveAttribute('data-time', '2000000', { timeout: patience });
  await expect(question).toBeHidden();
});

test('a costly file asks, too, and no leaves what is on stage', async ({ page }) => {
  await open(page, shortRun);
  const before = await momentOf(page);
  await dropFile(page, 'long.json', { format: 'schedscape-recipe/3', ...costly });
  const question = page.getByRole('dialog', { name: 'A long computation' });
  await expect(question).toBeVisible({ timeout: patience });
  await question.getByRole('button', { name: 'Do not run it' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'long.json' })).toContainText(
    'was not started',
  );
  expect(await momentOf(page)).toEqual(before);
});

test.describe('inside a page of another origin', () => {
  // The guard of the other tests counts the foreign page itself as a request to elsewhere.
  test('the app runs, steps and asks nobody but its own origin', async ({ browser, baseURL }) => {
    const foreign = await foreignPage(`${baseURL}${link(shortRun)}`);
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints = await watch(page, [baseURL!, foreign.address]);
    await page.goto(foreign.address);
    const frame = page.frameLocator('iframe[title=machine]');
    const region = frame.getByRole('region', { name: 'Machine A', exact: true });
    await expect(region).toHaveAttribute('data-time', '500000', { timeout: patience });
    const before = await region.getAttribute('data-trace-hash');
    await frame.getByRole('button', { name: 'Step forward', exact: true }).click();
    await expect(region).not.toHaveAttribute('data-trace-hash', before!, { timeout: patience });
    await frame.getByRole('button', { name: 'Share', exact: true }).click();
    // The browser itself complains when a frame asks for the clipboard; the page says what to do. The page says it
    // twice: in a notice and in a live region.
    await expect(frame.getByText(/The link to this moment is/).first()).toBeVisible();
    expect(complaints.filter((text) => !/Clipboard API/.test(text))).toEqual([]);
    await context.close();
    foreign.close();
  });
});

test('an embedded stage shows machines, caption and time, and a way to the whole app', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page);
  const saved = page.waitForEvent('download', { timeout: patience });
  await more(page);
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: 'Embed code, HTML', exact: true }).click();
  const html = readFileSync(await (await saved).path(), 'utf8');
  const source = new URL(/src="([^"]+)"/.exec(html)![1]!.replaceAll('&#38;', '&'));
  expect(recipeInAddress(source.href)?.view?.embed).toBe(true);
  await page.goto('about:blank');
  await page.goto(source.href);
  expect((await momentOf(page)).time).toBe(500_000);
  await expect(button(page, 'Play')).toBeVisible();
  for (const name of ['Share', 'Export', 'Inspector'])
    await expect(button(page, name)).toBeHidden();
  await expect(page.getByRole('tablist')).toBeHidden();
  const whole = page.context().waitForEvent('page');
  await button(page, 'Open in its own tab').click();
  const tab = await whole;
  await expect(tab.getByRole('button', { name: 'Share', exact: true })).toBeVisible({
    timeout: patience,
  });
});

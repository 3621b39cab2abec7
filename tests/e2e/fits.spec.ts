// What is seen fits where it stands: the machine beside an open view, the sentence under it, the tables of the Inspector.

import type { Page } from '@playwright/test';
import {
  button,
  caption,
  expect,
  machine,
  momentOf,
  open,
  openView,
  patience,
  shortRun,
  test,
} from './stage.ts';

const screens = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
] as const;

/** Elements of the page whose content is wider or higher than they are. */
const cut = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter(
          (each) =>
            each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1,
        )
        .map((each) => each.textContent),
    );

/** CSS pixels under a machine's picture that are the queue of a line, not the machine. */
const lane = 46;

for (const screen of screens) {
  test(`an open view leaves the machine 220 pixels at ${screen.width} × ${screen.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(screen);
    await open(page, shortRun);
    await momentOf(page, 'B');
    const picture = machine(page, 'A').locator('canvas').first();
    for (const view of ['Struct layout', 'Timeline']) {
      await openView(page, view);
      await page.getByRole('separator', { name: 'Height of the view' }).press('End');
      await expect
        .poll(async () => (await picture.boundingBox())!.height, { timeout: patience })
        .toBeGreaterThanOrEqual(220 + lane);
    }
  });

  test(`the caption under the machines is whole at ${screen.width} × ${screen.height}`, async ({
    page,
  }) => {
    await page.setViewportSize(screen);
    await open(page, { ...shortRun, view: { step: 1 } });
    await momentOf(page, 'B');
    // As high as it is with one line: the machine keeps its size from step to step.
    const { height } = (await caption(page).boundingBox())!;
    expect(height).toBeLessThanOrEqual(46);
    await expect(caption(page).locator(':scope > p')).toHaveCSS('font-size', '16px');
    const both = (await machine(page, 'A').boundingBox())!.width * 2;
    expect((await caption(page).boundingBox())!.width).toBeGreaterThan(both - 4);
    const cells = machine(page, 'A').getByRole('grid');
    await cells.press('ArrowRight');
    await cells.press('Enter');
    const sentence = caption(page).locator('p[data-side=A]');
    await expect(sentence).toContainText('A:');
    for (const cpu of [0, 240]) {
      await button(page, 'Next decision').click();
      await momentOf(page, 'B');
      expect(await cut(page, 'section[aria-label=Caption] p'), String(cpu)).toEqual([]);
      expect((await caption(page).boundingBox())!.height).toBe(height);
    }
  });
}

test('tables of the Inspector are no wider than its 320 pixels', async ({ page }) => {
  await open(page, { ...shortRun, selection: { cpu: 0, line: 2 } });
  await momentOf(page, 'B');
  await button(page, 'Inspector').click();
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(inspector.getByRole('table')).toHaveCount(2, { timeout: patience });
  expect((await inspector.boundingBox())!.width).toBe(320);
  expect(
    await cut(page, 'section[aria-label="Inspector"], section[aria-label="Inspector"] table'),
  ).toEqual([]);
});

test('news lie over no word: not over the caption, the key or a figure', async ({ page }) => {
  await open(page, { ...shortRun, view: { step: 1 } });
  await momentOf(page, 'B');
  await button(page, 'Share').click();
  const news = page.locator('p', { hasText: /^The link to this moment/ }).first();
  await expect(news).toBeVisible({ timeout: patience });
  const box = (await news.boundingBox())!;
  const under = await page.evaluate(({ x, y, width, height }) => {
    const covers = (each: Element) => {
      const at = each.getBoundingClientRect();
      if (at.width <= 2 || at.height <= 2) return false;
      const beside = at.right <= x || x + width <= at.left;
      return !beside && at.top < y + height && y < at.bottom;
    };
    const said = 'section[aria-label=Caption] *, [data-score], main dt, main h2, main h3, canvas';
    return [...document.querySelectorAll(said)].filter(covers).map((each) => each.textContent);
  }, box);
  expect(under).toEqual([]);
});

test('on a low screen the help has its name and its buttons in view: its keys alone scroll', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await open(page, shortRun);
  await momentOf(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  const lists = help.getByRole('region', { name: 'Keys' });
  await lists.press('End');
  await expect(lists.locator('kbd').last()).toBeInViewport();
  await expect(help.getByRole('heading', { name: 'Keys' }).first()).toBeInViewport({ ratio: 1 });
  for (const name of ['Glossary', 'Close'])
    await expect(help.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('what is asked and measured of ties has its whole words in its place', async ({ page }) => {
  await page.goto('./#/cache-aware/ties/1');
  const asked = page.getByRole('region', { name: 'Before you go on' });
  await expect(asked.getByRole('button').first()).toBeVisible({ timeout: patience });
  await expect(page.getByRole('region', { name: 'Scores A' })).toBeVisible({ timeout: patience });
  // What comes behind the second gauge is for screen readers alone.
  const shown = ['dl > dt', 'dl > div:first-child > dt'];
  const names = shown.map((each) => `section[aria-label^=Scores] ${each}`).join(', ');
  await expect(page.locator(names).first()).toBeVisible();
  expect(await cut(page, names)).toEqual([]);
  const card = (await asked.boundingBox())!;
  for (const each of await asked.getByRole('button').all()) {
    const box = (await each.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width);
  }
});

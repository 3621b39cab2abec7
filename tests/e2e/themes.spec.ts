// The three themes: chosen in the app, kept over a visit, worn by the canvases too; the projector theme
// for a hall.

import type { Page } from '@playwright/test';
import { expect, machine, momentOf, more, open, patience, shortRun, test, wear } from './stage.ts';

const themeSelect = (page: Page) => page.getByRole('combobox', { name: 'Theme', exact: true });
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

/** The colour of the picture's ground: a corner where no machine is drawn. */
async function groundOf(page: Page): Promise<number> {
  const shot = await machine(page, 'A').locator('canvas').screenshot();
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(1, 1);
      const pen = canvas.getContext('2d')!;
      pen.drawImage(image, 0, 0);
      const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
      return red + green + blue;
    },
    [...shot],
  );
}

test('a theme is chosen in the app, reaches the picture, and stays over a reload', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page);
  expect(await themeOf(page)).toBe('dark');
  await expect.poll(() => groundOf(page), { timeout: patience }).toBeLessThan(150);
  await wear(page, 'Light');
  expect(await themeOf(page)).toBe('light');
  await expect.poll(() => groundOf(page), { timeout: patience }).toBeGreaterThan(600);
  await page.reload();
  await more(page);
  await expect(themeSelect(page)).toHaveValue('light', { timeout: patience });
  expect(await themeOf(page)).toBe('light');
});

test.describe('on a system that is set to light', () => {
  test.use({ colorScheme: 'light' });
  test('the page is light from the beginning, until somebody chooses otherwise', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(themeSelect(page)).toHaveValue('system', { timeout: patience });
    expect(await themeOf(page)).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => themeOf(page)).toBe('dark');
    await themeSelect(page).selectOption('Light');
    expect(await themeOf(page)).toBe('light');
  });
});

test('another scenario leaves the theme as it is', async ({ page }) => {
  await open(page, shortRun);
  await wear(page, 'Light');
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('cpupri/cyclic');
  await expect(page).toHaveTitle(/cyclic/, { timeout: patience });
  expect(await themeOf(page)).toBe('light');
});

test('in a hall machines, caption and transport are shown, and nothing is small or lies over another', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, shortRun);
  await wear(page, 'Projector');
  await test.step('the projector theme shows machines, caption and transport, no text under 24 pixels', async () => {
    await momentOf(page, 'B');
    await expect(page.getByRole('region', { name: 'Story', exact: true })).toBeHidden();
    await expect(page.getByRole('tablist', { name: 'Views' })).toBeHidden();
    for (const side of ['A', 'B'] as const) {
      const box = (await machine(page, side).boundingBox())!;
      expect(box.width).toBeGreaterThanOrEqual(520);
      expect(box.height).toBeGreaterThanOrEqual(400);
    }
    await expect(page.getByText(/^A: /).filter({ visible: true }).first()).toBeVisible({
      timeout: patience,
    });
    const small = await page.evaluate(() => {
      const found: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        const says = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
        );
        const box = element.getBoundingClientRect();
        const isSeen = box.width > 2 && element.checkVisibility({ visibilityProperty: true });
        const isHidden = element.closest('[class*=hidden], [role=grid], option') !== null;
        if (!says || !isSeen || isHidden) continue;
        if (Number.parseFloat(getComputedStyle(element).fontSize) < 24)
          found.push(element.outerHTML);
      }
      return found;
    });
    expect(small).toEqual([]);
  });
  await test.step('in a hall the choices of the top bar do not lie over each other', async () => {
    await momentOf(page);
    const parts = page
      .getByRole('banner')
      .first()
      .locator('h1, select, [role=radiogroup], button')
      .filter({ visible: true });
    const boxes = (
      await Promise.all((await parts.all()).map((part) => part.boundingBox()))
    ).flatMap((box) => box ?? []);
    const sorted = boxes.sort((a, b) => a.x - b.x);
    for (const [at, box] of sorted.slice(1).entries()) {
      expect(box.x).toBeGreaterThanOrEqual(sorted[at]!.x + sorted[at]!.width);
    }
  });
});

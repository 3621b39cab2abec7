// What the colours of the machines say: chosen on the stage, kept in the link, with a legend that is a filter;
// and a reader's own colours.

import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import {
  button,
  expect,
  largeRun,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  test,
  wear,
} from './stage.ts';

const colourBy = (page: Page) => page.getByRole('combobox', { name: 'Colour by', exact: true });
const legend = (page: Page) => page.getByRole('group', { name: 'Legend', exact: true });
const entry = (page: Page, name: string) => legend(page).getByRole('button', { name, exact: true });

/** Shares of pixels of the picture of A by whether they are amber, as a CPU that waits for a line is. */
async function amber(page: Page): Promise<number> {
  const shot = await machine(page, 'A').locator('canvas').screenshot();
  return page.evaluate(
    async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d')!;
      // The queue below the machine stays as it is.
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, Math.floor(image.height * 0.8));
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at]! > 200 && data[at + 1]! > 120 && data[at + 2]! < 100) count++;
      }
      return count / (data.length / 4);
    },
    [...shot],
  );
}

test('the scenario chooses what the colours say; a person chooses anew, and the link keeps it', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page);
  await expect(colourBy(page)).toHaveValue('state', { timeout: patience });
  await expect(entry(page, 'waits for a line')).toBeVisible();
  await colourBy(page).selectOption('heat');
  await page.getByRole('combobox', { name: 'Heat', exact: true }).selectOption('utilisation');
  await expect(legend(page).getByRole('button', { name: /^≤ .* %$/ })).toHaveCount(5, {
    timeout: patience,
  });
  await expect
    .poll(() => recipeInAddress(page.url())?.view)
    .toMatchObject({ colour: 'heat', heat: 'utilisation' });
  await page.reload();
  await expect(colourBy(page)).toHaveValue('heat', { timeout: patience });
  await expect(page.getByRole('combobox', { name: 'Heat', exact: true })).toHaveValue(
    'utilisation',
  );
});

test('a story of placement begins with tasks by their roles', async ({ page }) => {
  await open(page, {
    scenario: 'split-llc/schbench-kworker-consolidation',
    playhead: '1 ms',
  });
  await expect(colourBy(page)).toHaveValue('task', { timeout: patience });
  await expect(entry(page, 'messenger')).toBeVisible({ timeout: patience });
  await expect(entry(page, 'worker')).toBeVisible();
});

test('pressing an entry of the legend keeps only that, by keyboard too, and the link says so', async ({
  page,
}) => {
  await open(page, { ...largeRun, playhead: '3 ms' });
  await momentOf(page);
  await expect.poll(() => amber(page), { timeout: patience }).toBeGreaterThan(0.005);
  const all = await amber(page);
  await entry(page, 'idle').focus();
  await page.keyboard.press('Enter');
  await expect(entry(page, 'idle')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => amber(page), { timeout: patience }).toBeLessThan(all / 4);
  await expect.poll(() => recipeInAddress(page.url())?.view?.only).toBe('idle');
  await page.reload();
  await expect(entry(page, 'idle')).toHaveAttribute('aria-pressed', 'true', { timeout: patience });
  await entry(page, 'idle').click();
  await expect(entry(page, 'idle')).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => amber(page), { timeout: patience }).toBeGreaterThan(all / 2);
  await entry(page, 'waits for a line').click();
  await colourBy(page).selectOption('task');
  await expect(legend(page).locator('[aria-pressed=true]')).toHaveCount(0);
});

test('a reader’s own colours reach the picture, and hatches still tell who waits', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, { ...shortRun, playhead: '3 ms' });
  await momentOf(page);
  const shown = await page.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.setProperty('forced-color-adjust', 'none');
    document.body.append(probe);
    const read = (name: string) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    };
    return ['Canvas', 'var(--background)', 'Highlight', 'var(--cpu-line)'].map(read);
  });
  expect(shown[1]).toBe(shown[0]);
  expect(shown[3]).toBe(shown[2]);
  await expect(button(page, 'waits for a line')).toBeVisible({ timeout: patience });
});

test('whatever colours say passes the accessibility rules', async ({ page }) => {
  await open(page, shortRun);
  await momentOf(page);
  for (const theme of ['Dark', 'Light'] as const) {
    await test.step(`whatever colours say passes the accessibility rules, ${theme}`, async () => {
      await wear(page, theme);
      for (const by of ['state', 'task', 'home', 'heat']) {
        await colourBy(page).selectOption(by);
        if (by === 'state') await expect(entry(page, 'waits for a line')).toBeVisible();
        // What recedes behind a filter is held to the rules, too.
        const first = legend(page).getByRole('button').first();
        if (await first.isVisible()) await first.click();
        const { violations } = await axeOf(page)
          // The rest of the page says the same whatever the colours do.
          .include('fieldset')
          .include('section[aria-label^="Scores"]')
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        const said = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
        expect(said, by).toEqual([]);
      }
    });
  }
});

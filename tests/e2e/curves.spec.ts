// The curves: a sweep in workers of the page, cancelled, found again after a reload, finished; its marks
// open runs; its picture can be saved. On a small machine and for a short time.

import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Recipe } from '../../web/scenario/index.ts';
import { button, expect, open, patience, test } from './stage.ts';

const shipped = JSON.parse(readFileSync('scenarios/cpupri/ffmpeg-480.json', 'utf8'));

/** The story on a laptop, inline: short runs, and a parameter with few values. */
const small: Omit<Recipe, 'format'> = {
  scenario: {
    ...shipped,
    $schema: undefined,
    platform: 'laptop-4c8t',
    workload: { ...shipped.workload, instances: 2, cpus: 4, threads: 6, runnable: 5 },
    duration: '18 ms',
    warmup: '6 ms',
    shots: [],
    marks: [],
    published: [],
    predict: [],
    checks: [],
    show: {
      knobs: [
        { path: 'workload.user', label: 'User work', values: ['200 µs', '450 µs', '600 µs'] },
        { path: 'workload.runnable', label: 'Runnable', values: [4, 5] },
      ],
    },
  },
};

const marks = (page: Page) => page.locator('[role=tabpanel] figure svg').getByRole('button');
const status = (page: Page) => page.getByRole('tabpanel').getByRole('status');

async function openCurves(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Curves' }).click();
  await expect(button(page, 'Save SVG')).toBeVisible({ timeout: patience });
}

test('a sweep runs with progress, and what it found stays over a reload', async ({ page }) => {
  await open(page, small);
  await openCurves(page);
  await button(page, 'Run the sweep').click();
  await expect(status(page)).toContainText('of 60 runs', { timeout: patience });
  await expect(status(page)).toHaveText('60 runs, 10 seeds each', { timeout: 2 * patience });
  await expect(marks(page)).toHaveCount(3);
  const before = await marks(page).nth(1).getAttribute('aria-label');
  expect(before).toMatch(/^450 µs, B: simulated .* 10 seeds$/);
  await page.reload();
  await openCurves(page);
  await expect(status(page)).toHaveText('60 runs, 10 seeds each', { timeout: patience });
  expect(await marks(page).nth(1).getAttribute('aria-label')).toBe(before);
});

test('a sweep can be cancelled and goes on where it was', async ({ page }) => {
  await open(page, small);
  await openCurves(page);
  await page.getByLabel('Side by side').selectOption({ label: 'Runnable' });
  await button(page, 'Run the sweep').click();
  await expect(status(page)).toHaveText(/^([2-9]|\d\d) of 120 runs/, { timeout: patience });
  await button(page, 'Cancel').click();
  await expect(button(page, 'Go on')).toBeVisible({ timeout: patience });
  const kept = Number((await status(page).textContent())!.split(' ')[0]);
  expect(kept).toBeLessThan(120);
  await button(page, 'Go on').click();
  await expect(status(page)).toHaveText('120 runs, 10 seeds each', { timeout: 3 * patience });
  await expect(page.locator('[role=tabpanel] figure svg')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Map', exact: true }).check();
  const cells = page.locator('[role=tabpanel] figure tbody').getByRole('button');
  await expect(cells).toHaveCount(6);
  await expect(cells.first()).toHaveAccessibleName(/200 µs, B: simulated .* opens this run$/);
  const address = page.url();
  await cells.last().click();
  await expect.poll(() => page.url()).not.toBe(address);
});

test('the view passes axe, reads its marks out, and opens a run by keyboard', async ({ page }) => {
  await open(page, small);
  await openCurves(page);
  await button(page, 'Run the sweep').click();
  await expect(status(page)).toHaveText('60 runs, 10 seeds each', { timeout: 2 * patience });
  for (const view of ['Chart', 'Against A', 'Map', 'Table', 'mmtests', 'CSV']) {
    await page.getByRole('radio', { name: view, exact: true }).check();
    const { violations } = await new AxeBuilder({ page }).include('[role=tabpanel]').analyze();
    expect(violations, view).toEqual([]);
  }
  await page.getByRole('radio', { name: 'Chart', exact: true }).check();
  await marks(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(marks(page).nth(1)).toBeFocused();
  await expect(page.getByText(/450 µs, B: simulated .* opens this run/)).toBeVisible();
  const address = page.url();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).not.toBe(address);
  await expect(page.getByRole('tab', { name: 'Curves' })).toHaveAttribute('aria-selected', 'true', {
    timeout: patience,
  });
});

test('the picture is saved as SVG with its colours, without script, and as PNG', async ({
  page,
}) => {
  await open(page, small);
  await openCurves(page);
  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, name).click(),
    ]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const svg = await save('Save SVG');
  expect(svg.name).toMatch(/\.svg$/);
  const text = svg.content.toString();
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(text).toMatch(/stroke="rgb\(/);
  expect(text).not.toMatch(/<script|foreignObject|class=|var\(--/);
  const png = await save('Save PNG');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  expect(png.content.toString('utf8')).toMatch(/iTXtDescription[\s\S]*scenario: /);
  const csv = await save('Save CSV');
  expect(csv.content.toString()).toContain('workload.user,variant,seeds');
});

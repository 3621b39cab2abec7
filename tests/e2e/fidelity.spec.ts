// The fidelity report in the page: that all of it keeps the rules, and the way from a row to its run. What it lists, filters
// and draws is in FidelityDialog.test.tsx.

import type { Page } from '@playwright/test';
import { type Recipe, recipeInAddress } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import { button, expect, more, open, patience, test } from './stage.ts';

/** A small machine behind the dialog: what is on stage does not matter to the report. */
const small: Omit<Recipe, 'format'> = {
  scenario: 'cpupri/ffmpeg-480',
  set: {
    platform: 'laptop-4c8t',
    'workload.instances': 2,
    'workload.cpus': 4,
    'workload.threads': 6,
    'workload.runnable': 5,
    duration: '18 ms',
    warmup: '6 ms',
  },
};

const dialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Published figures and what the simulation gives' });
const overview = (page: Page) => dialog(page).getByRole('region', { name: 'Overview' });
const summary = (page: Page) => dialog(page).getByRole('status');
async function openReport(page: Page): Promise<void> {
  await more(page);
  await button(page, 'Fidelity').click();
  await expect(overview(page)).toContainText('non-trivial predictions came true', {
    timeout: patience,
  });
  await dialog(page).getByRole('radio', { name: 'Figures' }).check();
  await expect(summary(page)).toContainText(/^[\d,]+ rows: /, { timeout: patience });
}

const accessible = async (page: Page) => {
  const { violations } = await axeOf(page).include('dialog').analyze();
  expect(violations).toEqual([]);
};

test('each page of the report keeps the rules, and a row opens its run with its settings, by keyboard', async ({
  page,
}) => {
  test.slow(); // axe reads every row
  await open(page, small);
  await openReport(page);
  await accessible(page);
  await dialog(page).getByRole('radio', { name: 'Overview' }).check();
  await expect(overview(page)).toBeVisible();
  await accessible(page);
  await dialog(page).getByRole('radio', { name: 'Scatter of the fair class' }).check();
  await expect(
    dialog(page).getByRole('region', { name: 'Is the fair class affected?' }),
  ).toBeVisible();
  await accessible(page);
  await dialog(page).getByRole('radio', { name: 'Figures' }).check();
  const name = 'Open run: cpupri-headlines/ffmpeg-throughput/p3';
  const opens = dialog(page).getByRole('button', { name });
  await opens.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Machine B', exact: true })).toBeVisible({
    timeout: patience,
  });
  // The claim's own window, which is not the scenario's: 150 ms, the first 50 not counted. The run before
  // stays on stage until the core was asked for this one.
  await expect
    .poll(() => recipeInAddress(page.url())?.set, { timeout: patience })
    .toMatchObject({ duration: '150 ms', warmup: '50 ms' });
  await expect(page.getByRole('radio', { name: 'A | B' })).toBeChecked();
  await more(page);
  await button(page, 'Fidelity').click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

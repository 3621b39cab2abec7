// The fidelity report in the page: every published row, filters, fitted told from predicted, and the
// way from a row to its run.

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
/** The figures; what is claimed of whole curves is a table of its own. */
const rows = (page: Page) =>
  dialog(page).getByRole('table', { name: 'Published figures' }).locator('tbody tr');
const overview = (page: Page) => dialog(page).getByRole('region', { name: 'Overview' });
const summary = (page: Page) => dialog(page).getByRole('status');
const filter = (page: Page, name: string) =>
  dialog(page).getByRole('combobox', { name, exact: true });

async function openReport(page: Page): Promise<void> {
  await more(page);
  await button(page, 'Fidelity').click();
  await expect(overview(page)).toContainText('informative predictions came true', {
    timeout: patience,
  });
  await dialog(page).getByRole('radio', { name: 'Figures' }).check();
  await expect(summary(page)).toContainText(/^[\d,]+ rows: /, { timeout: patience });
}

test('the report opens with a picture a chapter and what it is worth', async ({ page }) => {
  await open(page, small);
  await more(page);
  await button(page, 'Fidelity').click();
  const pictures = overview(page).getByRole('img', { name: 'published against simulated' });
  await expect(pictures).toHaveCount(4, { timeout: patience });
  for (const picture of await pictures.all()) {
    expect(await picture.locator('circle').count()).toBeGreaterThan(20);
  }
  await expect(overview(page).getByRole('region', { name: 'What we do not know' })).toBeVisible();
  const { violations } = await axeOf(page).include('dialog').analyze();
  expect(violations).toEqual([]);
});

test('the report lists every published row and is filtered by story, claim and verdict', async ({
  page,
}) => {
  await open(page, small);
  await openReport(page);
  const all = Number((await summary(page).textContent())!.split(' ')[0]!.replace(',', ''));
  expect(all).toBeGreaterThan(500);
  await filter(page, 'Story').selectOption('cpupri');
  await filter(page, 'Basis').selectOption('fitted');
  await expect(rows(page)).toHaveCount(3);
  for (const verdict of await rows(page).locator('td:nth-of-type(6)').allTextContents()) {
    expect(verdict).toMatch(/^(agrees \(fitted\)|not reproduced)/);
  }
  await filter(page, 'Basis').selectOption('');
  await filter(page, 'Verdict').selectOption('fail');
  const failed = await rows(page).count();
  expect(failed).toBeGreaterThan(0);
  await expect(summary(page)).toContainText(
    `${failed} rows: 0 reproduced, ${failed} not reproduced`,
  );
  await filter(page, 'Verdict').selectOption('not-claimed');
  await filter(page, 'Story').selectOption('split-llc');
  await expect(rows(page).first()).toContainText(/\w+\./);
  const { violations } = await axeOf(page).include('dialog').analyze();
  expect(violations).toEqual([]);
});

test('a row opens its run with its settings, by keyboard', async ({ page }) => {
  await open(page, small);
  await openReport(page);
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

test('the posted tables of the fair class are shown as scatter, with what the simulator answers', async ({
  page,
}) => {
  await open(page, small);
  await openReport(page);
  await dialog(page).getByRole('radio', { name: 'Scatter of the fair class' }).check();
  const scatter = dialog(page).getByRole('region', { name: 'Is the fair class affected?' });
  await expect(scatter.getByRole('img')).toHaveCount(3);
  await expect(scatter.locator('svg circle')).toHaveCount(192 + 96 + 96);
  await expect(scatter.locator('tbody tr')).toHaveCount(12);
  await expect(scatter).toContainText('no effect');
  const { violations } = await axeOf(page).include('dialog').analyze();
  expect(violations).toEqual([]);
  await dialog(page).getByRole('radio', { name: 'Figures' }).check();
  await expect(summary(page)).toBeVisible();
});

// The fidelity report in the page: every published row, filters, fitted told from predicted, and the
// way from a row to its run.

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { button, expect, open, patience, test } from './stage.ts';

const dialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Published figures and what the simulation gives' });
const rows = (page: Page) => dialog(page).locator('tbody tr');
const summary = (page: Page) => dialog(page).getByRole('status');
const filter = (page: Page, name: string) =>
  dialog(page).getByRole('combobox', { name, exact: true });

async function openReport(page: Page): Promise<void> {
  await button(page, 'Fidelity').click();
  await expect(summary(page)).toContainText(/^[\d,]+ rows: /, { timeout: patience });
}

test('the report lists every published row and is filtered by story, claim and verdict', async ({
  page,
}) => {
  await open(page);
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
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations).toEqual([]);
});

test('a row opens its run with its settings, by keyboard', async ({ page }) => {
  await open(page);
  await openReport(page);
  const name = 'Open run: cpupri-headlines/ffmpeg-throughput/p3';
  const opens = dialog(page).getByRole('button', { name });
  await opens.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Machine B', exact: true })).toBeVisible({
    timeout: patience,
  });
  await expect(page.getByRole('radio', { name: 'A | B' })).toBeChecked();
  await button(page, 'Fidelity').click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

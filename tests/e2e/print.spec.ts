// A story or a talk on paper: every step is a page of its own, with its picture and what is said.

import type { Page } from '@playwright/test';
import { button, expect, more, open, patience, test } from './stage.ts';

/** A run that is computed soon. */
const quick = { scenario: 'cpupri/ghosts', set: { duration: '4 ms', warmup: '1 ms' } } as const;
const steps = 6;

/** Replaces the print dialog of the browser, which a test cannot close. */
const withoutDialog = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });

/** The sheets, once they were handed to the browser. */
async function sheetsOf(page: Page) {
  await expect(page.locator('body')).toHaveAttribute('data-printed', '', { timeout: patience });
  const sheets = page.locator('body > div > section:has(footer)');
  await expect(sheets).toHaveCount(steps);
  // On the screen there is nothing of them.
  await expect(sheets.first()).toBeHidden();
  return sheets;
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g);

test('a talk is printed as a PDF with a page for each step, and stands where it stood', async ({
  page,
}) => {
  await withoutDialog(page);
  await open(page, quick);
  await button(page, 'Present').click();
  const talk = page.getByRole('navigation', { name: 'Talk' });
  const status = talk.locator('> [role=status]');
  await expect(status).toHaveText(`Step 1 of ${steps}`, { timeout: patience });
  await page.keyboard.press('PageDown');
  await expect(status).toHaveText(`Step 2 of ${steps}`);
  await talk.hover();
  await button(page, 'Print the talk').click();
  await sheetsOf(page);
  await expect(status).toHaveText(`Step 2 of ${steps}`);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pagesOf(pdf)).toHaveLength(steps);
});

test('the menu "Export" prints the story on stage, step by step', async ({ page }) => {
  await withoutDialog(page);
  await open(page, quick);
  await more(page);
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: 'Story, step by step, Print or PDF …' }).click();
  const sheets = await sheetsOf(page);
  const said = new Set<string>();
  for (const sheet of await sheets.all()) {
    const svg = sheet.locator('svg');
    expect(await svg.count()).toBeGreaterThan(0);
    expect(await svg.first().locator('rect, path').count()).toBeGreaterThan(10);
    expect(await svg.first().getAttribute('aria-label')).not.toBe('');
    said.add((await sheet.locator('p').textContent())!);
  }
  // Every step says something else, with the values of its runs.
  expect(said.size).toBe(steps);
  for (const text of said) {
    expect(text.length).toBeGreaterThan(100);
    expect(text).not.toMatch(/[{}…]/);
  }
  // The stage is as it was.
  await expect(button(page, 'Present')).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pagesOf(pdf)).toHaveLength(steps);
});

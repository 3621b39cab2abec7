// A talk on paper: every step is a page of its own, with its picture and what is said.

import { button, expect, open, patience, test } from './stage.ts';

/** A run that is computed soon. */
const quick = { scenario: 'cpupri/ghosts', set: { duration: '4 ms', warmup: '1 ms' } } as const;
const steps = 6;

test('a story is printed as a PDF with a page for each step', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await open(page, quick);
  await button(page, 'Present').click();
  const talk = page.getByRole('navigation', { name: 'Talk' });
  await expect(talk.locator('> [role=status]')).toHaveText(`Step 1 of ${steps}`, {
    timeout: patience,
  });
  await talk.hover();
  await button(page, 'Print the talk').click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '', { timeout: patience });
  const sheets = page.locator('body > div > section:has(footer)');
  await expect(sheets).toHaveCount(steps);
  for (const sheet of await sheets.all()) {
    expect(await sheet.locator('svg').count()).toBeGreaterThan(0);
    expect((await sheet.locator('p').textContent())!.length).toBeGreaterThan(100);
    expect(await sheet.locator('svg').first().getAttribute('aria-label')).not.toBe('');
  }
  // On the screen there is nothing of it, and the talk stands where it stood.
  await expect(sheets.first()).toBeHidden();
  await expect(talk.locator('> [role=status]')).toHaveText(`Step 1 of ${steps}`);
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString(
    'latin1',
  );
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(steps);
});

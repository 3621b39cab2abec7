// Steps that lead the eye, in the browser: the event of a step is played slowly and stops, the next one follows, and a word
// that points rings its mark in the picture, which is as before once it does not any more.

import { expect, machine, momentOf, patience, test } from './stage.ts';

test('a step plays its event slowly, stops, and shows the next one', async ({ page }) => {
  test.slow();
  await page.goto('/#/pcp/one-zone/2');
  const next = page.getByRole('button', { name: 'Show the next one' });
  await expect(page.getByText('That was one event.')).toBeVisible({ timeout: 8 * patience });
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  const caption = page.getByRole('region', { name: 'Caption' });
  const figures = /A at 20\.[\d\s]+ms: CPU 4 waits .* takes 1\spage in .* times slower\./;
  await expect(caption).toContainText(figures);
  const first = await momentOf(page);
  await next.click();
  const moved = async () => (await momentOf(page)).time;
  await expect.poll(moved, { timeout: 4 * patience }).toBeGreaterThan(first.time);
});

test('a word that points rings its mark, until it does not any more', async ({ page }) => {
  test.slow();
  await page.goto('/#/pcp/one-zone/2');
  await expect(page.getByText('That was one event.')).toBeVisible({ timeout: 8 * patience });
  const canvas = machine(page, 'A').locator('canvas').first();
  const drawn = async () => (await canvas.screenshot()).toString('base64');
  const word = page.getByRole('button', { name: 'CPU 4', exact: true }).first();
  await page.mouse.move(0, 0);
  const plain = await drawn();
  await word.focus();
  await expect.poll(drawn).not.toBe(plain);
  const said = await word.getAttribute('aria-describedby');
  await expect(page.locator(`[id="${said}"]`)).toContainText('A: CPU 4');
  await page.keyboard.press('Enter');
  await expect(word).toHaveAttribute('aria-pressed', 'true');
  await word.blur();
  await expect(word).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(word).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(drawn).toBe(plain);
});

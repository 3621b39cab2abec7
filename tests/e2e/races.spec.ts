// The race explorer: an order made by hand, by pointer and by keyboard; all orders counted; the order of
// cpupri_set changed.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { button, expect, open, patience, test } from './stage.ts';

const races = {
  scenario: 'cpupri/ffmpeg-480',
  set: { duration: '2 ms', warmup: '1 ms' },
  playhead: '100 µs',
  view: { tab: 'races' },
} as const;

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Races' });
const outcomes = (page: Page) => panel(page).getByRole('region', { name: 'All orders' });
const row = (page: Page, text: string | RegExp) =>
  outcomes(page).getByRole('row').filter({ hasText: text });

async function openRaces(page: Page): Promise<void> {
  await open(page, races);
  await expect(outcomes(page)).toBeVisible({ timeout: patience });
}

test('an order made by hand shows the words after each step, and ends with a result', async ({
  page,
}) => {
  await openRaces(page);
  await button(page, 'Setter: set bit 0 in mask[2]').click();
  await button(page, 'Searcher: read count[0]').click();
  await expect(panel(page).getByRole('row', { name: /read count\[0\] 1/ })).toBeVisible();
  await button(page, 'Searcher: anybody in mask[0]?').click();
  await button(page, 'Searcher: copy mask[0]').click();
  const byHand = panel(page).getByRole('region', { name: 'Order by hand' });
  await expect(byHand.getByText('CPU 0 found at NORMAL')).toBeVisible();
  for (const action of ['count[2] + 1', 'count[0] − 1', 'clear bit 0 in mask[0]']) {
    await button(page, `Setter: ${action}`).click();
  }
  await expect(row(page, 'CPU 0 found at NORMAL')).toHaveAttribute('aria-current', 'true');
  const last = panel(page).getByRole('row', { name: /clear bit 0/ });
  await expect(last.getByRole('cell')).toHaveText([/^clear bit/, '', '0', '{}', '1', '{0}']);
  await button(page, 'Undo').click();
  await expect(button(page, 'Setter: clear bit 0 in mask[0]')).toBeVisible();
});

test('the keyboard alone makes an order and takes it back', async ({ page }) => {
  await openRaces(page);
  await panel(page).getByRole('combobox', { name: 'Race' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await button(page, 'Setter: set bit 0 in mask[2]').focus();
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await expect(panel(page).getByRole('row', { name: /read count\[0\] 1/ })).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(panel(page).getByRole('row', { name: /read count\[0\] 1/ })).toHaveCount(0);
  await expect(button(page, 'Undo')).toBeDisabled();
});

test('all orders are counted, and an order of each class can be shown', async ({ page }) => {
  await openRaces(page);
  await panel(page).getByRole('combobox', { name: 'Race' }).selectOption('L16');
  await expect(outcomes(page).getByRole('row')).toHaveCount(5);
  await button(page, 'Show an order that ends with: CPU 0, 64 found at NORMAL').click();
  await expect(row(page, 'CPU 0, 64 found at NORMAL')).toHaveAttribute('aria-current', 'true');
});

test('leaving before joining misses a CPU; the 24 orders say when', async ({ page }) => {
  await openRaces(page);
  await panel(page).getByRole('combobox', { name: 'Steps of cpupri_set' }).selectOption('DCSI');
  await expect(panel(page).getByText(/Not in the kernel’s order: nobody found/)).toBeVisible();
  await expect(row(page, 'nobody found')).toBeVisible();
  await button(page, 'Try all 24 orders of the four steps').click();
  const tried = panel(page).getByRole('table', { name: 'The 24 orders' });
  await expect(tried.getByRole('row').filter({ hasText: 'always finds somebody' })).toHaveCount(4);
  await expect(tried.getByRole('row').filter({ hasText: 'can find nobody' })).toHaveCount(20);
  await button(page, 'Use the order ISCD').click();
  await expect(panel(page).getByText('The kernel’s order has the same results.')).toBeVisible();
});

test('the explorer passes axe', async ({ page }) => {
  await openRaces(page);
  await button(page, 'Setter: set bit 0 in mask[2]').click();
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

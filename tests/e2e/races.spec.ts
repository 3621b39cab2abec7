// The race explorer in a browser: it opens beside the machines and keeps the rules. What it says is in RacesView.test.tsx.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { button, expect, open, patience, test } from './stage.ts';

const races = {
  scenario: 'cpupri/ghosts',
  set: { duration: '2 ms', warmup: '1 ms' },
  playhead: '100 µs',
  view: { tab: 'races' },
} as const;

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Interleavings' });
const outcomes = (page: Page) => panel(page).getByRole('region', { name: 'All orders' });
async function openRaces(page: Page): Promise<void> {
  await open(page, races);
  await expect(outcomes(page)).toBeVisible({ timeout: patience });
}

test('the explorer passes axe', async ({ page }) => {
  await openRaces(page);
  await button(page, 'Setter: set bit 0 in mask[2]').click();
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

// The domains of a CPU, by keyboard alone, and drawn on the machines. What the view says of a machine and of the switches of a
// kernel is in DomainsTab.test.tsx.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { expect, machine, momentOf, open, patience, type Side, test } from './stage.ts';

const domains = {
  scenario: 'split-llc/hackbench-groups',
  set: { duration: '2 ms', warmup: '1 ms' },
  playhead: '100 µs',
  view: { tab: 'domains', side: 'A' },
} as const;

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Domains' });
const card = (page: Page, name: RegExp) => panel(page).getByRole('article', { name });
const cards = (page: Page) => panel(page).getByRole('article');

async function openDomains(page: Page): Promise<void> {
  await open(page, domains);
  await expect(cards(page)).toHaveCount(4, { timeout: patience });
}

test('the view passes axe, and the keyboard alone reaches another CPU and a switch', async ({
  page,
}) => {
  await openDomains(page);
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
  const cpu = panel(page).getByRole('spinbutton', { name: 'CPU' });
  await cpu.focus();
  await page.keyboard.press('ArrowUp');
  await expect(panel(page).getByRole('region', { name: /^Domains of CPU 1/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(card(page, /^SMT/)).toHaveCount(0);
});

test('the domains of a CPU are drawn on the machines on request, and go again', async ({
  page,
}) => {
  await open(page, { ...domains, view: {} });
  await momentOf(page);
  const grid = machine(page, 'A').getByRole('grid');
  await expect(grid).toBeVisible({ timeout: patience });
  const ask = (side: Side) => machine(page, side).getByRole('button', { name: /^Domains of CPU/ });
  const top = async () => (await machine(page, 'A').locator('canvas').boundingBox())!.y;
  const before = await top();
  await grid.focus();
  // To choose a CPU brings the button, which moves nothing.
  await page.keyboard.press('Enter');
  await expect(ask('A')).toBeVisible();
  expect(await top()).toBe(before);
  await page.keyboard.press('d');
  await expect(ask('A')).toHaveAttribute('aria-pressed', 'true');
  const levels = (side: Side) =>
    machine(page, side)
      .getByRole('list', { name: /^Scheduling domains of CPU/ })
      .getByRole('listitem');
  await expect(levels('A')).toHaveText(
    [/^SMT 2 CPUs/, /^MC 16 CPUs/, /^PKG 128 CPUs in 8 groups/, /^NUMA 256 CPUs in 2 groups/],
    { timeout: patience },
  );
  // Its kernel has no MC domains.
  await expect(levels('B')).toHaveText([/^SMT/, /^PKG 128 CPUs in 64 groups/, /^NUMA/]);
  const { violations } = await axeOf(page).include('[data-side=A]').analyze();
  expect(violations).toEqual([]);
  await page.reload();
  await expect(ask('B')).toHaveAttribute('aria-pressed', 'true', { timeout: patience });
  await ask('B').click();
  await expect(machine(page, 'A').getByRole('list')).toHaveCount(0);
});

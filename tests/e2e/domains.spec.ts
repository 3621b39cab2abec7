// The domains of a CPU: what the core builds from the machine on stage, built again when a switch or the
// number of NUMA nodes is changed; by keyboard alone; another CPU. And drawn on the machines.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { button, expect, machine, momentOf, open, patience, type Side, test } from './stage.ts';

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

test('the hierarchy has spans, groups, flags and the allowance between nodes', async ({ page }) => {
  await openDomains(page);
  await expect(cards(page).getByRole('heading')).toHaveText([/^SMT/, /^MC/, /^PKG/, /^NUMA/]);
  await expect(card(page, /^MC/).getByText('0-7,128-135 (16 CPUs)')).toBeVisible();
  await expect(card(page, /^MC/).getByText('SD_SHARE_LLC')).toBeVisible();
  await expect(card(page, /^PKG/).getByRole('img')).toHaveAccessibleName(/in 8 groups/);
  await expect(card(page, /^NUMA/).getByText('imb_numa_nr', { exact: true })).toBeVisible();
});

test('a switch of the kernel and the nodes of a package build it anew', async ({ page }) => {
  await openDomains(page);
  await panel(page).getByRole('checkbox', { name: 'MC domains' }).uncheck();
  await expect(cards(page)).toHaveCount(3);
  await expect(panel(page).getByText('A wake-up searches 2 CPUs')).toBeVisible();
  await panel(page).getByRole('combobox', { name: 'NUMA nodes of a package' }).selectOption('4');
  await expect(cards(page).getByRole('heading').last()).toHaveText(/^NUMA/);
  await expect(cards(page)).toHaveCount(4);
  await button(page, 'As the kernel on stage').click();
  await expect(card(page, /^MC/)).toBeVisible();
  await expect(card(page, /^PKG/)).toBeVisible();
});

test('the keyboard alone reaches another CPU and a switch', async ({ page }) => {
  await openDomains(page);
  const cpu = panel(page).getByRole('spinbutton', { name: 'CPU' });
  await cpu.focus();
  await page.keyboard.press('ArrowUp');
  await expect(panel(page).getByRole('region', { name: /^Domains of CPU 1/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(card(page, /^SMT/)).toHaveCount(0);
});

test('the view passes axe', async ({ page }) => {
  await openDomains(page);
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

test('the view begins with the kernel of each variant on stage', async ({ page }) => {
  await open(page, {
    ...domains,
    scenario: 'split-llc/tbench-thundering-herd',
    view: { tab: 'domains' },
  });
  const rule = panel(page).getByRole('combobox', { name: 'NUMA imbalance as of' });
  await expect(rule.locator('option:checked')).toHaveText('v5.18', { timeout: patience });
  await page
    .getByRole('region', { name: 'Views', exact: true })
    .getByRole('radio', { name: 'of B' })
    .check();
  await expect(rule.locator('option:checked')).toHaveText('v6.0');
  await expect(button(page, 'As the kernel on stage')).toBeDisabled();
});

test('the domains of a CPU are drawn on the machines on request, and go again', async ({
  page,
}) => {
  await open(page, { ...domains, view: {} });
  await momentOf(page);
  const grid = machine(page, 'A').getByRole('grid');
  await expect(grid).toBeVisible({ timeout: patience });
  await grid.focus();
  await page.keyboard.press('d');
  const ask = (side: Side) => machine(page, side).getByRole('button', { name: /^Domains of CPU/ });
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

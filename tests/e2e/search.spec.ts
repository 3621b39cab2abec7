// The search: by keys alone from anywhere to a story, a term, a place in the kernel, a knob, a command, a CPU.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { button, expect, largeRun, machine, momentOf, open, patience, test } from './stage.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true });
const options = (page: Page) => dialog(page).getByRole('option');
const onStage = (page: Page) => page.getByRole('combobox', { name: 'Scenario' });

/** Types into the search, and waits until what is marked is called so. */
async function look(page: Page, query: string, first: string | RegExp): Promise<void> {
  // The key is listened to a moment after the page is there.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(dialog(page)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: patience });
  await dialog(page).getByRole('combobox').fill(query);
  await expect(options(page).first()).toContainText(first, { timeout: patience });
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
}

test('on Home it finds a story by its question, and Enter goes there', async ({ page }) => {
  await page.goto('/');
  await expect(button(page, 'Search')).toBeVisible({ timeout: patience });
  await look(page, 'broadwell larger batch nothing', /^Why does a larger batch gain nothing/);
  await page.keyboard.press('Enter');
  await expect(onStage(page)).toHaveValue('pcp/two-sockets', { timeout: patience });
  await expect(dialog(page)).toHaveCount(0);
});

test('on Home it finds a document by what one will have, and Enter opens it', async ({ page }) => {
  await page.goto('/');
  await expect(button(page, 'Search')).toBeVisible({ timeout: patience });
  await look(page, 'story running on own machine', 'Your machine');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your machine' })).toBeFocused();
  expect(page.url()).toContain('#/docs/machine');
});

test('on Home it explains terms and functions, and shows fields in a story that has them', async ({
  page,
}) => {
  await page.goto('/');
  await expect(button(page, 'Search')).toBeVisible();
  await button(page, 'Search').click();
  await look(page, 'sub-numa clustering', /^SNC/);
  await page.keyboard.press('Escape');
  await look(page, 'cpupri_find_fitness', 'cpupri_find_fitness');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Glossary' })).toContainText('cpupri', {
    timeout: patience,
  });
  await page.keyboard.press('Escape');
  await look(page, 'root_domain.rto_mask', 'root_domain.rto_mask');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Struct layout' })).toHaveAttribute(
    'aria-selected',
    'true',
    { timeout: patience },
  );
});

test('on the stage it gives commands, opens views, leads to knobs, and selects CPUs and tasks', async ({
  page,
}) => {
  await open(page, largeRun);
  const before = await momentOf(page);
  await look(page, 'step forward', /^Step forward/);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await momentOf(page)).trace).not.toBe(before.trace);
  await look(page, 'cpu 123', 'CPU 123');
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(inspector.getByText(/CPU 123\b/).first()).toBeVisible({ timeout: patience });
  await look(page, 'Task 7', 'task 7');
  await page.keyboard.press('Enter');
  await expect(inspector.getByText(/task 7\b/i).first()).toBeVisible({ timeout: patience });
  await look(page, 'c2c', 'c2c');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'c2c', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await look(page, 'runnable threads', 'Runnable threads per instance');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Runnable threads per instance')).toBeFocused({ timeout: patience });
  await expect(machine(page, 'A')).toBeVisible();
  await look(page, 'fidelity', /^Fidelity/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Published figures/ })).toBeVisible({
    timeout: patience,
  });
});

test('what is marked goes round the list, and what is not found is said', async ({ page }) => {
  await page.goto('/#/pcp');
  await look(page, 'batch', /.+/);
  const field = dialog(page).getByRole('combobox');
  const count = await options(page).count();
  expect(count).toBeGreaterThan(2);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).nth(count - 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  const active = await field.getAttribute('aria-activedescendant');
  expect(await options(page).first().getAttribute('id')).toBe(active);
  await field.fill('no such thing anywhere');
  await expect(dialog(page).getByRole('status')).toHaveText(
    'Nothing is called “no such thing anywhere” here.',
  );
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

for (const theme of ['dark', 'light', 'projector']) {
  test(`it keeps the rules of accessibility in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('schedscape.theme', value), theme);
    await page.goto('/');
    await look(page, 'cpupri', /cpupri/);
    const { violations } = await axeOf(page).include('dialog[open]').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
}

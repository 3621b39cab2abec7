// The Pages view: the zone of a node at the playhead, by mouse and by keyboard; the last refill page by
// page; the batch slider, whose simulation fills in beside the stage. On a small machine, briefly.

import AxeBuilder from '@axe-core/playwright';
import type { Recipe } from '../../web/scenario/index.ts';
import { button, drag, expect, open, patience, test } from './stage.ts';

const small: Omit<Recipe, 'format'> = {
  scenario: 'pcp/nine-machines',
  set: { platform: 'lkp-hsw-d01', 'workload.pages': 2048, duration: '30 ms', warmup: '10 ms' },
  playhead: '20 ms',
  view: { tab: 'pages' },
};

test('the lists of all CPUs, both locks, the free blocks and the last refill are there', async ({
  page,
}) => {
  await open(page, small);
  const view = page.getByRole('region', { name: 'Page allocator of machine A' });
  await expect(view).toBeVisible({ timeout: patience });
  const lists = view.getByRole('listbox', { name: 'Pages on the lists of each CPU' });
  await expect(lists.getByRole('option')).toHaveCount(8);
  await expect(lists.getByRole('option').first()).toHaveAttribute('aria-label', /pages, high 186/);
  await expect(view.getByText(/pages are free/)).toBeVisible();
  await expect(view.getByRole('rowheader', { name: '10', exact: true })).toBeVisible();
  await expect(view.getByText(/^CPU \d+ took 31 pages from the zone, because/)).toBeVisible();
  await expect(
    view.getByRole('list', { name: /as it was taken/ }).getByRole('listitem'),
  ).toHaveCount(31);
  await view.getByRole('radio', { name: 'Flush' }).check();
  await expect(view.getByText(/^CPU \d+ gave 31 pages back/)).toBeVisible();
});

test('the picture follows the playhead, and comes back the same', async ({ page }) => {
  await open(page, small);
  const story = page.getByText(/^CPU \d+ took 31 pages from the zone/);
  const free = page.getByText(/pages are free/);
  await expect(story).toBeVisible({ timeout: patience });
  await drag(page, 20_000_000);
  const now = async () => [await story.textContent(), await free.textContent()];
  await expect.poll(now, { timeout: patience }).toEqual(await now());
  const before = await now();
  await drag(page, 25_000_000);
  await expect.poll(now, { timeout: patience }).not.toEqual(before);
  await drag(page, 20_000_000);
  await expect.poll(now, { timeout: patience }).toEqual(before);
});

test('a CPU is selected with the keyboard, and everything passes axe', async ({ page }) => {
  await open(page, small);
  const lists = page.getByRole('listbox', { name: 'Pages on the lists of each CPU' });
  await lists.focus({ timeout: patience });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(lists.getByRole('option', { selected: true })).toHaveAttribute(
    'title',
    /^CPU [12]:/,
  );
  const { violations } = await new AxeBuilder({ page }).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

test('the batch slider answers at once, and a simulation fills in behind it', async ({ page }) => {
  await open(page, small);
  const slider = page.getByRole('slider', { name: 'Batch in B' });
  await expect(slider).toHaveValue('63', { timeout: patience });
  await slider.fill('127');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Closed form')).toContainText(/3\.5\d M/);
  await expect(row('Published')).toContainText('+1.1 %');
  await expect(row('Simulated')).toContainText(/\d\.\d\d M/, { timeout: 2 * patience });
  await slider.fill('128');
  await expect(row('Published')).toContainText('not published at this batch');
  await button(page, 'Put batch 128 on stage').click();
  await expect(slider).toHaveValue('128', { timeout: patience });
});

test('a workload without pages says so', async ({ page }) => {
  await open(page, {
    scenario: 'cpupri/cyclic',
    set: { duration: '2 ms' },
    view: { tab: 'pages' },
  });
  await expect(page.getByText(/does not ask for pages/)).toBeVisible({ timeout: patience });
});

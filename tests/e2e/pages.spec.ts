// The Pages view: the zone of a node at the playhead, by mouse and by keyboard; the last refill page by
// page; the batch slider, whose simulation fills in beside the stage. On a small machine, briefly.

import type { Recipe } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import { button, drag, expect, machine, open, patience, test } from './stage.ts';

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
  await view.getByRole('radio', { name: 'Refill' }).check();
  await expect(view.getByText(/^CPU \d+ took 31 pages from the zone, because/)).toBeVisible();
  await expect(
    view.getByRole('list', { name: /as it was taken/ }).getByRole('listitem'),
  ).toHaveCount(31);
  await view.getByRole('radio', { name: 'Flush' }).check();
  await expect(view.getByText(/^CPU \d+ gave 31 pages back/)).toBeVisible();
});

test('the picture follows the playhead, and comes back the same', async ({ page }) => {
  await open(page, small);
  const story = page.getByText(/^CPU \d+ (took 31 pages from|gave 31 pages back to) the zone/);
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

test('a refill is walked page by page with the keyboard, and ends with all of its pages on the list', async ({
  page,
}) => {
  await open(page, small);
  const view = page.getByRole('region', { name: 'Page allocator of machine A' });
  await expect(view).toBeVisible();
  await view.getByRole('radio', { name: 'Refill' }).check();
  const walk = view.getByRole('slider', { name: 'Page by page through the refill' });
  const marks = view.getByRole('list', { name: /as it was taken/ }).getByRole('listitem');
  const moved = view.locator('[data-kind=refill] [data-state=moved]');
  const free = view.getByRole('img', { name: /free blocks this transfer touches/ });
  await expect(marks).toHaveCount(31);
  await walk.focus();
  await page.keyboard.press('Home');
  await expect(moved).toHaveCount(0);
  await expect(walk).toHaveAttribute('aria-valuetext', /^1 of 31: page \d+/);
  const begin = await free.getAttribute('aria-label');
  for (let step = 1; step <= 3; step++) {
    await page.keyboard.press('ArrowRight');
    await expect(moved).toHaveCount(step);
  }
  await expect(free).not.toHaveAttribute('aria-label', begin!);
  await page.keyboard.press('End');
  await expect(moved).toHaveCount(31);
  await expect(view.getByText('All 31 pages are on the CPU’s list.')).toBeVisible();
  // The playhead has not moved: the walk is through the record of one refill.
  await expect(machine(page, 'A')).toHaveAttribute('data-time', '20000000');
});

test('the picture keeps to the CPU that is selected, and finds its last refill again', async ({
  page,
}) => {
  await open(page, small);
  const view = page.getByRole('region', { name: 'Page allocator of machine A' });
  const lists = view.getByRole('listbox', { name: 'Pages on the lists of each CPU' });
  await expect(view).toBeVisible();
  await view.getByRole('radio', { name: 'Refill' }).check();
  for (const cpu of [2, 5]) {
    await lists.getByRole('option').nth(cpu).click();
    await expect(view.getByText(`of CPU ${cpu}`, { exact: true })).toBeVisible();
    await expect(view.getByText(new RegExp(`^CPU ${cpu} took 31 pages`))).toBeVisible({
      timeout: patience,
    });
    await expect(view.getByText(`List of CPU ${cpu}`)).toBeVisible();
  }
});

test('a CPU is selected with the keyboard, and everything passes axe', async ({ page }) => {
  await open(page, small);
  const lists = page.getByRole('listbox', { name: 'Pages on the lists of each CPU' });
  await expect(lists).toBeVisible();
  await lists.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(lists.getByRole('option', { selected: true })).toHaveAttribute(
    'title',
    /^CPU [12]:/,
  );
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
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

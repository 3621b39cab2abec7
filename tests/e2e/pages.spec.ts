// The Pages view by keyboard: a CPU is selected, and the last refill walked page by page. On a small machine, briefly. What it
// tells of a run: web/features/pages/zones.test.tsx.

import type { Recipe } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import { expect, machine, open, test } from './stage.ts';

const small: Omit<Recipe, 'format'> = {
  scenario: 'pcp/nine-machines',
  set: { platform: 'lkp-hsw-d01', 'workload.pages': 2048, duration: '30 ms', warmup: '10 ms' },
  playhead: '20 ms',
  view: { tab: 'pages' },
};

test('by keyboard a refill is walked page by page and a CPU is selected, and everything passes axe', async ({
  page,
}) => {
  await open(page, small);
  await test.step('a refill is walked page by page with the keyboard, and ends with all of its pages on the list', async () => {
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
  await test.step('a CPU is selected with the keyboard, and everything passes axe', async () => {
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
});

// The hot lines and their c2c tables: one selection for both machines, and every published table beside
// its line.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { button, expect, largeRun, open, patience, test } from './stage.ts';

const views = (page: Page) => page.getByRole('region', { name: 'Views', exact: true });

test('a line selected on one machine is the same line on the other, whatever its layout', async ({
  page,
}) => {
  await open(page, { ...largeRun, view: { tab: 'cache-lines' } });
  await views(page).getByRole('radio', { name: 'of B' }).check();
  const line = button(page, 'root_domain line 3');
  await expect(page.getByRole('table', { name: /^Hottest cache lines of machine B/ })).toBeVisible({
    timeout: patience,
  });
  await line.click();
  await expect(line).toHaveAttribute('aria-pressed', 'true');
  await views(page).getByRole('radio', { name: 'of A' }).check();
  await expect(
    page.getByRole('table', { name: /^Hottest cache lines of machine A/ }),
  ).toBeVisible();
  await expect(line).toHaveAttribute('aria-pressed', 'true');
});

test('a hot line tells its owner, its queue and who fetched it last, node by node', async ({
  page,
}) => {
  await open(page, { ...largeRun, playhead: '4 ms', view: { tab: 'cache-lines' } });
  const row = page.getByRole('row').filter({ has: button(page, 'root_domain line 3') });
  await expect(row).toContainText(/CPU \d+, node \d|shared/, { timeout: patience });
  await expect(row.getByRole('meter', { name: 'Queue' })).toBeVisible();
  await expect(row.getByRole('img')).toHaveAccessibleName(/^Last fetches by node: node \d/, {
    timeout: patience,
  });
});

test('the published table of a line stands beside the simulated one, and keeps the rules', async ({
  page,
}) => {
  await open(page, { ...largeRun, playhead: '4 ms', view: { tab: 'c2c' } });
  const line = views(page).getByRole('combobox', { name: 'Cache line' });
  for (const [name, rows] of [
    ['root_domain line 3', 13],
    ['root_domain line 1', 8],
    ['root_domain line 28', 4],
    ['cpupri mask bitmap 0 line 1', 22],
  ] as const) {
    await line.selectOption({ label: name });
    await expect(views(page)).toContainText(new RegExp(`\\d+ of ${rows} published rows`));
    await expect(views(page)).toContainText(/Published: .*, from .*Linux kernel|from v2 patch/);
  }
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

test('a table of the baseline is not put beside another line of the same number', async ({
  page,
}) => {
  await open(page, { ...largeRun, playhead: '4 ms', view: { tab: 'c2c' } });
  await views(page).getByRole('radio', { name: 'of B' }).check();
  const line = views(page).getByRole('combobox', { name: 'Cache line' });
  await line.selectOption({ label: 'root_domain line 28' });
  await expect(views(page)).toContainText('No table was published for this line.');
});

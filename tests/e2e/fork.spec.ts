// Forks of the past: from the playhead on something is changed and the run goes on as C, with the same past to the last bit; the
// link carries it, and the command line runs it to the same hash. Other changes: web/features/fork/forks.test.tsx.

import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  test,
  tracesOfCommandLine,
} from './stage.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Branch at/ });
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name });
const forkAt = 500_000;

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1280, height: 720 }));

async function restrict(page: Page, cpus: string): Promise<void> {
  await button(page, 'Branch').click();
  await dialog(page).getByText('Restrict CPUs').click();
  await field(page, 'CPUs that tasks may use').fill(cpus);
  await button(page, 'Run on as C').click();
}

test('tasks kept to some CPUs from here on: the same past, another future', async ({ page }) => {
  await open(page, shortRun);
  await momentOf(page, 'A');
  await restrict(page, '0-3');
  await expect(dialog(page)).toBeHidden({ timeout: patience });
  await expect(machine(page, 'C')).toHaveAttribute('data-time', String(forkAt), {
    timeout: patience,
  });
  await expect(machine(page, 'C')).toContainText('A until 500 µs, then changed');
  for (const time of [forkAt - 1, 123_456]) {
    await drag(page, time, ['A', 'C']);
    expect(await momentOf(page, 'C')).toEqual(await momentOf(page, 'A'));
  }
  await drag(page, 1_000_000, ['A', 'C']);
  const after = await momentOf(page, 'C');
  expect(after.trace).not.toBe((await momentOf(page, 'A')).trace);
  await expect(page.getByRole('region', { name: 'Where the runs diverge' })).toContainText(
    'A | C diverge',
    {
      timeout: patience,
    },
  );
  // The fork is part of the link; a reload and the command line find it again.
  await expect
    .poll(() => recipeInAddress(page.url())?.playhead, { timeout: patience })
    .toBe('1000000ns');
  expect(recipeInAddress(page.url())!.interventions).toEqual([
    { at: `${forkAt}ns`, variant: 'A', set: { 'tasks.cpus': '0-3' } },
  ]);
  const address = page.url();
  await page.reload();
  expect(await momentOf(page, 'C')).toEqual(after);
  await drag(page, 4_000_000, ['A', 'C']);
  const { trace } = await momentOf(page, 'C');
  const [told] = await tracesOfCommandLine(address, ['C']);
  expect(told).toContain(trace);
});

test('what cannot be done is said in place, and nothing changes', async ({ page }) => {
  await open(page, shortRun);
  const before = await momentOf(page, 'A');
  await restrict(page, '0-8');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'tasks.cpus: holds "0-8"; write CPUs from 0 to 7, the smaller first.',
    { timeout: patience },
  );
  const { violations } = await axeOf(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  expect(await momentOf(page, 'A')).toEqual(before);
  await expect(machine(page, 'C')).toBeHidden();
});

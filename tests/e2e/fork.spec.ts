// Forks of the past: from the playhead on something is changed and the run goes on as C, with the same
// past to the last bit; the link carries it, and the command line runs it to the same hash.

import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import {
  button,
  drag,
  expect,
  largeRun,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  test,
  tracesOfCommandLine,
} from './stage.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Fork the past at/ });
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name });
const forkAt = 500_000;

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1280, height: 720 }));

async function restrict(page: Page, cpus: string): Promise<void> {
  await button(page, 'Fork').click();
  await dialog(page).getByText('Restrict CPUs').click();
  await field(page, 'CPUs tasks may use').fill(cpus);
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

test('a pinned task stays on its CPU', async ({ page }) => {
  await open(page, { ...largeRun, selection: { task: 1_500 } });
  await momentOf(page, 'A');
  await button(page, 'Fork').click();
  await expect(field(page, 'Task')).toHaveValue('1500');
  await field(page, 'To CPU').fill('7');
  await button(page, 'Run on as C').click();
  // The dialog stays until the fork is on stage: what is done next is done there.
  await expect(dialog(page)).toBeHidden({ timeout: patience });
  await momentOf(page, 'C');
  await drag(page, 2_000_000, ['A', 'C']);
  await button(page, 'Inspector').click();
  const row = page
    .getByRole('region', { name: 'Inspector', exact: true })
    .getByRole('row', { name: /^CPU (A )?CPU/ });
  await expect(row).toContainText('CPU 7');
});

test('a tunable changed from here on: offered where the kernel has it', async ({ page }) => {
  await open(page, {
    scenario: 'cache-aware/two-pairs',
    set: { duration: '8 ms', warmup: '2 ms' },
    playhead: '500 µs',
  });
  await momentOf(page, 'B');
  await button(page, 'Fork').click();
  const tunable = dialog(page).getByRole('combobox', { name: 'Tunable' });
  await dialog(page).getByText('Change a tunable').click();
  await expect(tunable.getByRole('option')).toHaveText([
    'base_slice_ns',
    'migration_cost_ns',
    'nr_migrate',
  ]);
  await dialog(page).getByText('B Cache-aware, v2').click();
  await expect(tunable.getByRole('option', { name: 'llc_aggr_tolerance' })).toBeAttached();
  await expect(tunable.getByRole('option', { name: 'llc_enabled' })).toBeAttached();
  await tunable.selectOption('migration_cost_ns');
  await expect(dialog(page)).toContainText('0 to 100000000; the run began with 500000');
  await field(page, 'New value (ns)').fill('1e12');
  await button(page, 'Run on as C').click();
  await expect(dialog(page).getByRole('alert')).toContainText('from 0 to 100000000', {
    timeout: patience,
  });
  await field(page, 'New value (ns)').fill('0');
  await button(page, 'Run on as C').click();
  await expect(machine(page, 'C')).toContainText('B until 500 µs, then changed', {
    timeout: patience,
  });
  expect(recipeInAddress(page.url())!.interventions).toEqual([
    { at: `${forkAt}ns`, variant: 'B', set: { 'kernel.migration_cost_ns': '0' } },
  ]);
  await drag(page, forkAt - 1, ['B', 'C']);
  expect(await momentOf(page, 'C')).toEqual(await momentOf(page, 'B'));
  await drag(page, 7_000_000, ['B', 'C']);
  expect((await momentOf(page, 'C')).trace).not.toBe((await momentOf(page, 'B')).trace);
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

test('a scenario of four variants is forked, too: the fork takes the place of its C', async ({
  page,
}) => {
  await open(page, {
    scenario: 'split-llc/schbench-hints',
    set: { duration: '8 ms', warmup: '2 ms' },
    playhead: '500 µs',
  });
  await momentOf(page, 'A');
  await restrict(page, '0-15');
  await expect(dialog(page)).toBeHidden({ timeout: patience });
  await drag(page, forkAt - 1, ['A', 'C']);
  expect(await momentOf(page, 'C')).toEqual(await momentOf(page, 'A'));
  await expect(machine(page, 'C')).toContainText('A until 500 µs, then changed');
});

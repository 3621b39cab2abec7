// What a person brings to the stage: another machine, one of their own, a file. What is refused says so in place and leaves the
// running scene alone. What the dialog of a machine understands is in MachineDialog.test.tsx.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import {
  button,
  dropFile,
  expect,
  largeRun,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  test,
} from './stage.ts';

const machineSelect = (page: Page) => page.getByRole('combobox', { name: 'Machine', exact: true });
const text = (page: Page, side: 'A' | 'B') =>
  machine(page, side).getByRole('table', { name: /^What the CPUs/, includeHidden: true });

/** Two sockets of two cores, as lscpu prints them. */
const lscpu = `# The following is the parsable format, which can be fed to other
# CPU,Core,Socket,Node,,L1d,L1i,L2,L3
0,0,0,0,,0,0,0,0
1,1,0,0,,1,1,1,0
2,2,1,1,,2,2,2,1
3,3,1,1,,3,3,3,1
`;

test('another machine from the list takes the place of the own one, and the link says so', async ({
  page,
}) => {
  await open(page, { ...largeRun, playhead: '1 ms' });
  await machineSelect(page).selectOption('milan-2s-nps1');
  await expect
    .poll(() => recipeInAddress(page.url())?.machine, { timeout: patience })
    .toBe('milan-2s-nps1');
  await expect(
    page.getByText('The workload is fitted to 256 CPUs: instances 60 → 32.').first(),
  ).toBeVisible();
  await button(page, 'Pause').click();
  await momentOf(page);
  await expect(text(page, 'A').getByRole('row', { includeHidden: true })).toHaveCount(17);
  await page.reload();
  await expect(machineSelect(page)).toHaveValue('milan-2s-nps1', { timeout: patience });
  await machineSelect(page).selectOption({ index: 0 });
  await expect
    .poll(() => recipeInAddress(page.url())?.machine, { timeout: patience })
    .toBe(undefined);
});

test('a machine of one’s own is given at the door of Home, and the story runs on it', async ({
  page,
}) => {
  await page.goto('/');
  await button(page, 'Your machine').click();
  const dialog = page.getByRole('dialog', { name: 'Your own machine' });
  await dialog.getByLabel('Output of lscpu').fill(lscpu);
  await expect(dialog.getByRole('status')).toContainText('4 CPUs, 2 sockets, 2 nodes, 2 LLCs');
  await dialog.getByRole('button', { name: 'Run the story on it' }).click();
  await expect(dialog).toBeHidden();
  await expect(machineSelect(page)).toContainText('4 CPUs (from lscpu)', { timeout: patience });
  await expect(text(page, 'B').getByRole('row', { includeHidden: true })).toHaveCount(3);
  await page.keyboard.press('Space');
  const { time } = await momentOf(page);
  expect(time).toBeGreaterThan(0);
});

test('a machine of one’s own on which the run is long asks first', async ({ page }) => {
  // On 256 CPUs the workload is cut to fit, and far from being asked about; a large machine runs all of it.
  await open(page, { ...largeRun, machine: 'milan-2s-nps1', set: { duration: '1200 ms' } });
  const before = await momentOf(page);
  const choose = async () => {
    await machineSelect(page).selectOption({ label: 'Your own machine…' });
    const dialog = page.getByRole('dialog', { name: 'Your own machine' });
    await dialog.getByRole('radio', { name: 'Topology by numbers' }).check();
    await dialog.getByLabel('Sockets').fill('8');
    await dialog.getByLabel('Cores in a last-level cache').fill('16');
    await expect(dialog.getByRole('status')).toContainText('1,024 CPUs, 8 sockets');
    await dialog.getByRole('button', { name: 'Run the story on it' }).click();
  };
  await choose();
  const question = page.getByRole('dialog', { name: 'A long computation' });
  await expect(question).toContainText('runs for 1.2 s here', { timeout: patience });
  await question.getByRole('button', { name: 'Do not run it' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'was not started' })).toBeVisible();
  expect(await momentOf(page)).toEqual(before);
  await expect(machineSelect(page)).toHaveValue('milan-2s-nps1');
  await choose();
  await expect(question).toBeVisible({ timeout: patience });
  await question.getByRole('button', { name: 'Run it', exact: true }).click();
  await expect(machineSelect(page)).toContainText(/1,?024 CPUs/, { timeout: patience });
  await expect(question).toBeHidden();
});

test('a scenario opens from a file; a wrong one says where it is wrong and changes nothing', async ({
  page,
}) => {
  await open(page, shortRun);
  const before = await momentOf(page);
  const notice = page.getByRole('alert');
  const cyclic = JSON.parse(readFileSync('scenarios/cpupri/cyclic.json', 'utf8'));
  delete cyclic.$schema;
  const wrong: [string, unknown, RegExp][] = [
    ['no.json', '{ "format": ', /no\.json could not be opened.*JSON/],
    ['other.json', { format: 'something/1' }, /other\.json could not be opened\. format: /],
    ['big.json', ' '.repeat(2 ** 21), /big\.json could not be opened\. .*bytes/],
    ['x.json', { ...cyclic, duration: '3 furlongs' }, /x\.json could not be opened\. duration: /],
    ['p.json', `{"format":"schedscape-recipe/1","__proto__":{"a":1}}`, /could not be opened/],
  ];
  for (const [name, content, message] of wrong) {
    await dropFile(page, name, content);
    await expect(notice).toContainText(message, { timeout: patience });
    expect(await momentOf(page)).toEqual(before);
  }
  await dropFile(page, 'mine.json', { ...cyclic, title: 'My own cyclic' });
  await expect(page).toHaveTitle(/My own cyclic/, { timeout: patience });
  await expect(notice).toBeEmpty();
  await expect
    .poll(() => recipeInAddress(page.url())?.scenario)
    .toMatchObject({ title: 'My own cyclic' });
});

test('a recipe dropped on the page opens', async ({ page }) => {
  await open(page, shortRun);
  await momentOf(page);
  const recipe = { format: 'schedscape-recipe/1', scenario: 'cpupri/cyclic', seed: 5 };
  await expect
    .poll(
      async () => {
        await dropFile(page, 'dropped.json', recipe);
        return recipeInAddress(page.url())?.seed;
      },
      { timeout: patience },
    )
    .toBe(5);
  await expect(page).toHaveTitle(/cyclic/);
});

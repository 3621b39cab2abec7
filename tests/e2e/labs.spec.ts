// A lab as a student takes it: a seed of one's own, answers before anything is shown, the simulator's word, and a sheet.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { parseSheet } from '../../web/scenario/lab/sheet.ts';
import { axeOf } from './axe.ts';
import { expect, patience, test, type } from './stage.ts';

const step = (page: Page, number: number) =>
  page.getByRole('region', { name: new RegExp(`^Step ${number} of [34]$`) });
const answer = (page: Page, number: number) =>
  step(page, number).getByRole('button', { name: 'Answer' }).click();
const said = (page: Page, number: number) =>
  step(page, number).getByRole('region', { name: 'Simulated' });

async function begin(page: Page, lab = 'one-cache-full') {
  await page.goto(`./#/labs/${lab}`);
  await type(page.getByLabel('Course'), 'Operating systems');
  await type(page.getByLabel('Name', { exact: true }), 'Ada');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(step(page, 1)).toBeVisible();
}

async function accessible(page: Page) {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await axeOf(page).withTags(rules).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test('a lab is answered step by step, kept over a reload, and saved as a sheet', async ({
  page,
}) => {
  test.slow();
  await begin(page);
  await expect(step(page, 2)).toHaveCount(0);
  await expect(page.getByText('Why', { exact: true })).toHaveCount(0);
  await expect(step(page, 1).getByRole('button', { name: 'Answer' })).toBeDisabled();
  await step(page, 1).getByRole('button', { name: 'Hint 1 of 3' }).click();
  await type(step(page, 1).getByRole('textbox'), '46.9');
  await answer(page, 1);
  await expect(said(page, 1)).toContainText('46.88 %', { timeout: patience });
  await expect(said(page, 1)).toContainText('2 of 2 points');
  await step(page, 2)
    .getByRole('radio', { name: /^about the same/ })
    .check();
  await answer(page, 2);
  await expect(said(page, 2)).toContainText('0 of 4 points', { timeout: patience });
  await page.reload();
  await expect(said(page, 2)).toContainText('0 of 4 points', { timeout: patience });
  await expect(step(page, 2).getByRole('radio')).toHaveCount(0);
  await step(page, 3)
    .getByRole('radio', { name: /^about the same/ })
    .check();
  await answer(page, 3);
  await expect(said(page, 3)).toContainText('3 of 3 points', { timeout: patience });
  const run = step(page, 4).getByRole('button', { name: 'Run this design' });
  await run.click();
  await expect(said(page, 4)).toContainText('does not hold', { timeout: patience });
  await expect(said(page, 4).getByText('Why', { exact: true })).toHaveCount(0);
  await expect(said(page, 4).getByRole('button', { name: 'Show the reason' })).toBeVisible();
  await step(page, 4).getByLabel('aggr_tolerance of B').selectOption('1');
  await step(page, 4).getByLabel('Threads').selectOption('15');
  await run.click();
  await expect(said(page, 4)).not.toContainText('does not hold', { timeout: patience });
  await expect(said(page, 4).getByText('Why', { exact: true })).toBeVisible();
  await expect(page.getByText('13 of 17 points at your own seed.')).toBeVisible();
  await accessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the sheet' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('one-cache-full-Ada.sheet.json');
  const sheet = parseSheet(readFileSync(await file.path(), 'utf8'));
  expect(Object.keys(sheet.answers)).toEqual(['busy', 'work', 'eight', 'design']);
});

test('a policy is written in the lab, mended, run, and kept over a reload', async ({ page }) => {
  test.slow();
  await begin(page, 'lost-count');
  await step(page, 1)
    .getByRole('radio', { name: /^less than one/ })
    .check();
  await answer(page, 1);
  await expect(said(page, 1)).toContainText('3 of 3 points', { timeout: patience });
  await step(page, 2)
    .getByRole('radio', { name: /^hundreds/ })
    .check();
  await answer(page, 2);
  await expect(said(page, 2)).toContainText('3 of 3 points', { timeout: patience });
  const text = step(page, 3).getByRole('textbox', { name: 'Your policy' });
  await expect(text).toHaveValue(/let n = 0;/, { timeout: patience });
  await text.fill('function select_cpu(p) {\n  return nr_runing(3);\n}\n');
  await expect(step(page, 3).getByRole('status')).toContainText('nr_running?');
  const run = step(page, 3).getByRole('button', { name: 'Run this policy' });
  await expect(run).toBeDisabled();
  await accessible(page);
  const right =
    'const n = percpu(0);\nfunction select_cpu(p, prev_cpu, wake_flags) {\n  n[this_cpu()]++;\n}\n';
  await text.fill(right);
  await run.click();
  await expect(said(page, 3)).toContainText('holds', { timeout: patience });
  await expect(said(page, 3)).not.toContainText('does not hold');
  await expect(page.getByText('18 of 18 points at your own seed.')).toBeVisible();
  await accessible(page);
  await page.reload();
  await expect(text).toHaveValue(right, { timeout: patience });
  await expect(said(page, 3).getByRole('link', { name: 'Show these runs on stage' })).toBeVisible({
    timeout: patience,
  });
});

test('a moment is chosen on a slider, a curve is sketched by sliders and in the plot, before the runs say theirs', async ({
  page,
}) => {
  test.slow();
  await begin(page, 'eight-cpus-left');
  const moment = step(page, 1).getByRole('slider', { name: 'Moment' });
  await expect(step(page, 1).getByRole('button', { name: 'Answer' })).toBeDisabled();
  await moment.fill('30000000');
  await expect(step(page, 1).getByText('30 ms', { exact: true })).toBeVisible();
  await accessible(page);
  await answer(page, 1);
  await expect(said(page, 1)).toContainText('3 of 3 points', { timeout: patience });
  for (const [threads, work] of [
    [4, 4000],
    [10, 8480],
    [12, 8960],
  ]) {
    await step(page, 2)
      .getByRole('slider', { name: `Threads ${threads}` })
      .fill(String(work));
  }
  const plot = step(page, 2).getByRole('img', { name: '1/s over Threads' });
  const { x, y, width, height } = (await plot.boundingBox())!;
  // The last column, a little above the middle of the plot.
  await page.mouse.click(x + 0.87 * width, y + 0.35 * height);
  await accessible(page);
  await answer(page, 2);
  await expect(said(page, 2)).toContainText('5 of 5 points', { timeout: patience });
  await expect(said(page, 2).getByRole('img', { name: '1/s over Threads' })).toBeVisible();
});

test('a line and a field are picked by name, a CPU on a map of the caches', async ({ page }) => {
  test.slow();
  await begin(page, 'lay-out-the-counts');
  await step(page, 1)
    .getByRole('radio', { name: /^root_domain, line 4/ })
    .check();
  await answer(page, 1);
  await expect(said(page, 1)).toContainText('3 of 3 points', { timeout: 2 * patience });
  await type(step(page, 2).getByRole('textbox'), '20');
  await answer(page, 2);
  await expect(said(page, 2)).toContainText('3 of 3 points', { timeout: 2 * patience });
  await step(page, 3).getByRole('radio', { name: 'mask[0]' }).check();
  await answer(page, 3);
  await expect(said(page, 3)).toContainText('count[2]', { timeout: 2 * patience });
  await expect(said(page, 3)).toContainText('0 of 3 points');
  await begin(page, 'a-hint-too-many');
  await expect(step(page, 1).getByRole('group', { name: 'Cache 1, node 0' })).toBeVisible({
    timeout: patience,
  });
  await accessible(page);
  await step(page, 1).getByRole('radio', { name: 'CPU 6' }).check();
  await answer(page, 1);
  await expect(said(page, 1)).toContainText('0 of 2 points', { timeout: patience });
});

test('a story asks before it tells, takes what is selected on stage, and may be gone on with', async ({
  page,
}) => {
  test.slow();
  await page.goto('./#/cache-aware/ties/1');
  const asked = page.getByRole('region', { name: 'Before you go on' });
  await expect(asked.getByRole('slider', { name: 'Moment' })).toBeVisible({ timeout: patience });
  await asked.getByRole('button', { name: 'Hint 1 of 2' }).click();
  // By its keys: a click on the track would put the focus there, too.
  await asked.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('End');
  await accessible(page);
  await asked.getByRole('button', { name: 'Answer' }).click();
  await expect(asked.getByRole('region', { name: 'Simulated' })).toContainText('0 of 1 point', {
    timeout: patience,
  });
  await page.goto('./#/split-llc/one-wakeup/2');
  await page.getByRole('button', { name: 'Skip the question' }).click();
  await expect(asked).toHaveCount(0);
  await page.getByRole('button', { name: 'Next step' }).click();
  // The stage goes on once the moment of the step is computed.
  await expect(page.getByRole('heading', { name: 'Once around the cache' })).toBeVisible({
    timeout: patience,
  });
});

// Workers that do one job and end, killed by the browser before they finish: the page says what happened and what
// to do, the stage goes on, and the job works when it is asked for again.

import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import { traceText } from './recordings.ts';
import {
  button,
  drag,
  expect,
  largeRun,
  machine,
  momentOf,
  more,
  open,
  patience,
  shortRun,
  test,
  viewPanel,
} from './stage.ts';
import { endBusy, endNext, rememberWorkers } from './workers.ts';

const ended = 'the browser has ended the worker, as it does when memory runs short';
const remedy = 'close other pages and try again';
const longest = 4 * patience;

/** The dialog that an item of the menu "Export" opens. */
async function exporting(page: Page, item: string, dialog: string) {
  await more(page);
  await button(page, 'Export').click();
  await page.getByRole('menu', { name: 'Export' }).getByRole('menuitem', { name: item }).click();
  return page.getByRole('dialog', { name: dialog });
}

test.beforeEach(async ({ page }) => {
  test.setTimeout(3 * longest);
  await rememberWorkers(page);
});

test('a comparison that ends in its midst says so, and begins again by a press', async ({
  page,
}) => {
  // Two ways to one layout: nothing is found, however long one looks.
  await open(page, {
    scenario: 'cpupri/ffmpeg-480',
    layout: { from: 'A', edits: ['align mask 64'] },
    playhead: '1 ms',
    view: { side: 'B|C' },
  });
  const row = page.getByRole('region', { name: 'Where the runs diverge' });
  const isUnderWay = () =>
    expect(row).toContainText(/comparing B and C: \d+ %/, { timeout: patience });
  await isUnderWay();
  await endBusy(page, 'schedscape difference');
  await expect(row).toContainText(`The comparison stopped: ${ended}; ${remedy}.`, {
    timeout: patience,
  });
  // By the keyboard: a mouse waits until the button stands still, which did not come about in minutes on a busy machine.
  await button(page, 'Compare').press('Enter');
  await isUnderWay();
});

test('an export that ends in its midst says so in its dialog, and can be made from there', async ({
  page,
}) => {
  await open(page, { ...largeRun, set: { duration: '60 ms', warmup: '1 ms' } });
  const before = await momentOf(page, 'A');
  const dialog = await exporting(page, 'Run, ftrace text …', 'Export a trace');
  const make = dialog.getByRole('button', { name: 'Export' });
  await dialog.getByRole('radio', { name: /^The whole run/ }).check();
  await make.click();
  await expect(dialog.getByText(/simulated, [\d,]+ events, about/)).toBeVisible({
    timeout: patience,
  });
  await endBusy(page, 'schedscape export');
  await expect(dialog.getByRole('alert')).toHaveText(`The export failed: ${ended}; ${remedy}.`, {
    timeout: patience,
  });
  await dialog.getByRole('radio').first().check();
  const saved = page.waitForEvent('download', { timeout: longest });
  await make.click();
  await saved;
  await expect(dialog).toBeHidden();
  expect(await momentOf(page, 'A')).toEqual(before);
});

test('a film that ends in its midst leaves the stage where it was, and can be made again', async ({
  page,
}) => {
  await open(page, { scenario: 'cpupri/ghosts', playhead: '3 ms' });
  const before = await momentOf(page, 'A');
  const dialog = await exporting(page, 'Stage, Video …', 'Export a film');
  const make = dialog.getByRole('button', { name: 'Export' });
  await dialog.getByRole('radio', { name: /PNG/ }).check();
  await make.click();
  await expect(dialog.getByText(/^[1-9]\d* of \d+ pictures/)).toBeVisible({ timeout: patience });
  await endBusy(page, 'schedscape film');
  await expect(dialog.getByRole('alert')).toHaveText(`The export failed: ${ended}; ${remedy}.`, {
    timeout: patience,
  });
  await expect.poll(() => momentOf(page, 'A')).toEqual(before);
  await dialog.getByRole('radio', { name: '3 s' }).check();
  const saved = page.waitForEvent('download', { timeout: longest });
  await make.click();
  expect((await saved).suggestedFilename()).toBe('cpupri-ghosts-ab-film.zip');
});

test('a trace whose reader ends is read when it is opened again, and so is its workload made', async ({
  page,
}) => {
  await open(page, { scenario: 'split-llc/one-wakeup', view: { tab: 'recording' } });
  const view = viewPanel(page);
  const file = { name: 'hand-over.txt', mimeType: 'text/plain', buffer: Buffer.from(traceText()) };
  const openFile = () => view.locator('input[type=file]').setInputFiles(file);
  await endNext(page, 'schedscape trace');
  await openFile();
  await expect(view.getByRole('alert')).toHaveText(
    `The trace could not be read: ${ended}; ${remedy}.`,
    {
      timeout: patience,
    },
  );
  await openFile();
  const read = 'hand-over.txt: 1,200 events on 2 CPUs, 2 tasks';
  await expect(view).toContainText(read, { timeout: patience });
  await endNext(page, 'schedscape trace');
  const put = button(page, 'Simulate it beside the trace');
  await put.click();
  await expect(view.getByRole('alert')).toHaveText(
    `No workload could be made from it: ${ended}; ${remedy}.`,
    { timeout: patience },
  );
  // What was read is still there.
  await expect(view).toContainText(read);
  await put.click();
  await expect(page.getByRole('region', { name: 'Machine R', exact: true })).toContainText(
    'a trace, not a run',
    { timeout: patience },
  );
});

const report = `
  -------------------------------------------------------------------------------
      0      120       40      300        0  0xff11000100a40040
  -------------------------------------------------------------------------------
   60.00%   50.00%    0.00%    0.00%   0x10     0   1  0xffffffff81100010  900  500  200   210  64  [k] reader_one   [kernel.kallsyms]
   40.00%   50.00%  100.00%    0.00%   0x28     0   1  0xffffffff81100200  900  500  200   110  32  [k] writer       [kernel.kallsyms]
`;

test('a report of perf c2c whose reader ends is read when it is opened again', async ({ page }) => {
  await open(page, { ...shortRun, view: { tab: 'c2c' } });
  const view = viewPanel(page);
  const openFile = () =>
    view.locator('input[type=file]').setInputFiles({
      name: 'report.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(report),
    });
  await endNext(page, 'schedscape c2c report');
  await openFile();
  await expect(view.getByRole('alert')).toHaveText(
    `report.txt was not read: ${ended}; ${remedy}.`,
    { timeout: patience },
  );
  await openFile();
  await expect(view.getByRole('combobox', { name: /report/i })).toBeVisible({ timeout: patience });
  await expect(view.getByRole('alert')).toBeHidden();
});

test('a workload of one’s own whose check by the core ends leaves the machine, its text, and runs by another press', async ({
  page,
}) => {
  const text = 'duration 5ms\nweb x4 : run ~200us; sleep 1ms\n';
  await open(page, { scenario: 'split-llc/one-wakeup', view: { tab: 'workload' } });
  const box = page.getByRole('textbox', { name: 'Workload', exact: true });
  await box.fill(text);
  await endNext(page, 'schedscape refusal');
  await button(page, 'Run it here').click();
  const alert = page.getByRole('alert').filter({ hasText: ended });
  await expect(alert).toContainText('The machine stays as it was.', { timeout: patience });
  await expect(alert).toContainText('Close other pages and try again.');
  await expect(box).toHaveValue(text);
  await expect(machine(page, 'A')).toBeVisible();
  await button(page, 'Run it here').click();
  await expect
    .poll(() => recipeInAddress(page.url())?.workload?.tasks.length, { timeout: patience })
    .toBe(1);
  await expect(button(page, 'It runs here')).toBeDisabled({ timeout: patience });
  await drag(page, 1_000_000);
});

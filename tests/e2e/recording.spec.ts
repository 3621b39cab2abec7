// A trace of a real machine beside simulated runs: read in the page, called R wherever it is named, never forked nor exported as a
// run, and asked for again by a link, which does not hold it.

import { truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import { hostile, traceText } from './recordings.ts';
import {
  button,
  caption,
  expect,
  machine,
  more,
  open,
  openView,
  patience,
  test,
  viewNames,
  viewPanel,
} from './stage.ts';

const withTab = { scenario: 'split-llc/one-wakeup', view: { tab: 'recording' as const } };

const view = viewPanel;
const recorded = (page: Page) => page.getByRole('region', { name: 'Machine R', exact: true });

async function openTrace(page: Page): Promise<void> {
  await open(page, withTab);
  await view(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'hand-over.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(traceText()),
    });
  await expect(view(page)).toContainText('hand-over.txt: 1,200 events on 2 CPUs, 2 tasks', {
    timeout: patience,
  });
  await button(page, 'Simulate it, the recording beside it').click();
  await expect(recorded(page)).toContainText('a trace, not a run', { timeout: patience });
  await expect(machine(page, 'A')).toBeVisible();
}

test('a trace stands beside the run of a workload made of it, as R, and nothing of it is sent', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await openTrace(page);
  await expect(recorded(page).getByText('Recorded: hand-over.txt')).toBeVisible();
  await expect(caption(page).getByText(/^R: /)).toBeVisible({ timeout: patience });
  await expect(page.getByRole('radio', { name: 'A | R', exact: true })).toBeChecked();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await expect(page.getByRole('radio', { name: 'of R', exact: true })).toBeVisible();
  expect(sent).toEqual([]);
});

test('each view shows of R what a trace tells, and says the rest in a sentence', async ({
  page,
}) => {
  await openTrace(page);
  const tabs = await viewNames(page);
  expect(tabs.length).toBeGreaterThan(8);
  let all = '';
  for (const name of tabs) {
    await openView(page, name);
    await expect(view(page)).toBeVisible();
    const ofR = view(page).getByRole('radio', { name: /R$/ });
    if ((await ofR.count()) > 0) await ofR.first().check({ force: true });
    const shown = async () => (await view(page).innerText()).trim();
    await expect.poll(async () => (await shown()).length, name).toBeGreaterThan(20);
    const said = await shown();
    all += said;
    expect(said, name).not.toMatch(/NaN|undefined|Infinity|\[object/);
    await expect(view(page).getByRole('alert'), name).toHaveCount(0);
  }
  // A name that would be code on a careless page.
  expect(all).toContain(hostile);
});

test('a file that is none, too large or a bomb is refused in a sentence, and the page goes on', async ({
  page,
}, info) => {
  await open(page, withTab);
  const files = view(page).locator('input[type=file]');
  const refused = view(page).getByRole('alert');
  const lines = Buffer.from(`${'#'.repeat(1023)}\n`.repeat(1024));
  const bomb = gzipSync(Buffer.concat(Array.from({ length: 64 }, () => lines)), { level: 9 });
  await files.setInputFiles({ name: 'bomb.gz', mimeType: 'application/gzip', buffer: bomb });
  await expect(refused).toContainText('unpacks to more than 100 times its size');
  const large = info.outputPath('large.txt');
  writeFileSync(large, '');
  truncateSync(large, 130 * 2 ** 20);
  await files.setInputFiles(large);
  await expect(refused).toContainText('more than 128 MiB of text');
  await files.setInputFiles({
    name: 'trace.dat',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('\u0017\u0008Dtracing'),
  });
  await expect(refused).toContainText('trace-cmd report');
  await files.setInputFiles({
    name: 'hand-over.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(traceText()),
  });
  await expect(view(page)).toContainText('1,200 events on 2 CPUs', { timeout: patience });
  await expect(refused).toHaveCount(0);
});

test('what was recorded is not forked and not exported as a run', async ({ page }) => {
  await openTrace(page);
  await button(page, 'Fork').click();
  const fork = page.getByRole('dialog');
  await expect(fork).toContainText('R is a trace: what happened cannot be changed.');
  await expect(fork.getByRole('radio', { name: /^[ABCR] / })).toHaveCount(1);
  await fork.getByRole('button', { name: 'Cancel' }).click();
  await more(page);
  await button(page, 'Export').click();
  await page.getByRole('menuitem', { name: 'Run, ftrace text …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export a trace' });
  await expect(dialog).toContainText('R is a trace already');
  await expect(dialog.getByText(/Recorded:/)).toHaveCount(0);
});

test('its link holds the name of the file and asks for it again', async ({ page }) => {
  await openTrace(page);
  await expect
    .poll(() => recipeInAddress(page.url())?.recording, { timeout: patience })
    .toMatchObject({
      kind: 'recording',
      name: 'hand-over.txt',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  await page.reload();
  await expect(machine(page, 'A')).toBeVisible({ timeout: patience });
  // The story's panel says it lastingly, the news once.
  const said = page
    .getByRole('paragraph')
    .filter({ hasText: 'A recording stood beside this' })
    .first();
  await expect(said).toContainText('"hand-over.txt": open that file', { timeout: patience });
  await expect(recorded(page)).toHaveCount(0);
});

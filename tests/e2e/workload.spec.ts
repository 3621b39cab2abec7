// The Workload tab: writing, mending and running a workload of one's own, a file that is opened, and the link that holds it.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readMachineTexts } from '../../web/exchange/own/machine/join.ts';
import { readWorkload } from '../../web/exchange/own/workload/read.ts';
import { type Recipe, recipeInAddress } from '../../web/scenario/index.ts';
import { parseWorkload } from '../../web/scenario/program/compile.ts';
import { axeOf } from './axe.ts';
import {
  button,
  expect,
  machine,
  momentOf,
  open,
  patience,
  test,
  tracesOfCommandLine,
} from './stage.ts';

const withTab = { scenario: 'split-llc/one-wakeup', view: { tab: 'workload' as const } };
const view = (page: Page) => page.getByRole('region', { name: 'Workload', exact: true });
const text = (page: Page) => view(page).getByRole('textbox', { name: 'Workload', exact: true });
const problems = (page: Page) => view(page).getByRole('status', { name: 'Problems', exact: true });
const lanes = (page: Page) => view(page).getByRole('list', { name: 'What the tasks do' });
const short = 'duration 5ms\nweb x4 : run ~200us; sleep 1ms\nlog : every 1ms; run 30us\n';

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1280, height: 720 }));

test('a mistake is told at its line as one types, mended, and the workload runs by one press', async ({
  page,
}) => {
  await open(page, withTab);
  await text(page).fill(short.replace('sleep', 'slep'));
  await expect(problems(page)).toContainText('did you mean "sleep"?');
  await expect(button(page, 'Run it here')).toBeDisabled();
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
  await expect(problems(page).getByRole('button', { name: 'line 2' })).toBeVisible();
  await text(page).fill(short);
  await expect(problems(page)).toContainText('it can run');
  await expect(lanes(page)).toContainText('every 1ms');
  await text(page).press('Control+Enter');
  await expect
    .poll(() => recipeInAddress(page.url())?.workload?.tasks.length, { timeout: patience })
    .toBe(2);
  await expect(button(page, 'It runs here')).toBeDisabled({ timeout: patience });
  await expect(text(page)).toHaveValue(short);
  await page.reload();
  await expect(machine(page, 'A')).toBeVisible({ timeout: patience });
  await expect(text(page)).toHaveValue(short, { timeout: patience });
  await button(page, 'Back to the scenario’s own workload').click();
  await expect
    .poll(() => recipeInAddress(page.url())?.workload, { timeout: patience })
    .toBeUndefined();
});

test('a file of rt-app is opened, what is not simulated is left out by a press, and nothing of it is sent', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
  await open(page, withTab);
  const rtApp =
    '{ "tasks": { "<img src=x onerror=alert(1)>": { "loop": 2, "run": 500, "yield": "" } },\n "global": { "duration": 1 } }';
  await view(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(rtApp) });
  await expect(problems(page)).toContainText('"yield" is not simulated');
  await button(page, 'Leave out yield').click();
  await expect(problems(page)).toContainText('it can run');
  await expect(lanes(page)).toContainText('<img_src_x_onerror_alert');
  await button(page, 'Run it here').click();
  await expect
    .poll(() => recipeInAddress(page.url())?.workload?.source, { timeout: patience })
    .toMatchObject({ name: 'mine.json', left_out: ['yield'] });
  expect(sent).toEqual([]);
});

test('a machine and a workload of one’s own give, by their link, the run of the command line', async ({
  page,
}) => {
  const { topology, timings, measured } = readMachineTexts([
    { text: readFileSync('tests/fixtures/own/two-packages.xml', 'utf8') },
  ]);
  const own = { topology, timings, measured } as Recipe['machine'];
  const { form } = readWorkload(short);
  await open(page, {
    scenario: 'split-llc/one-wakeup',
    machine: own,
    workload: parseWorkload(form),
    playhead: '5 ms',
  });
  const { time, trace } = await momentOf(page, 'A');
  expect(time).toBe(5_000_000);
  const [told] = await tracesOfCommandLine(page.url(), ['A']);
  expect(told).toContain(trace);
});

// A trace of a real machine beside simulated runs: read in a worker of the page, called R, and nothing of it is sent. What views,
// forks, exports and links make of it: web/features/recording/recorded.test.tsx.

import type { Page } from '@playwright/test';
import { traceText } from './recordings.ts';
import { button, caption, expect, machine, open, patience, test, viewPanel } from './stage.ts';

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
  await button(page, 'Simulate it beside the trace').click();
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

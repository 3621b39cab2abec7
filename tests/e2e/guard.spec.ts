// That the guard of the tests notices what it is there for, wherever it happens.

import { test as base } from '@playwright/test';
import { expect, foreignPage, machine, open, patience, smallStory, watch } from './stage.ts';

/** Asks for something from elsewhere, as injected code would; nothing listens on that port. */
async function askElsewhere(): Promise<void> {
  await fetch('http://127.0.0.1:9/').catch(() => {});
}

const refused = expect.arrayContaining([
  expect.stringMatching(/policy violation: connect-src http:\/\/127\.0\.0\.1:9/),
]);

base('the guard hears of a violation in the page', async ({ page, baseURL }) => {
  const complaints = await watch(page, [baseURL!]);
  await open(page);
  await page.evaluate(askElsewhere);
  await expect.poll(() => complaints, { timeout: patience }).toEqual(refused);
});

base('the guard hears of a violation in every kind of worker', async ({ page, baseURL }) => {
  const complaints = await watch(page, [baseURL!]);
  await open(page);
  // Conductor, engines and pictures.
  await expect(machine(page, 'B').locator('canvas')).toBeVisible({ timeout: patience });
  await expect.poll(() => page.workers().length, { timeout: patience }).toBeGreaterThanOrEqual(5);
  for (const worker of page.workers()) {
    const before = complaints.length;
    await worker.evaluate(askElsewhere);
    await expect.poll(() => complaints.slice(before), { timeout: patience }).toEqual(refused);
  }
});

base('the guard hears of a violation in a framed page', async ({ page, baseURL }) => {
  const foreign = await foreignPage(new URL(smallStory, baseURL).href);
  const complaints = await watch(page, [baseURL!, foreign.address]);
  await page.goto(foreign.address);
  const framed = page.frameLocator('iframe[title=machine]');
  await expect(framed.getByRole('region', { name: 'Machine A', exact: true })).toBeVisible({
    timeout: patience,
  });
  await page.frames()[1]!.evaluate(askElsewhere);
  await expect.poll(() => complaints, { timeout: patience }).toEqual(refused);
  foreign.close();
});

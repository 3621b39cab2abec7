// Where cache-aware balancing wants processes: in the picture, in its key, and in words.

import type { Page } from '@playwright/test';
import { drag, expect, machine, open, patience, test } from './stage.ts';

test('the machine says which cache a process prefers and how many of its threads are there', async ({
  page,
}) => {
  await open(page, { scenario: 'cache-aware/memory', playhead: '200 ms' });
  const home = { name: /^LLC \d+, preferred by process 0, \d of its \d threads there$/ };
  await expect(machine(page, 'B').getByRole('rowheader', home)).toHaveCount(1, {
    timeout: patience,
  });
  await expect(page.getByText('away', { exact: true })).toBeVisible();
  await expect(machine(page, 'A').getByRole('rowheader', home)).toHaveCount(0);
});

/** How many homes the pictures of the page have told of. */
const homesTold = () => (globalThis as unknown as { homes: number }).homes;

/** Counts them, whether or not anything on the page listens. */
const countHomes = (page: Page) =>
  page.addInitScript(() => {
    const count = globalThis as unknown as { homes: number };
    count.homes = 0;
    globalThis.Worker = class extends globalThis.Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener('message', ({ data }) => {
          count.homes += data?.notes?.layers?.homes?.length ?? 0;
        });
      }
    };
  });

test('it says so, too, when its words come after the picture of a paused run', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await countHomes(page);
  await page.route(/MachineAccess/, async (route) => {
    await released;
    await route.continue();
  });
  await open(page, { scenario: 'cache-aware/memory', playhead: '200 ms' });
  await expect(machine(page, 'B')).toHaveAttribute('data-time', '200000000', { timeout: patience });
  await expect.poll(() => page.evaluate(homesTold)).toBeGreaterThan(0);
  await expect(machine(page, 'B').getByRole('grid')).toHaveCount(0);
  release();
  const home = { name: /^LLC \d+, preferred by process 0/ };
  await expect(machine(page, 'B').getByRole('rowheader', home)).toHaveCount(1, {
    timeout: patience,
  });
  await expect(page.getByText('away', { exact: true })).toBeVisible();
});

test('the machine says how full each cache is, and which machine has an epoch clock', async ({
  page,
}) => {
  await open(page, { scenario: 'cache-aware/chacha20-genoa', playhead: '30 ms' });
  await test.step('the machine says how full each cache is and whose footprints it holds', async () => {
    for (const side of ['A', 'B'] as const) {
      const held = { name: /, \d+(\.\d)? of 32 MiB held: \d+(\.\d)? MiB of process 0/ };
      await expect(machine(page, side).getByRole('rowheader', held).first()).toBeAttached({
        timeout: patience,
      });
    }
    await expect(page.getByText('filled', { exact: true })).toBeVisible();
  });
  await test.step('only a machine with cache-aware balancing has an epoch clock', async () => {
    await drag(page, 34_000_000);
    const words = /^Epoch 4 of cache-aware balancing, begun 3 ms ago; the next in 7 ms$/;
    await expect(machine(page, 'B').getByText(words)).toBeAttached({ timeout: patience });
    await expect(machine(page, 'A').getByText(/^Epoch/)).toHaveCount(0);
  });
});

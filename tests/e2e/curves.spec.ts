// The curves: a sweep in workers of the page, cancelled, found again after a reload, finished; its marks
// open runs; its picture can be saved. On a small machine and for a short time.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Recipe } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import { button, expect, open, patience, test, viewPanel } from './stage.ts';

const shipped = JSON.parse(readFileSync('scenarios/cpupri/ffmpeg-480.json', 'utf8'));

/** The story on a laptop, inline: short runs, and a parameter with few values. */
const small: Omit<Recipe, 'format'> = {
  scenario: {
    ...shipped,
    $schema: undefined,
    platform: 'laptop-4c8t',
    workload: { ...shipped.workload, instances: 2, cpus: 4, threads: 6, runnable: 5 },
    duration: '18 ms',
    warmup: '6 ms',
    steps: [],
    marks: [],
    published: [],
    show: {
      knobs: [
        { path: 'workload.user', label: 'User work', values: ['200 µs', '450 µs', '600 µs'] },
        { path: 'workload.runnable', label: 'Runnable', values: [4, 5] },
      ],
    },
  },
};

const lists = JSON.parse(readFileSync('scenarios/pcp/nine-machines.json', 'utf8'));

/** A batch curve of a desktop, five points. */
const batches: Omit<Recipe, 'format'> = {
  scenario: {
    ...lists,
    $schema: undefined,
    platform: 'lkp-hsw-d01',
    workload: { ...lists.workload, pages: 2048, memory: 'fresh' },
    duration: '60 ms',
    warmup: '20 ms',
    steps: [],
    marks: [],
    show: { knobs: [{ ...lists.show.knobs[0], values: [31, 63, 127, 255, 511] }] },
  },
};

/** A sweep ends when its runs have: only the test's own bound says that it hangs. */
const asLongAsItTakes = { timeout: 0 };

const marks = (page: Page) => page.locator('[role=tabpanel] figure svg').getByRole('button');
const status = (page: Page) => viewPanel(page).getByRole('status');

/** With ten seeds a place: what most tests want is one number of runs. */
async function openCurves(page: Page, seeds: string | undefined = '10'): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Curves' });
  await expect(tab).toBeVisible({ timeout: patience });
  // The address may have opened it; a press would put it away.
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await expect(button(page, 'Save SVG')).toBeVisible({ timeout: patience });
  if (seeds) await page.getByRole('combobox', { name: 'Seeds', exact: true }).selectOption(seeds);
}

test('a sweep runs with progress, and what it found stays over a reload', async ({ page }) => {
  await open(page, small);
  await openCurves(page);
  await button(page, 'Run it here').click();
  await expect(status(page)).toContainText('of 60 runs', { timeout: patience });
  await expect(status(page)).toHaveText('60 runs, 10 seeds each', asLongAsItTakes);
  await expect(marks(page)).toHaveCount(3);
  const before = await marks(page).nth(1).getAttribute('aria-label');
  expect(before).toMatch(/^450 µs, B: simulated .* 10 seeds \(.+\)$/);
  await page.reload();
  await openCurves(page);
  await expect(status(page)).toHaveText('60 runs, 10 seeds each', { timeout: patience });
  expect(await marks(page).nth(1).getAttribute('aria-label')).toBe(before);
});

test('a sweep whose workers end goes on with others, to the same result', async ({ page }) => {
  test.slow(); // an end without a word is noticed after a while
  // The first two end at their second message, without a word, in the middle of their work.
  await page.addInitScript(() => {
    const Usual = globalThis.Worker;
    const seen = { begun: 0, ended: 0 };
    Object.assign(globalThis, {
      sweepers: seen,
      Worker: class extends Usual {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options);
          if (options?.name !== 'schedscape sweep' || seen.begun++ >= 2) return;
          let messages = 0;
          this.addEventListener('message', () => {
            if (++messages !== 2) return;
            this.terminate();
            seen.ended += 1;
          });
        }
      },
    });
  });
  await open(page, small);
  await openCurves(page);
  await button(page, 'Run it here').click();
  await expect(status(page)).toHaveText('60 runs, 10 seeds each', asLongAsItTakes);
  const { begun, ended } = await page.evaluate(
    () => (globalThis as unknown as { sweepers: { begun: number; ended: number } }).sweepers,
  );
  expect(ended).toBeGreaterThan(0);
  expect(begun).toBeGreaterThan(ended);
  await expect(marks(page)).toHaveCount(3);
});

test('a sweep as it comes ends early where the interval is narrow, and stops when the stage is left, with words', async ({
  page,
}) => {
  test.slow();
  await open(page, small);
  await openCurves(page, '');
  await expect(viewPanel(page).getByText(/at most 30, until the 95 % interval/)).toBeVisible();
  await button(page, 'Run it here').click();
  await expect(status(page)).toHaveText(/^[1-9]\d* of at most \d+ runs/, { timeout: patience });
  const address = page.url();
  await page.getByRole('link', { name: 'Schedscape' }).click();
  await expect(page.getByRole('heading', { name: /Linux/ }).first()).toBeVisible();
  await page.goto(address);
  await openCurves(page, '30');
  await expect(status(page)).toHaveText(/runs; it stopped as you left the stage$/, {
    timeout: patience,
  });
  await button(page, 'Go on').click();
  await expect(status(page)).toHaveText(/^\d+ runs, 10( to \d+)? seeds each$/, asLongAsItTakes);
});

test('a curve of one seed grows point by point, says that it has no interval, and is kept', async ({
  page,
}) => {
  await open(page, batches);
  await openCurves(page);
  const seeds = page.getByRole('combobox', { name: 'Seeds', exact: true });
  await expect(seeds.getByRole('option')).toHaveText([
    '1, no interval',
    '3, no interval',
    '10',
    '10 to 30, until the interval is narrow',
  ]);
  await seeds.selectOption('1');
  await expect(
    page.getByRole('combobox', { name: 'Each run' }).getByRole('option', { name: /^4 s/ }),
  ).toHaveCount(1);
  await expect(page.getByText(/An interval needs 10 seeds/)).toBeVisible();
  await expect(status(page)).toHaveText('0 of 10 runs');
  // Every number of points that was ever drawn, in order.
  await viewPanel(page).evaluate((panel) => {
    const drawn: number[] = [];
    Object.assign(globalThis, { drawn });
    const look = () => {
      const count = panel.querySelectorAll('figure svg [data-mark]').length;
      if (count !== drawn.at(-1)) drawn.push(count);
    };
    new MutationObserver(look).observe(panel, { childList: true, subtree: true });
  });
  await button(page, 'Run it here').click();
  await expect(status(page)).toHaveText('10 runs, 1 seed each', asLongAsItTakes);
  await expect(marks(page)).toHaveCount(5);
  const drawn = await page.evaluate(() => (globalThis as { drawn?: number[] }).drawn!);
  expect(drawn.some((count) => count > 0 && count < 5)).toBe(true);
  expect(drawn).toEqual([...drawn].sort((a, b) => a - b));
  await expect(marks(page).first()).toHaveAttribute('aria-label', /1 seed \(.+\)$/);
  await page.reload();
  await openCurves(page);
  await seeds.selectOption('1');
  await expect(status(page)).toHaveText('10 runs, 1 seed each', { timeout: patience });
  await seeds.selectOption('3');
  await expect(status(page)).toHaveText('10 of 30 runs', { timeout: patience });
});

test('a sweep can be cancelled and goes on where it was', async ({ page }) => {
  await open(page, small);
  await openCurves(page);
  await page.getByLabel('Side by side').selectOption({ label: 'Runnable' });
  await button(page, 'Run it here').click();
  await expect(status(page)).toHaveText(/^([2-9]|\d\d) of 120 runs/, { timeout: patience });
  await button(page, 'Cancel').click();
  await expect(button(page, 'Go on')).toBeVisible({ timeout: patience });
  const kept = Number((await status(page).textContent())!.split(' ')[0]);
  expect(kept).toBeLessThan(120);
  await button(page, 'Go on').click();
  await expect(status(page)).toHaveText('120 runs, 10 seeds each', asLongAsItTakes);
  await expect(page.locator('[role=tabpanel] figure svg')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Map', exact: true }).check();
  const cells = page.locator('[role=tabpanel] figure tbody').getByRole('button');
  await expect(cells).toHaveCount(6);
  await expect(cells.first()).toHaveAccessibleName(/200 µs, B: simulated .* opens this run$/);
  const address = page.url();
  await cells.last().click();
  await expect.poll(() => page.url()).not.toBe(address);
});

test('the view passes axe, reads its marks out, and opens a run by keyboard', async ({ page }) => {
  await open(page, small);
  await openCurves(page);
  await button(page, 'Run it here').click();
  await expect(status(page)).toHaveText('60 runs, 10 seeds each', asLongAsItTakes);
  for (const view of ['Chart', 'Against A', 'Map', 'Table', 'mmtests', 'CSV']) {
    await page.getByRole('radio', { name: view, exact: true }).check();
    const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
    expect(violations, view).toEqual([]);
  }
  await page.getByRole('radio', { name: 'Chart', exact: true }).check();
  await marks(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(marks(page).nth(1)).toBeFocused();
  await expect(page.getByText(/450 µs, B: simulated .* opens this run/)).toBeVisible();
  const address = page.url();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).not.toBe(address);
  await expect(page.getByRole('tab', { name: 'Curves' })).toHaveAttribute('aria-selected', 'true', {
    timeout: patience,
  });
});

test('the picture is saved as SVG with its colours, without script, and as PNG', async ({
  page,
}) => {
  await open(page, small);
  await openCurves(page);
  const save = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, name).click(),
    ]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const svg = await save('Save SVG');
  expect(svg.name).toMatch(/\.svg$/);
  const text = svg.content.toString();
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(text).toMatch(/stroke="rgb\(/);
  expect(text).not.toMatch(/<script|foreignObject|class=|var\(--/);
  const png = await save('Save PNG');
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  expect(png.content.toString('utf8')).toMatch(/iTXtDescription[\s\S]*scenario: /);
  const csv = await save('Save CSV');
  expect(csv.content.toString()).toContain('workload.user,variant,seeds');
});

test('the other benchmarks of the story are shown as published, and say that they are not simulated', async ({
  page,
}) => {
  await open(page, batches);
  await openCurves(page);
  await page.getByRole('radio', { name: '21 benchmarks' }).check();
  const panel = viewPanel(page);
  await expect(panel.getByRole('img', { name: /published changes against batch 31/ })).toHaveCount(
    21,
  );
  await expect(panel.getByText('Not simulated', { exact: true })).toHaveCount(20);
  const { violations } = await axeOf(page).include('[role=tabpanel]').analyze();
  expect(violations).toEqual([]);
});

test('published points where nothing is simulated stand alone, and say so', async ({ page }) => {
  await open(page, { scenario: 'split-llc/schbench-hints' });
  await openCurves(page);
  await page.getByRole('combobox', { name: 'Measured' }).selectOption('wake_p99_saved');
  const titles = page.locator('[role=tabpanel] figure svg title');
  const alone = titles.filter({ hasText: '256, B, published: −3 %; not simulated here' });
  await expect(alone).toHaveCount(1);
  await expect(titles.filter({ hasText: /^8, B, published: \+23 %$/ })).toHaveCount(1);
  await page.getByRole('radio', { name: 'Table', exact: true }).check();
  const row = page.getByRole('row', { name: /^256 B/ });
  await expect(row).toContainText('not simulated here');
  await expect(row).toContainText('−3 %');
});

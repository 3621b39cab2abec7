// The shell around the machines in a browser: its history, its keys, gauges, a machine that cannot start, and that everything
// keeps its place. What a press is answered with: web/app/shell.test.tsx.

import { recipeInAddress } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  more,
  open,
  patience,
  playhead,
  shortRun,
  storyTab,
  test,
} from './stage.ts';

test('a reload keeps the moment, the variant, the view and the speed', async ({ page }) => {
  await open(page, shortRun);
  await page.getByRole('radio', { name: 'B', exact: true }).check();
  await page.getByRole('tab', { name: 'c2c', exact: true }).click();
  await button(page, 'Faster').click();
  await drag(page, 1_234_567, ['B']);
  const before = await momentOf(page, 'B');
  const speed = await page.getByText(/^Speed: /).textContent();
  // The address follows a second after the last change.
  const kept = () => recipeInAddress(page.url())?.playhead;
  await expect.poll(kept, { timeout: patience }).toBe('1234567ns');
  await page.reload();
  expect(await momentOf(page, 'B')).toEqual(before);
  await expect(machine(page, 'A')).toBeHidden();
  await expect(page.getByRole('tab', { name: 'c2c', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByText(/^Speed: /)).toHaveText(speed!);
});

test('another scenario is a new entry of the history', async ({ page }) => {
  await open(page, shortRun);
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('cpupri/cyclic');
  await expect(page).toHaveTitle(/cyclic/, { timeout: patience });
  await button(page, 'Pause').click();
  await page.goBack();
  await expect(page).toHaveTitle(/Ghosts/, { timeout: patience });
  // The title comes first, the scene before it goes as soon as its successor can be shown.
  await expect.poll(async () => (await momentOf(page)).time, { timeout: patience }).toBe(500_000);
});

test('keys play, step, change the speed and ask for help', async ({ page }) => {
  await open(page, shortRun);
  const start = await momentOf(page);
  await page.keyboard.press('.');
  await expect.poll(async () => (await momentOf(page)).time).toBe(start.time + 1_000);
  await page.keyboard.press(',');
  await expect.poll(() => momentOf(page)).toEqual(start);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await momentOf(page)).trace).not.toBe(start.trace);
  const ratio = page.getByText(/^Speed: /);
  const slow = await ratio.textContent();
  await page.keyboard.press(']');
  await expect(ratio).not.toHaveText(slow!);
  await page.keyboard.press('[');
  await expect(ratio).toHaveText(slow!);
  await page.keyboard.press('Home');
  await expect.poll(async () => (await momentOf(page)).time).toBe(0);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(button(page, 'Play')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
});

test('Space plays also after a button was pressed with the pointer', async ({ page }) => {
  await open(page, shortRun);
  await button(page, 'Faster').click();
  const ratio = await page.getByText(/^Speed: /).textContent();
  await page.keyboard.press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(page.getByText(/^Speed: /)).toHaveText(ratio!);
});

test('gauges say of both machines what the measured window has shown, as Figures does, and how B stands to A', async ({
  page,
}) => {
  await open(page, { ...shortRun, playhead: '3 ms' });
  await momentOf(page, 'B');
  const scores = (side: string) =>
    page.getByRole('region', { name: `Scores ${side}`, exact: true });
  const gauge = (side: string, name: string) => scores(side).locator(`[data-score=${name}]`);
  await expect(gauge('A', 'waiting-for-lines')).toHaveText(/^[\d.]+ of 8 CPUs$/, {
    timeout: patience,
  });
  await expect(scores('A')).toContainText('CPUs waiting for a line');
  await expect(gauge('B', 'throughput')).toHaveText(/\d [KM]?\/s .*(\d %|the same)$/, {
    timeout: patience,
  });
  // The whole window, when the run has ended; the present is a picture without a figure.
  await expect(scores('A')).toContainText(/measured over [\d.]+ ms(?! so far)/, {
    timeout: patience,
  });
  await expect(scores('A').locator('[data-now=throughput] path')).toHaveCount(1);
  await storyTab(page, 'Results');
  const table = page.getByRole('table', { name: 'Measured window', exact: true });
  for (const name of ['throughput', 'wake-latency', 'waiting-for-lines']) {
    const row = table.locator(`[data-measure=${name}] tr:nth-child(2) td`);
    await expect(row).toHaveCount(3);
    const inTable = `${await row.nth(1).textContent()} ${await row.nth(2).textContent()}`;
    await expect(gauge('B', name)).toHaveText(inTable.replace(/\s/g, ' '));
  }
  // The first of them over the whole run: one machine above the other.
  const track = page.locator('[data-quantity=throughput] path');
  await expect(track).toHaveCount(2);
  for (const path of await track.all()) {
    await expect(path).toHaveAttribute('d', /(M[\d.]+ \d+V[\d.]+H[\d.]+V\d+Z){20}/, {
      timeout: patience,
    });
  }
});

test('a machine that cannot start says so alone, and can be restarted', async ({ page, guard }) => {
  void guard;
  let requests = 0;
  await page.route(/\.wasm$/, (route) => {
    requests += 1;
    // The second machine's, which is asked for anew, and then for the reason.
    return requests >= 2 && requests <= 4
      ? route.fulfill({ status: 200, contentType: 'application/wasm', body: 'damaged' })
      : route.continue();
  });
  await open(page, shortRun);
  const failure = page.getByRole('alert').filter({ hasText: /Machine [AB] stopped/ });
  await expect(failure).toBeVisible({ timeout: patience });
  const broken = (await failure.textContent())!.includes('Machine A') ? 'A' : 'B';
  const other = broken === 'A' ? 'B' : 'A';
  await momentOf(page, other);
  await button(page, `Restart machine ${broken}`).click();
  expect((await momentOf(page, broken)).time).toBe((await momentOf(page, other)).time);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [820, 1180],
] as const) {
  test(`at ${width} × ${height} nothing overlaps and nothing sticks out`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, shortRun);
    await momentOf(page, 'B');
    const parts = [
      page.getByRole('banner'),
      machine(page, 'A'),
      machine(page, 'B'),
      page.getByRole('region', { name: 'Views', exact: true }),
      page.getByRole('region', { name: 'Transport', exact: true }),
    ];
    const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
    for (const [at, box] of boxes.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      for (const other of boxes.slice(at + 1)) {
        const apart =
          box.x + box.width <= other.x + 0.5 ||
          other.x + other.width <= box.x + 0.5 ||
          box.y + box.height <= other.y + 0.5 ||
          other.y + other.height <= box.y + 0.5;
        expect(apart).toBe(true);
      }
    }
    if (width >= 1280) expect(boxes[1]!.width).toBeGreaterThanOrEqual(520);
  });
}

test('a phone shows both machines over the story, or one, and nothing sticks out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, shortRun);
  await momentOf(page, 'A');
  await momentOf(page, 'B');
  await expect(page.getByRole('radiogroup', { name: 'Variant' }).getByRole('radio')).toHaveCount(3);
  for (const side of ['A', 'B'] as const) {
    await expect(machine(page, side)).toBeInViewport({ ratio: 1 });
    const picture = (await machine(page, side).locator('canvas').boundingBox())!;
    expect(picture.height).toBeGreaterThan(70);
  }
  await expect(page.getByRole('region', { name: 'Story', exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport();
  await page.getByRole('radio', { name: 'B', exact: true }).check();
  await momentOf(page, 'B');
  await expect(machine(page, 'A')).toHaveCount(0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  // What a wider page has in its bars.
  await more(page);
  for (const name of ['Next decision', 'Share', 'Present', 'Branch', 'Timeline'])
    await expect(button(page, name)).toBeVisible({ timeout: patience });
  const summary = page.getByRole('radio', { name: 'Totals' });
  const box = (await summary.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(390);
});

test('what is on stage passes the accessibility rules', async ({ page }) => {
  await open(page, { ...shortRun, view: { tab: 'cache-lines' } });
  await momentOf(page);
  await expect(playhead(page)).toHaveAttribute('aria-valuetext', /0\.500 000 ms of 4 ms/);
  const { violations } = await axeOf(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

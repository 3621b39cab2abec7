// The shell around the machines: address bar, links, keys, views, what is said when things go wrong,
// and that everything keeps its place.

import { encodeRecipe, recipeInAddress } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
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
  playhead,
  shortRun,
  storyTab,
  test,
  viewPanel,
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

test('a damaged link says what is wrong and shows the chapters; what is opened next comes without that', async ({
  page,
}) => {
  await page.goto('/#r=1.egxTFYxRDoIwEAWvYt43xtoQ0d5mrYtuUkvTFg');
  const notice = page.getByRole('alert').filter({ hasText: 'The link could not be opened' });
  await expect(notice).toContainText('the link is damaged', { timeout: patience });
  await expect(notice).toContainText('Copy it again');
  await expect(
    page.getByRole('navigation', { name: 'Chapters' }).getByRole('listitem'),
  ).toHaveCount(4);
  await page.evaluate(() => {
    window.location.hash = '/pcp/one-zone';
  });
  await expect(machine(page, 'A')).toBeVisible({ timeout: patience });
  await expect(notice).toBeHidden();
});

test('a wrong value in a link names its field and leaves the running scene alone', async ({
  page,
}) => {
  await open(page, shortRun);
  const before = await momentOf(page);
  const wrong = encodeRecipe({
    format: 'schedscape-recipe/3',
    scenario: 'cpupri/ffmpeg-480',
    set: { 'workload.user': '406 parsecs' },
  });
  await page.evaluate((parameter) => {
    window.location.hash = `r=${parameter}`;
  }, wrong);
  const notice = page.getByRole('alert').filter({ hasText: 'workload.user' });
  await expect(notice).toContainText('parsecs', { timeout: patience });
  expect(await momentOf(page)).toEqual(before);
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

test('digits open the views in their order, and Q puts the open one away and brings it back', async ({
  page,
}) => {
  await open(page, shortRun);
  await page.keyboard.press('3');
  const layout = page.getByRole('tab', { name: 'Struct layout' });
  await expect(layout).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('q');
  await expect(viewPanel(page)).toHaveCount(0);
  await page.keyboard.press('q');
  await expect(layout).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('1');
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('Space plays also after a button was pressed with the pointer', async ({ page }) => {
  await open(page, shortRun);
  await button(page, 'Faster').click();
  const ratio = await page.getByText(/^Speed: /).textContent();
  await page.keyboard.press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(page.getByText(/^Speed: /)).toHaveText(ratio!);
});

test('the tempos are named, and the bar says how fast time passes', async ({ page }) => {
  await open(page, shortRun);
  await page.getByRole('radio', { name: 'Traffic' }).check();
  await expect(page.getByText('Speed: 20 µs per second')).toBeVisible();
  await page.getByRole('radio', { name: 'Totals' }).check();
  await expect(page.getByText('Speed: 2 ms per second')).toBeVisible();
});

test('a hot line can be selected, and the Inspector tells its state on both sides', async ({
  page,
}) => {
  await open(page, largeRun);
  await page.getByRole('tab', { name: 'Cache lines', exact: true }).click();
  const line = button(page, 'root_domain line 3');
  await line.click();
  await expect(line).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Inspector').click();
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(inspector.getByRole('table', { name: 'root_domain line 3' })).toBeVisible();
  await expect(inspector.getByRole('columnheader')).toHaveText(['A', 'B']);
});

test('the c2c table stands beside the published one, row by row, and sorts', async ({ page }) => {
  await open(page, { ...largeRun, playhead: '4 ms' });
  await page.getByRole('tab', { name: 'c2c', exact: true }).click();
  const table = page.getByRole('table', { name: /root_domain line 3, machine A/ });
  const row = table.getByRole('row').filter({ hasText: '0x38' }).filter({ hasText: 'cpupri_set' });
  await expect(row).toHaveCount(1, { timeout: patience });
  await expect(row).toContainText('19.8 %');
  await expect(row.getByRole('cell').nth(2)).toHaveText(/%$/, { timeout: patience });
  await expect(page.getByText(/count all events/)).toBeVisible();
  const header = table.getByRole('columnheader', { name: /Offset/ });
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(table.getByRole('row').nth(2)).toContainText('0x0');
});

test('the story shows what is claimed, predicted first, and what is not modelled', async ({
  page,
}) => {
  await open(page, { ...largeRun, playhead: '4 ms' });
  await storyTab(page, 'Results');
  const story = page.getByRole('region', { name: 'Story', exact: true });
  const claims = story.getByRole('rowgroup').getByText(/^(predicted|follows from fitted|fitted)$/);
  await expect(claims.first()).toHaveText('predicted');
  await expect(story.getByText('fitted', { exact: true })).toBeVisible();
  const share = story.getByRole('rowgroup').filter({ hasText: 'Share of kernel cycles' });
  await expect(share.getByRole('row', { name: /^simulated/ })).toContainText(/\d+(\.\d+)?\s%/, {
    timeout: patience,
  });
  await expect(share.getByRole('row', { name: /^published/ })).toContainText('20 %');
  await storyTab(page, 'Background');
  await expect(story.getByText('Not modelled')).toBeVisible();
  await expect(story.getByText(/sampling of perf c2c/)).toBeVisible();
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

test('before the measured window a gauge says that the machine is warming up, and no figure', async ({
  page,
}) => {
  await open(page, { ...shortRun, playhead: '1 µs' });
  await momentOf(page, 'B');
  const scores = page.getByRole('region', { name: 'Scores B', exact: true });
  await expect(scores).toContainText('warming up', { timeout: patience });
  await expect(scores.locator('[data-score]').filter({ hasText: /\d/ })).toHaveCount(0);
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
  for (const name of ['Next decision', 'Share', 'Present', 'Fork', 'Timeline'])
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

// Home and the chapters: a machine that moves at once, the way to each story and back, and the return to the last
// place.

import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import {
  button,
  expect,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  smallStory,
  test,
} from './stage.ts';

const live = (page: Page) => page.getByRole('region', { name: 'A live machine' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const onStage = (page: Page) => page.getByRole('combobox', { name: 'Scenario' });

test('Home shows a machine at work beside what this is, and one press goes to its story', async ({
  page,
}) => {
  await page.goto('/');
  await expect(heading(page)).toHaveText('Watch Linux scale, or fail to.', { timeout: patience });
  for (const side of ['A', 'B'])
    await expect(live(page).getByRole('img', { name: `Machine ${side}` })).toBeVisible({
      timeout: patience,
    });
  const canvas = live(page).locator('canvas').first();
  const before = await canvas.screenshot();
  await expect(async () => {
    expect((await canvas.screenshot()).equals(before)).toBe(false);
  }).toPass({ timeout: patience });
  await page
    .getByRole('link', { name: /^Why do 480\sCPUs running real-time threads/ })
    .first()
    .click();
  await expect(onStage(page)).toHaveValue('cpupri/ffmpeg-480', { timeout: patience });
  expect(new URL(page.url()).hash).toBe('#/cpupri/ffmpeg-480');
});

test('the live machine begins inside its measured window: its first figures are those of the moment it shows', async ({
  page,
}) => {
  // The runs have not begun: what stands there came with the page.
  await page.route(/core-[\w-]+\.wasm$/, () => {});
  await page.goto('/');
  const waits = (side: string) => live(page).locator(`figure[data-side=${side}] b`);
  await expect(waits('A')).toHaveText(/^\d+$/, { timeout: patience });
  const [a, b] = [await waits('A').textContent(), await waits('B').textContent()];
  // The patched machine waits far less from the first picture on.
  expect(Number(a)).toBeGreaterThan(2 * Number(b));
  await expect(
    live(page)
      .getByRole('img', { name: /^Machine A, .*480 CPUs/ })
      .first(),
  ).toBeVisible();
  await expect(live(page).getByText('waits for a cache line')).toBeVisible();
});

test('the live machine can be stopped, and stands still for whoever asks for less motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(live(page).getByRole('button', { name: 'Play' })).toBeVisible({ timeout: patience });
  await live(page).getByRole('button', { name: 'Play' }).click();
  await expect(live(page).getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('Back and Forward go through Home, a chapter and its stories', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /^How many pages/ }).click();
  await expect(heading(page)).toHaveText(/^How many pages should each CPU keep/);
  const parts = page.getByRole('main').getByRole('region');
  await expect(parts).toHaveCount(3);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9);
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(9);
  await page.getByRole('link', { name: /^Why does a larger batch gain nothing/ }).click();
  await expect(onStage(page)).toHaveValue('pcp/two-sockets', { timeout: patience });
  await onStage(page).selectOption('pcp/worst-case');
  await expect(page).toHaveURL(/#\/pcp\/worst-case$/, { timeout: patience });
  await page.goBack();
  await expect(onStage(page)).toHaveValue('pcp/two-sockets', { timeout: patience });
  await page.goBack();
  await expect(heading(page)).toHaveText(/^How many pages/, { timeout: patience });
  await expect(machine(page, 'A')).toBeHidden();
  await page.goBack();
  await expect(heading(page)).toHaveText(/^Watch Linux/);
  await expect(page).toHaveTitle(/^Schedscape/);
  for (let step = 0; step < 3; step++) await page.goForward();
  await expect(onStage(page)).toHaveValue('pcp/worst-case', { timeout: patience });
  expect(recipeInAddress(page.url())?.scenario).toBe('pcp/worst-case');
});

test('Home offers to go on where somebody was, as the link keeps it', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible({ timeout: patience });
  await expect(page.getByRole('link', { name: /^Go on:/ })).toHaveCount(0);
  await open(page, { ...shortRun, playhead: '1 ms' });
  await momentOf(page);
  await page.getByRole('link', { name: 'Schedscape' }).click();
  await page.getByRole('link', { name: "Go on: Ghosts in patch 4's masks" }).click();
  expect((await momentOf(page)).time).toBe(1_000_000);
});

test('a file chosen on Home comes on stage; one that is wrong says so over the first story', async ({
  page,
}) => {
  const choose = async (name: string, text: string) => {
    await page.goto('about:blank');
    await page.goto('/');
    await expect(button(page, 'Open a file')).toBeVisible({ timeout: patience });
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.locator('input[type=file]').setInputFiles(file);
  };
  await choose('mine.json', '{"format":"schedscape-recipe/1","scenario":"cpupri/ghosts","seed":5}');
  await expect(onStage(page)).toHaveValue('cpupri/ghosts', { timeout: patience });
  await expect.poll(() => recipeInAddress(page.url())?.seed).toBe(5);
  await page.goBack();
  await expect(heading(page)).toHaveText(/^Watch Linux/, { timeout: patience });
  await choose('wrong.json', '{ "format": ');
  await expect(
    page.getByRole('alert').filter({ hasText: 'wrong.json could not be opened' }),
  ).toBeVisible({
    timeout: patience,
  });
  await expect(onStage(page)).toHaveValue('cpupri/ffmpeg-480', { timeout: patience });
});

test('an address of no story says so and shows the chapters that there are', async ({ page }) => {
  await page.goto('/#/cpupri/nothing');
  await expect(page.getByRole('alert').filter({ hasText: 'nothing' })).toBeVisible();
  await expect(heading(page)).toHaveText('This address could not be opened.');
  const ways = page.getByRole('navigation', { name: 'Chapters' }).getByRole('listitem');
  await expect(ways).toHaveCount(4);
  await expect(machine(page, 'A')).toHaveCount(0);
});

for (const [width, height] of [
  [320, 640],
  [640, 360],
  [1280, 720],
] as const) {
  test(`at ${width} × ${height} Home and a chapter need no scrolling sideways`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const place of ['/', '/#/cache-aware']) {
      await page.goto(place);
      await expect(heading(page)).toBeVisible({ timeout: patience });
      await expect(page.getByRole('img').first()).toBeVisible({ timeout: patience });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([place, wide]).toEqual([place, width]);
    }
  });
}

test('on a phone the bar of Home is one row and names no key of a keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const bar = page.getByRole('banner');
  const parts = [
    bar.getByRole('link', { name: 'Schedscape' }),
    bar.getByRole('button', { name: 'Search' }),
    bar.getByRole('combobox', { name: 'Theme' }),
  ];
  const middles: number[] = [];
  for (const part of parts) {
    await expect(part).toBeVisible({ timeout: patience });
    const { y, height } = (await part.boundingBox())!;
    middles.push(y + height / 2);
  }
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8);
  await expect(bar.getByText('Ctrl K')).toBeHidden();
});

test('the doors of Home begin on one line, however long their words are', async ({ page }) => {
  await page.goto('/');
  const doors = page.getByRole('region', { name: 'Your own' });
  await expect(doors).toBeVisible({ timeout: patience });
  const tops = await doors.locator('button').evaluateAll((all) =>
    all.map((door) => {
      const top = (each: Element) => Math.round(each.getBoundingClientRect().top);
      return [top(door), top(door.querySelector('strong')!)] as const;
    }),
  );
  expect(tops.length).toBeGreaterThan(4);
  for (const [row, label] of tops) {
    expect(label).toBe(tops.find(([other]) => other === row)![1]);
  }
});

for (const width of [390, 1100, 1440]) {
  test(`no command to copy is cut off ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/#/own');
    const commands = page.locator('figure pre');
    await expect(commands.first()).toBeVisible({ timeout: patience });
    const cut = await commands.evaluateAll((all) =>
      all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
    );
    expect(cut).toEqual([]);
  });
}

test('the link of a story opens it as it comes, also after a reload', async ({ page }) => {
  await page.goto(smallStory);
  await expect(onStage(page)).toHaveValue('cpupri/ghosts', { timeout: patience });
  await page.reload();
  await expect(onStage(page)).toHaveValue('cpupri/ghosts', { timeout: patience });
});

test('whoever shows the page or a link to it finds icon, manifest and picture', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const found = await page.evaluate(() =>
    [
      ...document.head.querySelectorAll(
        'link[rel*=icon], link[rel=manifest], [property="og:image"]',
      ),
    ]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('content')!)
      .map((address) => new URL(address, document.baseURI).href),
  );
  expect(found).toHaveLength(5);
  const manifest = found.find((address) => address.endsWith('.webmanifest'))!;
  const { icons } = await (await request.get(manifest)).json();
  const named = icons.map(({ src }: { src: string }) => new URL(src, manifest).href);
  for (const address of [...found, ...named]) {
    const answer = await request.get(address);
    expect([address, answer.status()]).toEqual([address, 200]);
    expect(answer.headers()['content-type']).toMatch(/image|manifest/);
  }
});

test('each step of a story has an address, and Back and Forward go through them', async ({
  page,
}) => {
  const step = (told: string) => page.getByText(told, { exact: true });
  const story = '/#/cpupri/ffmpeg-480';
  await page.goto(`${story}/6`);
  await expect(step('6 of 7')).toBeVisible({ timeout: patience });
  await button(page, 'Next step').focus();
  await page.keyboard.press('Enter');
  await expect(step('7 of 7')).toBeVisible();
  await expect(page).toHaveURL(/#\/cpupri\/ffmpeg-480\/7$/);
  await page.keyboard.press('n');
  await expect(step('7 of 7')).toBeHidden();
  await expect(page).toHaveURL(/#\/cpupri\/ffmpeg-480\/8$/);
  await expect(page.getByText('Read on: One request, two walks')).toBeVisible();
  const canvas = machine(page, 'A').locator('canvas').first();
  await canvas.evaluate((element) => element.setAttribute('data-same', 'yes'));
  await page.goBack();
  await expect(step('7 of 7')).toBeVisible();
  await page.goBack();
  await expect(step('6 of 7')).toBeVisible();
  await page.goForward();
  await expect(step('7 of 7')).toBeVisible();
  await page.keyboard.press('p');
  await expect(step('6 of 7')).toBeVisible();
  // The run goes on meanwhile: nothing is opened anew.
  await expect(canvas).toHaveAttribute('data-same', 'yes');
  await page.reload();
  await expect(step('6 of 7')).toBeVisible({ timeout: patience });
  await page.getByRole('navigation', { name: 'Chapter' }).getByRole('link').click();
  await expect(heading(page)).toHaveText(/^Why do 480\sCPUs running real-time threads wait/, {
    timeout: patience,
  });
  await page.goBack();
  await expect(step('6 of 7')).toBeVisible({ timeout: patience });
  await page.getByRole('link', { name: 'Schedscape' }).click();
  await page.getByRole('link', { name: /^Go on:/ }).click();
  await expect(step('6 of 7')).toBeVisible({ timeout: patience });
  await expect(page).toHaveURL(/#\/cpupri\/ffmpeg-480\/6$/);
});

test('the tour begins at Home, goes from story to story, and says where it leads', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: /^Start here/ }).click();
  const tour = page.getByRole('navigation', { name: 'Tour' });
  await expect(tour).toContainText('Tour, 1 of 6');
  expect(page.url()).toMatch(/#\/tour$/);
  await expect(page.getByRole('heading', { name: 'One box is one CPU' })).toBeVisible();
  await tour.getByRole('link', { name: /^Next stop/ }).click();
  await expect(tour).toContainText('Tour, 2 of 6');
  await expect(page.getByRole('heading', { name: 'Two pairs, two counters' })).toBeVisible();
  await page.goBack();
  await expect(tour).toContainText('Tour, 1 of 6');
  await page.goto('/#/tour/6');
  await expect(tour).toContainText('480 CPUs');
  await tour.getByRole('link', { name: /^What next/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('What brings you here?');
  await expect(page.getByRole('link', { name: 'Hand out a lab' })).toBeVisible();
});

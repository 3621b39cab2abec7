// The gallery: the main screens as pictures, compared with what they look like now. Every scene stands
// still at an exact moment of a run, so that a difference is one of drawing. What differs between
// machines in the drawing of letters passes (playwright.config.ts); what a person would notice does not.

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { onlyThePage, usualBrowser } from '../../tools/lib/chromium.mjs';
import {
  button,
  expect,
  largeRun,
  momentOf,
  more,
  open,
  patience,
  pictures,
  test,
  viewPanel,
  wear,
} from '../e2e/stage.ts';
import { packed } from './pack.ts';

const renewal =
  'The screen is not as in tests/gallery/pictures; build/e2e has both and their difference. If it is meant: npx playwright test tests/gallery --update-snapshots, look at the new picture, commit it.';

/** Bytes of a picture, and of all together: they are part of the repository. */
const largest = 100_000;
const largestSum = 2_200_000;

test.use({
  viewport: { width: 1280, height: 720 },
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: {
    ...usualBrowser(),
    // Letters without what a machine's settings choose: hinting, coloured edges, its own colours.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
      ...onlyThePage,
    ],
  },
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Opens a view of the dock that is a table, and waits for its rows: a view is loaded when it is opened. */
async function openTable(page: Page, name: string): Promise<void> {
  await tab(page, name).click();
  const rows = viewPanel(page).getByRole('table').first().locator('tbody tr');
  await expect(rows.first()).toBeVisible({ timeout: patience });
}

/** Waits until the runs are computed and compared: from then on nothing on the page moves. */
async function settled(page: Page): Promise<void> {
  await momentOf(page);
  const computed = page.getByText('computed to the end');
  await expect(computed).toBeVisible({ timeout: patience });
  const parting = page.getByRole('button', { name: /^First permanent difference/ });
  await expect(parting).toBeVisible({ timeout: 2 * patience });
}

/** ms within which every figure of a run that is computed has been read again (2 s, web/stage/head-report.ts), and a lot more. */
const readAgain = 8000;

/**
 * Compares the page with the picture of that name, again and again for a while: figures are read now and then, the last of
 * them seconds after a run has ended. How much past is kept depends on the computer.
 */
async function same(
  page: Page,
  name: string,
  info: TestInfo,
  hidden: readonly Locator[] = [],
): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const mask = [page.getByRole('note', { name: 'Memory of the past' }), ...hidden];
  const isRenewed = ['all', 'changed'].includes(info.config.updateSnapshots);
  if (isRenewed) await page.waitForTimeout(readAgain);
  const options = { mask, maskColor: '#808080', timeout: readAgain };
  await expect
    .soft(async () => expect(page, renewal).toHaveScreenshot(`${name}.png`, options))
    .toPass({ timeout: isRenewed ? readAgain : patience });
  const file = info.snapshotPath(`${name}.png`);
  // As it comes from the browser it is a new one: it is kept in fewer colours.
  if (statSync(file).size >= largest) writeFileSync(file, packed(readFileSync(file)));
  expect.soft(statSync(file).size).toBeLessThan(largest);
}

/** As if nothing had been pressed: nothing has the focus, and no outline. */
const unfocus = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

/** The timeline looks for waits a few pictures after it is shown, and then says nothing of it. */
async function waitsFound(page: Page): Promise<void> {
  await pictures(page);
  await expect(page.getByText(/^finding every wait/)).toBeHidden();
}

test('the stage, its themes and its views look as they did', async ({ page }, info) => {
  test.slow();
  await open(page, { ...largeRun, playhead: '3 ms', selection: { cpu: 17 } });
  await settled(page);
  await same(page, 'stage', info);
  await tab(page, 'Timeline').click();
  await expect(page.getByRole('application', { name: /CPUs/ }).first()).toBeVisible();
  await waitsFound(page);
  await same(page, 'timeline', info);
  await wear(page, 'Light');
  await openTable(page, 'c2c');
  await same(page, 'c2c-light', info);
  await openTable(page, 'Cache lines');
  await same(page, 'cache-lines-light', info);
  await tab(page, 'Cache lines').click();
  await wear(page, 'Projector');
  await same(page, 'projector', info);
});

test('a decision, the layout editor and a lesson look as they did', async ({ page }, info) => {
  test.slow();
  await open(page, { ...largeRun, playhead: '3 ms', view: { story: false, inspector: true } });
  await settled(page);
  await button(page, 'Why?').click();
  await expect(page.getByRole('article')).toBeVisible({ timeout: patience });
  await same(page, 'why', info);
  await tab(page, 'Struct layout').click();
  await button(page, 'Maximize').click();
  await expect(page.getByText('1,816 bytes')).toBeVisible();
  await same(page, 'layout', info);
  await button(page, 'Maximize').click();
  await tab(page, 'Struct layout').click();
  await more(page);
  await button(page, 'Story').click();
  await button(page, 'Lesson: predict first').click();
  await expect(page.getByRole('region', { name: 'Lesson', exact: true })).toBeVisible();
  await same(page, 'lesson', info);
});

test('the page allocator looks as it did', async ({ page }, info) => {
  test.slow();
  await open(page, {
    scenario: 'pcp/nine-machines',
    set: { platform: 'lkp-hsw-d01', 'workload.pages': 2048, duration: '30 ms', warmup: '10 ms' },
    playhead: '20 ms',
    view: { tab: 'pages', whole: true, story: false },
  });
  const view = page.getByRole('region', { name: 'Page allocator of machine A' });
  await expect(view).toBeVisible({ timeout: patience });
  await expect(page.getByText('computed to the end')).toBeVisible({ timeout: patience });
  await expect(view.getByText('simulating…')).toBeHidden({ timeout: 2 * patience });
  await same(page, 'pages', info);
});

/** A story at a moment of it, cut so that its runs end soon. */
type Told = Parameters<typeof open>[1] & { readonly scenario: string };

/** Waits until nothing on the stage moves any more: both runs are computed, and compared where they can be. */
async function still(page: Page): Promise<void> {
  await momentOf(page);
  await expect(page.getByText('computed to the end')).toBeVisible({ timeout: 2 * patience });
  await expect(page.getByText(/comparing/i)).toHaveCount(0, { timeout: 2 * patience });
}

const stories: readonly (readonly [name: string, told: Told])[] = [
  ['ffmpeg', { ...largeRun, scenario: 'cpupri/ffmpeg-480', playhead: '3 ms' }],
  [
    'skylake',
    {
      scenario: 'pcp/skylake-ex',
      set: { duration: '12 ms', warmup: '4 ms' },
      playhead: '8 ms',
    },
  ],
  [
    'two-pairs',
    {
      scenario: 'cache-aware/two-pairs',
      set: { duration: '60 ms', warmup: '30 ms' },
      playhead: '50 ms',
    },
  ],
  [
    'kworker',
    {
      scenario: 'split-llc/schbench-kworker-consolidation',
      set: { duration: '300 ms' },
      playhead: '250 ms',
    },
  ],
  ['node-fills-up', { scenario: 'split-llc/node-fills-up', playhead: '2.5 ms' }],
  ['ghosts', { scenario: 'cpupri/ghosts', set: { duration: '6 ms' }, playhead: '3 ms' }],
];

// Dark and light differ by the colours of the style sheet alone: what was computed once is looked at in both.
for (const [name, told] of stories) {
  test(`the story ${name} looks as it did in the dark and the light theme`, async ({
    page,
  }, info) => {
    test.slow();
    await open(page, told);
    await still(page);
    await same(page, `story-${name}-dark`, info);
    await wear(page, 'Light');
    await unfocus(page);
    await same(page, `story-${name}-light`, info);
  });
}

for (const [name, first, second] of [
  ['two-pairs', 'state', 'home'],
  ['ffmpeg', 'task', 'heat'],
] as const) {
  test(`${first} and ${second} look as they did as colours`, async ({ page }, info) => {
    test.slow();
    const [, told] = stories.find(([each]) => each === name)!;
    await open(page, { ...told, view: { colour: first, story: false } });
    await still(page);
    await same(page, `colour-${first}`, info);
    await page.getByRole('combobox', { name: 'Colour by', exact: true }).selectOption(second);
    await unfocus(page);
    await same(page, `colour-${second}`, info);
  });
}

test('four variants side by side look as they did', async ({ page }, info) => {
  test.setTimeout(300_000);
  await open(page, {
    scenario: 'split-llc/stream-initial-placement',
    set: { duration: '12 ms', warmup: '4 ms' },
    playhead: '8 ms',
    view: { side: 'A|B|C|D' },
  });
  await still(page);
  await same(page, 'four-variants', info);
});

test('Home and a chapter look as they did', async ({ page }, info) => {
  test.setTimeout(300_000);
  await page.goto('/');
  const live = page.getByRole('region', { name: 'A live machine' });
  await expect(live.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: patience });
  // What it shows goes on by itself as soon as its warm-up is computed.
  await same(page, 'home', info, [live]);
  await page.goto('/#/split-llc');
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible({ timeout: patience });
  await same(page, 'chapter', info);
});

test('a phone shows Home and a story as it did', async ({ page }, info) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#/cpupri');
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible({ timeout: patience });
  await same(page, 'phone-chapter', info);
  await open(page, { ...largeRun, playhead: '3 ms' });
  await momentOf(page);
  // A phone has no words for how far the runs are: their figures at the end say it.
  for (const [side, figure] of [
    ['A', '48.3'],
    ['B', '5.93'],
  ] as const)
    await expect(page.getByRole('region', { name: `Scores ${side}` })).toContainText(figure, {
      timeout: 2 * patience,
    });
  await same(page, 'phone-story', info);
});

test('the pictures together stay small', () => {
  const folder = 'tests/gallery/pictures';
  const sum = readdirSync(folder).reduce(
    (all, name) => all + statSync(`${folder}/${name}`).size,
    0,
  );
  expect(sum).toBeLessThan(largestSum);
});

// The rules of axe on every route and in every theme: the start, the stage with each of its views, each
// dialog. What axe cannot see (keys, reduced motion, the picture's twin) is in keys.spec.ts.

import type { Page } from '@playwright/test';
import { themes } from '../../web/ui/theme.ts';
import { axeOf } from '../e2e/axe.ts';
import {
  button,
  expect,
  momentOf,
  more,
  open,
  openView,
  patience,
  shortRun,
  test,
  viewNames,
} from '../e2e/stage.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What colours and sizes of letters can break. All other rules hold in one theme if they do in another. */
const ofThemes = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

const tell = (page: Page, value: string) =>
  page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme;
    // Nothing is on its way from one colour to the other.
    for (const change of document.getAnimations())
      if (change instanceof CSSTransition) change.finish();
  }, value);

/** What axe finds wrong by those rules, in words that name the theme and the element. */
async function broken(page: Page, theme: string, part?: string): Promise<string[]> {
  const axe = axeOf(page);
  const builder = theme === 'dark' ? axe.withTags(rules) : axe.withRules(ofThemes);
  const { violations } = await (part ? builder.include(part) : builder).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${theme}: ${id}: ${html}`));
}

/**
 * What axe finds wrong in the theme that is worn, and from dark in light besides: those two differ by the colours of the
 * style sheet alone, so that nothing has to be opened again.
 */
async function wrongs(page: Page, part?: string): Promise<string[]> {
  const theme = (await page.evaluate(() => document.documentElement.dataset.theme)) ?? '';
  const found = await broken(page, theme, part);
  if (theme !== 'dark') return found;
  await tell(page, 'light');
  found.push(...(await broken(page, 'light', part)));
  await tell(page, 'dark');
  return found;
}

async function wear(page: Page, theme: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('schedscape.theme', value), theme);
}

/** What a page is opened in, and how that is called. */
const looks = [
  ['dark', 'in dark and light'],
  ['projector', 'in the projector theme'],
] as const;

test('no theme is left out', () => {
  expect(['light', ...looks.map(([theme]) => theme)].sort()).toEqual([...themes].sort());
});

test('what breaks a rule is found, in both themes, and what keeps it is not', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en" data-theme="dark"><title>A page</title>
    <style>:root[data-theme='light'] p { color: #ddd }</style>
    <main><h1>Words</h1><p>Seldom read</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main>`);
  const found = (await wrongs(page)).map((each) => each.split(':').slice(0, 2).join());
  expect(found).toEqual(['dark, image-alt', 'light, color-contrast']);
});

for (const [theme, named] of looks) {
  test(`the start keeps the rules ${named}`, async ({ page }) => {
    test.slow();
    await wear(page, theme);
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'A live machine' })).toBeVisible();
    await button(page, 'Pause').click();
    expect(await wrongs(page), 'Home').toEqual([]);
    await page.getByRole('link', { name: /^Should threads that share data/ }).click();
    await expect(page.getByRole('region', { name: 'Understand' })).toBeVisible();
    expect(await wrongs(page), 'a chapter').toEqual([]);
    for (const chapter of ['cpupri', 'pcp', 'split-llc']) {
      await page.goto(`/#/${chapter}`);
      await expect(page.getByRole('region', { name: 'Understand' })).toBeVisible();
      expect(await wrongs(page), chapter).toEqual([]);
    }
  });

  test(`talks, their cover and the speaker’s window keep the rules ${named}`, async ({ page }) => {
    test.slow();
    await wear(page, theme);
    await page.goto('/#/talks');
    await expect(page.getByRole('article')).toHaveCount(4, { timeout: patience });
    expect(await wrongs(page), 'all talks').toEqual([]);
    await page.goto('/#/talks/split-llc');
    const cover = page.getByRole('navigation', { name: 'Talk' }).getByRole('region');
    await expect(cover).toBeVisible({ timeout: 2 * patience });
    expect(await wrongs(page), 'the cover').toEqual([]);
    const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
    await expect(speaker.getByRole('region', { name: 'Now' })).toBeVisible({ timeout: patience });
    expect(await wrongs(speaker), 'the speaker’s window').toEqual([]);
    await cover.getByRole('button', { name: /^Begin/ }).click();
    await expect(cover).toHaveCount(0);
    expect(await wrongs(page, 'nav'), 'the bar').toEqual([]);
  });

  test(`labs, a lab and tournaments keep the rules ${named}`, async ({ page }) => {
    test.slow();
    await wear(page, theme);
    await page.goto('/#/labs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: patience });
    expect(await wrongs(page), 'all labs').toEqual([]);
    await page.goto('/#/labs/one-cache-full');
    await expect(page.getByLabel('Course')).toBeEditable();
    expect(await wrongs(page), 'a lab before it begins').toEqual([]);
    await page.getByLabel('Course').fill('Operating systems');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page.getByRole('region', { name: 'Step 1 of 4', exact: true })).toBeVisible();
    expect(await wrongs(page), 'a lab').toEqual([]);
    await page.goto('/#/tournament');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: patience });
    expect(await wrongs(page), 'tournaments').toEqual([]);
    await page.goto('/#/docs/machine');
    await expect(page.getByRole('heading', { level: 1, name: 'Your machine' })).toBeVisible();
    expect(await wrongs(page), 'a document').toEqual([]);
  });

  test(`a flagship of each other chapter keeps the rules ${named}`, async ({ page }) => {
    test.slow();
    await wear(page, theme);
    for (const story of ['pcp/two-sockets', 'cache-aware/two-pairs', 'split-llc/node-fills-up']) {
      await page.goto(`/#/${story}`);
      await expect(page.getByRole('region', { name: 'Scores B' })).toContainText(/\d/, {
        timeout: patience,
      });
      await button(page, 'Pause').click();
      expect(await wrongs(page), story).toEqual([]);
    }
  });

  test(`the stage, its panels and every view keep the rules ${named}`, async ({ page }) => {
    test.setTimeout(400_000); // axe reads thousands of elements, view by view
    await wear(page, theme);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open(page, { ...shortRun, view: { story: true, inspector: true, tab: 'timeline' } });
    await momentOf(page);
    // By name: in a hall a view with a text takes the place of others, whose tabs go with them.
    for (const name of await viewNames(page)) {
      await openView(page, name);
      await expect(page.getByText('Opening the view…')).toBeHidden({ timeout: patience });
      expect(await wrongs(page, '[role=tabpanel]'), name).toEqual([]);
    }
    expect(await wrongs(page), 'the whole stage').toEqual([]);
  });

  test(`the dialogs keep the rules ${named}`, async ({ page }) => {
    test.slow();
    await wear(page, theme);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open(page, shortRun);
    await momentOf(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await wrongs(page), 'help').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0); // keys are the dialog's until it has gone
    await page.keyboard.press('g');
    await expect(page.getByRole('dialog', { name: 'Glossary' })).toBeVisible({ timeout: patience });
    expect(await wrongs(page, 'dialog[open]'), 'glossary').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const [name, role] of [
      ['Fidelity', 'dialog'],
      ['Branch', 'dialog'],
      ['Export', 'menu'],
    ] as const) {
      if (name !== 'Branch') await more(page);
      await button(page, name).click();
      await expect(page.getByRole(role)).toBeVisible({ timeout: patience });
      expect(await wrongs(page, role === 'menu' ? '[role=menu]' : 'dialog[open]'), name).toEqual(
        [],
      );
      await page.keyboard.press('Escape');
      await expect(page.getByRole(role)).toHaveCount(0);
    }
    await page
      .getByRole('combobox', { name: 'Machine', exact: true })
      .selectOption({ label: 'Your own machine…' });
    for (const source of ['lscpu', 'Topology by numbers', 'Drawn by hand']) {
      await page.getByRole('radio', { name: source, exact: true }).check();
      expect(await wrongs(page), source).toEqual([]);
    }
  });

  test(`Policy, Curves without points and the search keep the rules ${named}`, async ({ page }) => {
    test.slow();
    await wear(page, theme);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await open(page, { scenario: 'split-llc/node-fills-up', playhead: '1 ms' });
    await momentOf(page);
    for (const name of ['Policy', 'Curves']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expect(page.getByText('Opening the view…')).toBeHidden({ timeout: patience });
      await expect(page.getByRole('tabpanel', { name }).getByRole('button').first()).toBeVisible({
        timeout: patience,
      });
      expect(await wrongs(page, '[role=tabpanel][aria-labelledby]'), name).toEqual([]);
    }
    await expect(
      page.getByText(/^Nothing is simulated yet\. No figures of this story have been published/),
    ).toBeVisible();
    await page.getByRole('radio', { name: 'Table', exact: true }).check();
    expect(await wrongs(page, '[role=tabpanel]'), 'an empty table').toEqual([]);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: patience });
    await page.keyboard.type('wake');
    expect(await wrongs(page, 'dialog[open]'), 'search').toEqual([]);
  });
}

// Checks that axe cannot do: the keyboard reaches and does everything, the picture has a text equivalent, reduced
// motion is honoured, and nothing needs a wide screen.

import type { Page } from '@playwright/test';
import {
  button,
  expect,
  machine,
  momentOf,
  open,
  patience,
  pictures,
  shortRun,
  test,
} from '../e2e/stage.ts';

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return `${element?.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`;
  });

test('Tab reaches every control of the stage, shows where it is, and comes round', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page);
  const seen: string[] = [];
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now.startsWith('body') || (seen.length > 5 && now === seen[0])) break;
    seen.push(now);
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    expect(outline, now).toBe(true);
  }
  const all = seen.join('\n');
  for (const name of [
    'Schedscape',
    'Scenario',
    'Machine',
    'Share',
    'More',
    'Story',
    'Previous step',
    'Inspector',
  ]) {
    expect(all).toContain(name);
  }
  for (const name of [
    'Step back',
    'Play',
    'Step forward',
    'Slower',
    'Faster',
    'Playhead',
    'Timeline',
  ]) {
    expect(all).toContain(name);
  }
  expect(seen.length).toBeLessThan(70);
});

test('by keys alone a story is chosen, stepped through, looked into and shared', async ({
  page,
}) => {
  await page.goto('/');
  const cards = [/^How many pages should each CPU keep/, /^Why do 192 CPUs become/];
  for (const name of cards) {
    const card = page.getByRole('link', { name });
    await expect(card).toBeVisible({ timeout: patience });
    await card.focus();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue(/^pcp\//, {
    timeout: patience,
  });
  await page.keyboard.press('Tab');
  await button(page, 'Pause').focus();
  await page.keyboard.press('Enter');
  const before = await momentOf(page);
  await button(page, 'Step forward').focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await momentOf(page)).trace).not.toBe(before.trace);
  await page.getByRole('grid', { name: /machine A/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await button(page, 'Inspector').focus();
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('region', { name: 'Inspector', exact: true });
  await expect(inspector.getByText(/CPU \d+/).first()).toBeVisible({ timeout: patience });
});

test('the picture has a twin in words: a table of LLCs, and a sentence for each CPU', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page);
  const rows = machine(page, 'A')
    .getByRole('table', { name: /^What the CPUs/ })
    .getByRole('row');
  await expect(rows).toHaveCount(3, { timeout: patience });
  await expect
    .poll(
      async () => {
        const cells = await rows.nth(1).getByRole('cell').allTextContents();
        return cells.slice(3, 8).reduce((sum, text) => sum + Number(text), 0);
      },
      { timeout: patience },
    )
    .toBe(4);
  const grid = machine(page, 'A').getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  const sentence = await grid.evaluate(
    (element) =>
      document.getElementById(element.getAttribute('aria-activedescendant')!)!.textContent,
  );
  expect(sentence).toMatch(/^CPU \d+, /);
});

test('a story opens at its first step, at its moment, for who asks for less motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/#/split-llc/node-fills-up');
  const story = page.getByRole('region', { name: 'Story' });
  await expect(story).toContainText('1 of 5', { timeout: patience });
  const { time } = await momentOf(page);
  await expect(page.getByText('computed to the end')).toBeVisible({ timeout: 2 * patience });
  await expect(story).toContainText('1 of 5');
  expect((await momentOf(page)).time).toBe(time);
  expect(time).toBeGreaterThan(0);
  await button(page, 'Next step').click();
  await expect(story).toContainText('2 of 5');
});

test('whoever asks for less motion sees steps, not movement', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, shortRun);
  await momentOf(page);
  const moving = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    const running = document.getAnimations().length;
    return { running, quick: root.getPropertyValue('--motion-quick').trim() };
  });
  expect(moving.running).toBe(0);
  expect(Number.parseFloat(moving.quick)).toBe(0);
  // A camera that is told to look elsewhere is there at once: from near back to the whole machine.
  const canvas = machine(page, 'A').locator('canvas');
  const other = async (before: Buffer) => {
    let now = before;
    await expect(async () => {
      now = await canvas.screenshot();
      expect(now.equals(before)).toBe(false);
    }).toPass({ timeout: patience, intervals: [0] });
    return now;
  };
  await machine(page, 'A').getByRole('grid').focus();
  const whole = await canvas.screenshot();
  await page.keyboard.press('+');
  const near = await other(whole);
  await page.keyboard.press('0');
  const first = await other(near);
  await pictures(page, 60); // of a movement, another one would have come
  expect((await canvas.screenshot()).equals(first)).toBe(true);
});

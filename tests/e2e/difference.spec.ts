// Where the two runs on stage part, and why; that a long comparison can be stopped and taken up again. That equal runs say so:
// web/app/moments.test.tsx.

import type { Page } from '@playwright/test';
import type { Recipe } from '../../web/scenario/index.ts';
import { axeOf } from './axe.ts';
import { button, expect, largeRun, momentOf, open, patience, test } from './stage.ts';

const row = (page: Page) => page.getByRole('region', { name: 'Where the runs diverge' });
const parting = (page: Page, name: string) => row(page).getByRole('button', { name });

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1280, height: 720 }));

test('the runs part at three moments, each a press away and with its reason', async ({ page }) => {
  await open(page, largeRun);
  await expect(parting(page, 'First permanent difference')).toBeVisible({ timeout: patience });
  const reason = row(page).getByRole('note');
  const times: number[] = [];
  for (const [name, because] of [
    ['First timing difference', /^The runs diverge here, because CPU \d+ .*root_domain .*line/],
    ['First different decision', /because .* for .*task \d+\)?\. A .*: .* B .*CPU \d+/],
    [
      'First permanent difference',
      /stay apart, because .*task \d+\)? runs on CPU \d+ in A and on CPU/,
    ],
  ] as const) {
    await parting(page, name).click();
    await expect(reason).toHaveText(because);
    const said = await parting(page, name).getAttribute('aria-label');
    // It is said with four digits.
    const there = Number(/at ([\d.]+) µs/.exec(said!)![1]);
    await expect
      .poll(async () => Math.abs((await momentOf(page, 'A')).time / 1_000 - there), {
        timeout: patience,
      })
      .toBeLessThan(0.06);
    times.push((await momentOf(page, 'B')).time);
  }
  expect(times[0]).toBeLessThan(times[1]!);
  expect(times[0]).toBeLessThanOrEqual(times[2]!);
  const { violations } = await axeOf(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await row(page).getByRole('button', { name: 'Close' }).click();
  await expect(reason).toBeHidden();
});

test('a long comparison says how far it is and can be stopped', async ({ page }) => {
  // Two ways to one layout: nothing is found, however long one looks.
  const recipe: Omit<Recipe, 'format'> = {
    scenario: 'cpupri/ffmpeg-480',
    layout: { from: 'A', edits: ['align mask 64'] },
    playhead: '1 ms',
    view: { side: 'B|C' },
  };
  await open(page, recipe);
  await expect(row(page)).toContainText(/comparing B and C: \d+ %/, { timeout: patience });
  await button(page, 'Stop comparing').click();
  await expect(row(page)).toContainText(/No difference between B and C up to/);
  await button(page, 'Compare').click();
  await expect(row(page)).toContainText(/comparing B and C: \d+ %/, { timeout: patience });
});

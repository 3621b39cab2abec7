// Reading a story with the keyboard: each key means one thing, the place is kept, nothing advances by itself, and a
// question is asked before its answer is shown. Real key events throughout.

import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { button, expect, machine, more, patience, storyTab, test, viewPanel } from './stage.ts';

const asked = (page: Page) => page.getByRole('region', { name: 'Before you go on' });
const verdict = (page: Page) => asked(page).getByRole('region', { name: 'Simulated' });
const plate = 'Your guess first';
const at = (page: Page, step: string) => page.getByText(step, { exact: true });

/** Opens a step of a story, and waits for its machines. */
async function read(page: Page, step: string) {
  await page.goto(`./#/${step}`);
  await expect(page.getByRole('grid').first()).toBeVisible({ timeout: patience });
}

const named: Readonly<Record<string, string>> = {
  ...{ Space: ' ', '←': 'ArrowLeft', '→': 'ArrowRight' },
};

/** The keys that Help names, but for those that go through the story. */
async function keysOfHelp(page: Page): Promise<string[]> {
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  const lists = help.locator('dl');
  await expect(lists.first()).toBeVisible({ timeout: patience });
  const rows = await lists.first().locator('kbd').allTextContents();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  return rows
    .flatMap((row) => {
      const range = /^1 to (\d+)$/.exec(row);
      if (range) return Array.from({ length: Number(range[1]) }, (_, digit) => String(digit + 1));
      const [, held = '', rest = ''] = /^(?:(Shift|Ctrl) (?:\+ )?)?(.+)$/.exec(row)!;
      const before = { Shift: 'Shift+', Ctrl: 'Control+' }[held] ?? '';
      const keys = rest.split(' ');
      return keys.map(
        (key) => before + (named[key] ?? (key.length === 1 ? key.toLowerCase() : key)),
      );
    })
    .filter((key) => key !== 'n' && key !== 'p');
}

test('no key of Help, no other key and no Escape takes a reader from the step', async ({
  page,
}) => {
  test.slow();
  await read(page, 'pcp/one-zone/2');
  await expect(at(page, '2 of 6')).toBeVisible({ timeout: patience });
  const keys = await keysOfHelp(page);
  expect(keys.length).toBeGreaterThan(20);
  for (const key of [...keys, 'Escape', 'PageDown', 'PageUp', 'ArrowDown', 'ArrowUp', 'x', '9']) {
    await page.keyboard.press(key);
    // What the key has opened in front goes, and nothing else.
    const dialog = page.locator('dialog[open]');
    if (['?', 'g', 'Control+k'].includes(key)) {
      await expect(dialog).toBeVisible({ timeout: patience });
      await page.keyboard.press('Escape');
    }
    await expect(dialog, key).toHaveCount(0);
    await expect(at(page, '2 of 6'), key).toBeVisible();
  }
  await page.keyboard.press('n');
  await expect(at(page, '3 of 6')).toBeVisible();
  await page.keyboard.press('p');
  await expect(at(page, '2 of 6')).toBeVisible();
});

test('Escape closes the menu, the sheet or the dialog that is open, and that alone', async ({
  page,
}) => {
  await read(page, 'pcp/one-zone/2');
  await more(page);
  await button(page, 'Export').click();
  const menu = page.getByRole('menu', { name: 'Export' });
  await expect(menu).toBeVisible({ timeout: patience });
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button(page, 'Export')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'More')).toHaveAttribute('aria-expanded', 'false');
  await button(page, 'Share').click();
  await page.keyboard.press('Escape');
  await expect(at(page, '2 of 6')).toBeVisible();
  // Without the column the step is told over the machines, with the way on.
  await button(page, 'Close Story').click();
  await button(page, 'Next step').click();
  await expect(at(page, '3 of 6')).toBeVisible();
  await button(page, 'Previous step').click();
  await expect(at(page, '2 of 6')).toBeVisible();
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, -200);
  await expect(at(page, '2 of 6')).toBeVisible();
});

test('a link that is shared in a step leads to the step, also after a reload', async ({ page }) => {
  await read(page, 'pcp/one-zone/3');
  await button(page, 'Share').click();
  await expect(page).toHaveURL(/#r=/, { timeout: patience });
  await page.reload();
  await expect(at(page, '3 of 6')).toBeVisible({ timeout: patience });
});

test('a knob that is turned keeps the step, and who has guessed is not asked again', async ({
  page,
}) => {
  await read(page, 'pcp/one-zone/1');
  await button(page, 'Skip the question').click();
  await page.keyboard.press('n');
  await expect(at(page, '2 of 6')).toBeVisible();
  await storyTab(page, 'Parameters');
  const knob = page.getByRole('slider', { name: /^Batch in B/ });
  await knob.focus();
  await page.keyboard.press('End');
  await expect(knob).toHaveAttribute('aria-valuetext', /^127/);
  await button(page, 'Run with these settings').click();
  await expect(machine(page, 'B').getByRole('heading')).toContainText('127', {
    timeout: patience,
  });
  await storyTab(page, 'Story');
  await expect(at(page, '2 of 6')).toBeVisible({ timeout: patience });
  await page.keyboard.press('p');
  await expect(at(page, '1 of 6')).toBeVisible();
  await expect(asked(page)).toHaveCount(0);
  await expect(page.getByText(plate)).toHaveCount(0);
});

test('nothing goes on by itself, whatever is left open for how long', async ({ page }) => {
  await page.clock.install();
  await read(page, 'pcp/one-zone/1');
  await asked(page).getByRole('radio').first().check();
  await page.clock.runFor('01:00');
  await expect(at(page, '1 of 6')).toBeVisible();
  await expect(asked(page).getByRole('radio').first()).toBeChecked();
  await page.keyboard.press('g');
  await page.clock.runFor('01:00');
  await page.keyboard.press('Escape');
  await expect(at(page, '1 of 6')).toBeVisible();
});

test('a choice is made and answered by keyboard, and only then the machine shows it', async ({
  page,
}) => {
  await read(page, 'pcp/one-zone/1');
  await expect(machine(page, 'B').getByRole('status')).toContainText(plate);
  await expect(machine(page, 'B').locator('canvas, [data-score]')).toHaveCount(0);
  await expect(machine(page, 'A').locator('canvas').first()).toBeVisible();
  const { violations } = await axeOf(page).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const radios = asked(page).getByRole('radio');
  await radios.first().focus();
  await page.keyboard.press('Space');
  await expect(radios.first()).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(radios.nth(2)).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('Correct', { timeout: patience });
  await expect(verdict(page)).toContainText('1 of 1 point');
  await expect(verdict(page)).toContainText(/\d+ % more than A/);
  await expect(verdict(page).getByText('Why.')).toBeInViewport();
  await expect(at(page, '1 of 6')).toBeVisible();
  await expect(machine(page, 'B').locator('canvas').first()).toBeVisible({ timeout: patience });
  await expect(page.getByText(plate)).toHaveCount(0);
  // The answer is still there after the way back.
  await page.keyboard.press('n');
  await page.keyboard.press('p');
  await expect(verdict(page)).toContainText('1 of 1 point', { timeout: patience });
});

test('an open question is not answered by views, figures, Inspector or the way past them', async ({
  page,
}) => {
  test.slow();
  await read(page, 'pcp/one-zone/1');
  await page.keyboard.press('2');
  const views = page.getByRole('region', { name: 'Views', exact: true });
  await expect(viewPanel(page)).toBeVisible({ timeout: patience });
  await expect(views.getByRole('radio', { name: 'B', exact: true })).toHaveCount(0);
  await views.getByRole('tab', { name: 'Curves' }).click();
  await expect(viewPanel(page)).toContainText(plate);
  await storyTab(page, 'Results');
  await expect(page.getByRole('tabpanel', { name: 'Results' })).toContainText(plate);
  await page
    .getByRole('tabpanel', { name: 'Results' })
    .getByRole('button', { name: 'To the question' })
    .click();
  await page.getByRole('radio', { name: 'B', exact: true }).first().check();
  await expect(machine(page, 'B')).toContainText(plate);
  await button(page, 'Inspector').click();
  await expect(page.getByRole('region', { name: 'Inspector', exact: true })).toContainText(plate);
  await expect(machine(page, 'B').locator('canvas, [data-score]')).toHaveCount(0);
  await button(page, 'Skip the question').click();
  await expect(machine(page, 'B').locator('canvas').first()).toBeVisible({ timeout: patience });
  await expect(page.getByText(plate)).toHaveCount(0);
});

test('a step before a question does not show the figure that it asks for', async ({ page }) => {
  test.slow();
  await read(page, 'cpupri/ghosts/1');
  const gauge = (side: Parameters<typeof machine>[1]) =>
    machine(page, side).locator('[data-score="wake-latency"]');
  await expect(gauge('A').locator('strong')).toBeVisible({ timeout: patience });
  await expect(gauge('B')).toHaveText(/asked in step 3/);
  await storyTab(page, 'Results');
  const row = page
    .getByRole('tabpanel', { name: 'Results' })
    .locator('[data-measure="wake-latency"]');
  await expect(row).toContainText(/µs.*asked in step 3–/);
  await storyTab(page, 'Story');
  await button(page, 'Skip').click();
  await expect(gauge('B').locator('strong')).toBeVisible({ timeout: patience });
  await expect(page.getByText('asked in step')).toHaveCount(0);
});

test('a number is typed and answered by keyboard', async ({ page }) => {
  test.slow();
  await read(page, 'pcp/two-sockets/1');
  const field = asked(page).getByRole('textbox');
  await field.focus();
  await page.keyboard.type('2500 g?n 62.5');
  await expect(field).toHaveValue('2500 g?n 62.5');
  await expect(at(page, '1 of 5')).toBeVisible();
  for (let i = 0; i < 13; i += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('62.5');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('1 of 1 point', { timeout: 6 * patience });
  await expect(at(page, '1 of 5')).toBeVisible();
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
] as const) {
  for (const step of ['pcp/one-zone/1', 'cpupri/ghosts/3', 'cache-aware/two-caches/1']) {
    test(`the last answer and the button that answers are in view in ${step}, ${width} × ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await read(page, step);
      const end = (await button(page, 'Previous step').boundingBox())!.y;
      for (const part of [
        asked(page).locator('label').last(),
        asked(page).getByRole('button', { name: 'Answer' }),
      ]) {
        const box = (await part.boundingBox())!;
        expect(box.y + box.height).toBeLessThan(end);
      }
    });
  }
}

test('a phone shows verdict and reason of an answer without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // The longest reason of all stories.
  await read(page, 'cpupri/ghosts/3');
  await asked(page).getByRole('radio').first().check();
  await asked(page).getByRole('button', { name: 'Answer' }).click();
  const reason = verdict(page).getByText('Why.').locator('..');
  await expect(reason).toBeVisible({ timeout: patience });
  await expect(verdict(page)).toContainText('of 1 point');
  const pictures = async () => (await machine(page, 'B').boundingBox())!;
  const ways = async () => (await button(page, 'Previous step').boundingBox())!;
  const box = (await verdict(page).locator('p').first().boundingBox())!;
  await expect
    .poll(async () => box.y - (await pictures()).y - (await pictures()).height)
    .toBeGreaterThan(0);
  const end = (await reason.boundingBox())!;
  // What is nearer to the buttons fades out.
  expect(end.y + end.height).toBeLessThan((await ways()).y - 32);
});

// A talk in a browser: its type, the black screen, its address; another window tells the speaker what to say. How a remote
// walks its steps: web/features/talk/given.test.tsx.

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
} from './stage.ts';

const talk = (page: Page) => page.getByRole('navigation', { name: 'Talk' });
const isAt = (page: Page, step: number, of = 6) =>
  expect(talk(page).locator('> [role=status]')).toHaveText(`Step ${step} of ${of}`, {
    timeout: patience,
  });
const titled = (page: Page, title: string) =>
  expect(talk(page).getByRole('heading', { level: 1, name: title })).toBeVisible();

/** Gives the steps of the story as a talk. */
async function begin(page: Page) {
  await open(page, shortRun);
  await momentOf(page);
  await button(page, 'Present').click();
  await isAt(page, 1);
}

test('only the title and the machines stay on stage, in large type without asking', async ({
  page,
}) => {
  await begin(page);
  for (const gone of ['Story', 'Inspector', 'Views', 'Transport']) {
    await expect(page.getByRole('region', { name: gone, exact: true })).toHaveCount(0);
  }
  await expect(machine(page, 'A')).toBeVisible();
  await expect(machine(page, 'B')).toBeVisible();
  await expect(machine(page, 'A').locator('canvas').first()).toBeVisible();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isRead = [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
        );
        // What is there for screen readers alone is a pixel.
        return isRead && width > 2 && height > 2 && element.checkVisibility();
      })
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 24)
      .map(({ textContent }) => textContent),
  );
  expect(small).toEqual([]);
});

test('a key makes the screen black and stops the run, and brings both back', async ({ page }) => {
  await begin(page);
  const now = () => momentOf(page, 'A');
  for (const key of ['b', '.']) {
    await test.step(`“${key}” makes the screen black and stops the run, and brings both back`, async () => {
      await page.keyboard.press(key);
      await expect(talk(page).locator('> [role=status]')).toHaveText(/^The screen is black/);
      const cover = await page.getByTestId('black').boundingBox();
      expect(cover).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
      // A picture may still be on its way when the screen is black already.
      const moved = async () => {
        const { time } = await now();
        await pictures(page);
        return (await now()).time - time;
      };
      await expect.poll(moved, { timeout: patience }).toBe(0);
      await page.keyboard.press(key);
      await isAt(page, 1);
      await expect(page.getByTestId('black')).toHaveCount(0);
    });
  }
});

const cover = (page: Page) => talk(page).getByRole('region');

/** Opens a talk of the program, and begins it before everything is computed. */
async function give(page: Page, address: string) {
  await page.goto(`./${address}`);
  await expect(cover(page).getByRole('status')).toHaveText(/^(Getting ready: \d+ %|Ready)$/, {
    timeout: 60_000,
  });
  await cover(page)
    .getByRole('button', { name: /^Begin/ })
    .click();
  await expect(cover(page)).toHaveCount(0);
}

test('a talk goes from story to story, its address with it, and a reload finds it there', async ({
  page,
}) => {
  test.slow();
  await give(page, '#/talks/split-llc/3');
  await isAt(page, 3, 10);
  await page.keyboard.press('PageDown');
  await isAt(page, 4, 10);
  await titled(page, 'One parent, fifteen children');
  await expect(page).toHaveURL(/#\/talks\/split-llc\/4$/);
  await expect(machine(page, 'B')).toContainText('Idle differences above two');
  await page.reload();
  await isAt(page, 4, 10);
  await expect(cover(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/talks$/);
  await expect(talk(page)).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'projector');
});

test('the window of the speaker has the note, the clock, the next step, and moves the talk', async ({
  page,
}) => {
  test.slow();
  await give(page, '#/talks/split-llc/9');
  const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  const now = speaker.getByRole('region', { name: 'Now' });
  await expect(now).toContainText('A sleeping process leaves its CPU idle', { timeout: patience });
  await expect(speaker.getByRole('region', { name: 'Next' })).toContainText('Near to a fault');
  await expect(speaker.getByRole('timer')).toContainText(/0:\d\d/);
  await speaker.keyboard.press('PageDown');
  await isAt(page, 10, 10);
  await expect(now).toContainText('Near to a fault');
  await speaker.reload();
  await expect(now).toContainText('Near to a fault', { timeout: patience });
  await speaker.getByRole('button', { name: /^8 Twice as much/ }).click();
  await isAt(page, 8, 10);
  await speaker.getByRole('button', { name: 'Black screen' }).click();
  await expect(page.getByTestId('black')).toBeVisible();
});

test('the figures of a note come from the runs that the talk keeps', async ({ page }) => {
  test.slow();
  await give(page, '#/talks/split-llc/1');
  const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  const now = speaker.getByRole('region', { name: 'Now' });
  await expect(now).toContainText(/CPU utilisation is \d\d(\.\d)?\s%/, { timeout: 120_000 });
});

test('a view is a step, in the place of the machines', async ({ page }) => {
  test.slow();
  // A projector's: the line that the title names is whole, and no tool takes its room.
  await page.setViewportSize({ width: 1280, height: 720 });
  await give(page, '#/talks/cpupri/4');
  await titled(page, 'What lies on line 3');
  const layout = page.getByRole('region', { name: 'Struct layout' }).first();
  await expect(layout).toBeVisible();
  await expect(layout.getByText('rto_mask', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(layout.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(machine(page, 'A')).toHaveCount(0);
  await page.keyboard.press('PageDown');
  await expect(machine(page, 'A')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/talks$/);
});

// A talk: a remote walks the shots of a scenario, blackens the screen and starts over.

import type { Page } from '@playwright/test';
import {
  button,
  expect,
  machine,
  momentOf,
  open,
  patience,
  playhead,
  shortRun,
  test,
} from './stage.ts';

const talk = (page: Page) => page.getByRole('navigation', { name: 'Talk' });
const isAt = (page: Page, shot: number) =>
  expect(talk(page).getByRole('status')).toHaveText(`Shot ${shot} of 7`);

const captions = [
  /^1 of 7Two cores, one in each socket/,
  /^2 of 7Line 3 of root_domain/,
  /^3 of 7The 80 CPUs of one last-level cache/,
];
const caption = (page: Page, shot: number) =>
  expect(page.getByRole('paragraph').filter({ hasText: captions[shot - 1]! })).toBeVisible();

async function begin(page: Page) {
  await open(page, shortRun);
  await momentOf(page);
  await button(page, 'Present').click();
  await isAt(page, 1);
}

test('a remote walks the shots forward and back, with a caption each', async ({ page }) => {
  await begin(page);
  await caption(page, 1);
  await page.keyboard.press('PageDown');
  await isAt(page, 2);
  await caption(page, 2);
  await page.keyboard.press('PageDown');
  await isAt(page, 3);
  await caption(page, 3);
  await page.keyboard.press('PageUp');
  await isAt(page, 2);
  await caption(page, 2);
});

test('only the machines, the caption and the transport bar stay on stage', async ({ page }) => {
  await begin(page);
  for (const gone of ['Story', 'Inspector', 'Views']) {
    await expect(page.getByRole('region', { name: gone, exact: true })).toHaveCount(0);
  }
  await expect(machine(page, 'A')).toBeVisible();
  await expect(machine(page, 'B')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Transport', exact: true })).toBeVisible();
});

for (const key of ['b', '.']) {
  test(`“${key}” makes the screen black and stops the run, and brings both back`, async ({
    page,
  }) => {
    await begin(page);
    await expect(button(page, 'Pause')).toBeVisible();
    await page.keyboard.press(key);
    await expect(talk(page).getByRole('status')).toHaveText(/^The screen is black/);
    const cover = await page.getByTestId('black').boundingBox();
    expect(cover).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
    await expect(button(page, 'Play')).toHaveCount(1);
    await page.keyboard.press(key);
    await isAt(page, 1);
    await expect(page.getByTestId('black')).toHaveCount(0);
    await expect(button(page, 'Pause')).toBeVisible();
  });
}

test('Home starts the talk over, where it began', async ({ page }) => {
  await begin(page);
  const now = async () => Number(await playhead(page).inputValue());
  // From where the link stood to where the story begins.
  await expect.poll(now, { timeout: patience }).not.toBe(500_000);
  const time = await now();
  for (const _ of [2, 3, 4]) await page.keyboard.press('PageDown');
  await isAt(page, 4);
  // This shot passes 20 µs of the run in a second, the first half a microsecond.
  await expect.poll(now, { timeout: patience }).toBeGreaterThan(time + 50_000);
  await page.keyboard.press('Home');
  await isAt(page, 1);
  await page.keyboard.press('b');
  const moment = async () => (await momentOf(page)).time;
  await expect.poll(moment, { timeout: patience }).toBeLessThan(time + 50_000);
});

test('the keys of a talk are in the help, and Escape gives the stage back', async ({ page }) => {
  await begin(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toContainText('leave the talk', { timeout: patience });
  await expect(help).not.toContainText('half or double speed');
  await help.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');
  await expect(talk(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Views', exact: true })).toBeVisible();
});

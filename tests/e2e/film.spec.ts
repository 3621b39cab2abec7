// A film of the stage, from the menu "Export": made from the runs and not from the screen, so that two makings of it
// are equal, picture by picture; and a video that a player plays.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { axeOf } from './axe.ts';
import { button, expect, momentOf, more, open, patience, test } from './stage.ts';

/** A small machine: a picture of it is drawn in no time. */
const small = { scenario: 'cpupri/ghosts', playhead: '3 ms' };
const longest = 4 * patience;

async function dialogOf(page: Page) {
  await more(page);
  await button(page, 'Export').click();
  const name = 'Stage, Video …';
  await page.getByRole('menu', { name: 'Export' }).getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog', { name: 'Export a film' });
  // It is a chunk of its own, which comes after the menu has gone.
  await expect(dialog).toBeVisible({ timeout: patience });
  return dialog;
}

/** Makes the shortest film in a format; gives its bytes. */
async function film(page: Page, format: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const dialog = await dialogOf(page);
  await dialog.getByRole('radio', { name: format }).check();
  await dialog.getByRole('radio', { name: '3 s' }).check();
  const saved = page.waitForEvent('download', { timeout: longest });
  await dialog.getByRole('button', { name: 'Export' }).click();
  const download = await saved;
  await expect(dialog).toBeHidden();
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const hashesOf = (zip: Buffer) =>
  Object.entries(unzipSync(zip))
    .filter(([name]) => name.endsWith('.png'))
    .map(([name, bytes]) => `${name} ${createHash('sha256').update(bytes).digest('hex')}`);

test('two makings of a film are equal in every picture, and pictures differ from each other', async ({
  page,
}) => {
  test.setTimeout(3 * longest);
  await open(page, small);
  const before = await momentOf(page, 'A');
  const first = await film(page, /PNG/);
  expect(first.name).toBe('cpupri-ghosts-ab-film.zip');
  // The stage is where it was.
  await expect.poll(() => momentOf(page, 'A')).toEqual(before);
  const pictures = hashesOf(first.bytes);
  expect(pictures).toHaveLength(90);
  expect(new Set(pictures.map((line) => line.split(' ')[1])).size).toBeGreaterThan(80);
  await page.reload();
  await momentOf(page, 'A');
  expect(hashesOf((await film(page, /PNG/)).bytes)).toEqual(pictures);
});

test('a video is as long as it says, of 1920 by 1080, and plays', async ({ page }) => {
  test.setTimeout(2 * longest);
  await open(page, small);
  await momentOf(page, 'A');
  const { name, bytes } = await film(page, /WebM/);
  expect(name).toBe('cpupri-ghosts-ab-film.webm');
  // Beside the page, whose policy lets no media in.
  const player = await page.context().newPage();
  const seen = await player.evaluate(async (base64) => {
    const video = document.createElement('video');
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    video.src = URL.createObjectURL(new Blob([data], { type: 'video/webm' }));
    video.muted = true;
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message ?? 'no video'));
    });
    video.currentTime = 2;
    await new Promise((resolve) => {
      video.onseeked = resolve;
    });
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const context = canvas.getContext('2d')!;
    context.drawImage(video, 0, 0, 64, 36);
    const { data: pixels } = context.getImageData(0, 0, 64, 36);
    const colours = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4)
      colours.add(
        ((pixels[at]! >> 4) << 8) | ((pixels[at + 1]! >> 4) << 4) | (pixels[at + 2]! >> 4),
      );
    const { videoWidth: width, videoHeight: height, duration } = video;
    return { width, height, duration, colours: colours.size };
  }, bytes.toString('base64'));
  expect(seen).toMatchObject({ width: 1920, height: 1080 });
  expect(seen.duration).toBeCloseTo(3, 1);
  expect(seen.colours).toBeGreaterThan(8);
});

test('the dialog of a film can be cancelled, and breaks no rule of axe', async ({ page }) => {
  test.setTimeout(longest);
  await open(page, small);
  const before = await momentOf(page, 'A');
  const dialog = await dialogOf(page);
  const { violations } = await axeOf(page).include('dialog').analyze();
  expect(violations).toEqual([]);
  await dialog.getByRole('radio', { name: '60 s' }).check();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('progressbar')).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => momentOf(page, 'A')).toEqual(before);
});

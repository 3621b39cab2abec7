// Time travel at length: however often and wherever the playhead is dragged, a moment is the same
// moment to the last bit, also when the memory for keyframes is so small that they have to thin out.

import type { Page } from '@playwright/test';
import { drag, expect, machine, momentOf, more, open, pictures, shortRun, test } from './stage.ts';

/** Numbers that look random and are the same in every run (xorshift32). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield (state >>> 0) / 2 ** 32;
  }
}

const drags = 200;
const places = 40;

/** Drags to and fro among `places` moments of the first `until` ns; each is seen several times. */
async function dragAbout(page: Page, until: number): Promise<Map<number, string>> {
  const random = numbers(0x5eed);
  const next = () => random.next().value;
  const times = Array.from({ length: places }, () => Math.floor(next() * until));
  const seen = new Map<number, string>();
  for (let turn = 0; turn < drags; turn += 1) {
    const time = times[Math.floor(next() * places)]!;
    await drag(page, time);
    const moments = [await momentOf(page, 'A'), await momentOf(page, 'B')];
    const now = JSON.stringify(moments);
    expect(seen.get(time) ?? now, `drag ${turn}, to ${time} ns`).toBe(now);
    seen.set(time, now);
  }
  return seen;
}

test('dragging back and forward 200 times at random gives identical frames each time', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await open(page, shortRun);
  const seen = await dragAbout(page, 3_900_000);
  expect(seen.size).toBeGreaterThan(places / 2);
  expect(new Set(seen.values()).size).toBe(seen.size);
});

/**
 * The picture of a machine, and what is said around it, once both have been the same for a while: nothing is on its
 * way any more. The signs of the key are not compared: the browser draws them, and once in ten looks softens their edges
 * otherwise.
 */
async function still(page: Page): Promise<string> {
  const look = async () => {
    const picture = await machine(page, 'A').locator('canvas').screenshot();
    return `${picture.toString('base64')}\n${await machine(page, 'A').innerText()}`;
  };
  let before = await look();
  let same = 0;
  for (let turn = 0; turn < 40; turn += 1) {
    await pictures(page, 15);
    const now = await look();
    same = now === before ? same + 1 : 0;
    if (same === 4) return now;
    before = now;
  }
  throw new Error('the picture of a paused run does not come to rest');
}

test('the picture of a moment is the same whichever way it was reached', async ({ page }) => {
  await open(page, { ...shortRun, playhead: '20 µs' });
  await page.getByRole('radio', { name: 'Traffic' }).check();
  await drag(page, 2_000_000);
  const fromBefore = await still(page);
  await drag(page, 3_500_000);
  expect(await still(page)).not.toBe(fromBefore);
  await drag(page, 2_000_000);
  expect(await still(page)).toBe(fromBefore);
  await drag(page, 1_999_000);
  await still(page);
  await drag(page, 2_000_000);
  expect(await still(page)).toBe(fromBefore);
});

test('the memory of the past is shown with its bound', async ({ page }) => {
  await open(page, shortRun);
  await momentOf(page, 'B');
  await more(page);
  const memory = page.getByRole('note', { name: 'Memory of the past' });
  await expect(memory).toHaveText(/^past: \d+ of \d+ MiB$/);
  const [used, bound] = (await memory.textContent())!.match(/\d+/g)!.map(Number);
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThanOrEqual(bound!);
  await expect(memory).toHaveAttribute(
    'title',
    /A: \d+ keyframes? in .*\nB: .*oldest.* thinned out/s,
  );
});

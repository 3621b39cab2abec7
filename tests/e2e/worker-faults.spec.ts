// Workers that the browser ends, in each phase of their work: the page says so at once, the rest goes on, and one
// press brings back what was there. Nothing that was chosen is lost.

import type { Page } from '@playwright/test';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  open,
  patience,
  playhead,
  type Side,
  saidTime,
  shortRun,
  smallStory,
  test,
} from './stage.ts';
import { end, workersNamed } from './workers.ts';

const stopped = (page: Page, side: Side) =>
  page.getByRole('alert').filter({ hasText: `Machine ${side} stopped` });

const ended = 'the browser has ended its worker';

/** Which of two machines says that it stopped, and the other one. */
async function brokenOf(page: Page): Promise<[Side, Side]> {
  const [a, b] = [stopped(page, 'A'), stopped(page, 'B')];
  await expect(a.or(b)).toContainText(ended, { timeout: patience });
  return (await a.isVisible()) ? ['A', 'B'] : ['B', 'A'];
}

test('an engine that ends while its machine opens is told of, and opens when asked again', async ({
  page,
}) => {
  // Both wait for the core, and so stand in the midst of their opening.
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/core-.*\.wasm/, async (route) => {
    await released;
    await route.continue().catch(() => {});
  });
  await page.goto(smallStory);
  await expect
    .poll(async () => (await workersNamed(page, 'schedscape variant')).length, {
      timeout: patience,
    })
    .toBe(2);
  for (const worker of await workersNamed(page, 'schedscape variant')) await end(worker);
  for (const side of ['A', 'B'] as const) {
    await expect(stopped(page, side)).toContainText(ended, { timeout: patience });
  }
  release();
  await page.unrouteAll({ behavior: 'wait' });
  for (const side of ['A', 'B'] as const) {
    await button(page, `Restart machine ${side}`).click();
    await expect(machine(page, side).locator('canvas')).toBeVisible({ timeout: patience });
    await expect(stopped(page, side)).toBeHidden();
  }
});

test('an engine that ends while it plays lets the other one play on, and comes back to its past', async ({
  page,
}) => {
  await open(page, shortRun);
  const before = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  await button(page, 'Play').click();
  const from = await saidTime(playhead(page));
  await expect.poll(() => saidTime(playhead(page)), { timeout: patience }).toBeGreaterThan(from);
  const [engine] = await workersNamed(page, 'schedscape variant');
  await end(engine!);
  const [broken] = await brokenOf(page);
  const there = await saidTime(playhead(page));
  await expect.poll(() => saidTime(playhead(page)), { timeout: patience }).toBeGreaterThan(there);
  await button(page, 'Pause').click();
  await button(page, `Restart machine ${broken}`).click();
  await drag(page, 500_000);
  expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(before);
});

test('an engine that ends in the midst of a seek comes back where the playhead was put', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page, 'B');
  await playhead(page).fill('3900000');
  const engines = await workersNamed(page, 'schedscape variant');
  await Promise.all(engines.map(end));
  for (const side of ['A', 'B'] as const) {
    await expect(stopped(page, side)).toContainText(ended, { timeout: patience });
    await button(page, `Restart machine ${side}`).click();
  }
  expect((await momentOf(page, 'A')).time).toBe(3_900_000);
  expect((await momentOf(page, 'B')).time).toBe(3_900_000);
});

test('a clock that ends is told of, and begins again at the same moment', async ({ page }) => {
  await open(page, shortRun);
  await drag(page, 600_000);
  const before = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  const [conductor] = await workersNamed(page, 'schedscape conductor');
  await end(conductor!);
  await expect(stopped(page, 'A')).toContainText(ended, { timeout: patience });
  await button(page, 'Restart machine A').click();
  await expect(stopped(page, 'A').or(stopped(page, 'B'))).toBeHidden();
  expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(before);
});

test('a picture that ends is drawn anew, and where that goes on, words stand in its place', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page, 'B');
  const canvas = machine(page, 'A').locator('canvas');
  const word = machine(page, 'A').getByText('cannot be drawn here');
  // As often as another one takes its place.
  for (let times = 0; times < 4; times++) {
    await expect(canvas).toBeVisible({ timeout: patience });
    await canvas.evaluate((element) => element.setAttribute('data-before', ''));
    const pictures = await workersNamed(page, 'schedscape picture');
    expect(pictures).toHaveLength(2);
    await Promise.all(pictures.map(end));
    await expect(machine(page, 'A').locator('canvas[data-before]')).toHaveCount(0, {
      timeout: patience,
    });
  }
  await expect(word).toBeVisible({ timeout: patience });
  await expect(canvas).toHaveCount(0);
  await drag(page, 900_000);
  expect((await momentOf(page, 'B')).time).toBe(900_000);
});

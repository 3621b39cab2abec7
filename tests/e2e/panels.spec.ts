// Panels and the open view are as large as a person makes them, by pointer and by key, and machines keep
// their least size whatever is asked for. The sizes are part of the address.

import type { Page } from '@playwright/test';
import { recipeInAddress } from '../../web/scenario/index.ts';
import {
  button,
  expect,
  machine,
  momentOf,
  open,
  patience,
  shortRun,
  test,
  viewPanel,
} from './stage.ts';

const edge = (page: Page, name: string) => page.getByRole('separator', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const widthOf = async (page: Page, name: string) => (await region(page, name).boundingBox())!.width;

/** Drags an edge by so many pixels. */
async function pull(page: Page, name: string, [dx, dy]: readonly [number, number]) {
  const box = (await edge(page, name).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}

test('a panel is made wider by its edge or by keys, a double click gives the usual width back', async ({
  page,
}) => {
  await open(page, shortRun);
  await page.getByRole('radio', { name: 'A', exact: true }).check();
  await momentOf(page);
  const handle = edge(page, 'Width of Story');
  await expect(handle).toHaveAttribute('aria-valuenow', '360');
  await pull(page, 'Width of Story', [60, 0]);
  await expect(handle).toHaveAttribute('aria-valuenow', '420');
  expect(await widthOf(page, 'Story')).toBeCloseTo(420, 0);
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(handle).toHaveAttribute('aria-valuenow', '404');
  const kept = () => recipeInAddress(page.url())?.view?.sizes;
  await expect.poll(kept, { timeout: patience }).toEqual({ story: 404 });
  await page.reload();
  await expect(handle).toHaveAttribute('aria-valuenow', '404', { timeout: patience });
  await handle.dblclick();
  await expect(handle).toHaveAttribute('aria-valuenow', '360');
  await expect.poll(kept, { timeout: patience }).toBe(undefined);
});

test('however far an edge is pulled, two machines keep 520 pixels each at 1280 × 720', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, shortRun);
  await momentOf(page, 'B');
  await pull(page, 'Width of Story', [600, 0]);
  await edge(page, 'Width of Story').press('End');
  for (const side of ['A', 'B'] as const) {
    expect((await machine(page, side).boundingBox())!.width).toBeGreaterThanOrEqual(520);
  }
  await button(page, 'Inspector').click();
  await pull(page, 'Width of Inspector', [-600, 0]);
  await expect(edge(page, 'Width of Inspector')).toHaveAttribute('aria-valuenow', '240');
  expect((await machine(page, 'A').boundingBox())!.width).toBeGreaterThanOrEqual(520);
});

test('an open view leaves the machines room, and can take the stage and give it back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, { ...shortRun, view: { tab: 'struct-layout' } });
  await test.step('a view can take the stage and give it back', async () => {
    const before = await momentOf(page, 'B');
    const small = (await viewPanel(page).boundingBox())!.height;
    await button(page, 'Maximize').click();
    await expect(machine(page, 'A')).toBeHidden();
    expect((await viewPanel(page).boundingBox())!.height).toBeGreaterThan(small + 150);
    const kept = () => recipeInAddress(page.url())?.view?.whole;
    await expect.poll(kept, { timeout: patience }).toBe(true);
    await button(page, 'Maximize').click();
    expect(await momentOf(page, 'B')).toEqual(before);
    await expect(region(page, 'Story')).toBeVisible();
  });
  await test.step('an open view leaves the machines room on a low screen, and its edge moves', async () => {
    await momentOf(page, 'B');
    const handle = edge(page, 'Height of the view');
    const picture = async () => (await machine(page, 'A').boundingBox())!.height;
    const first = await picture();
    expect(first).toBeGreaterThanOrEqual(280);
    await pull(page, 'Height of the view', [0, 60]);
    await expect.poll(picture).toBeGreaterThan(first + 40);
    await pull(page, 'Height of the view', [0, -700]);
    expect(await picture()).toBeGreaterThanOrEqual(180);
    await handle.press('Home');
    await expect(handle).toHaveAttribute('aria-valuenow', '120');
    await expect(page.getByRole('region', { name: 'Transport', exact: true })).toBeInViewport({
      ratio: 1,
    });
  });
});

test('with a third variant on offer the top bar is still one line at 1280 pixels', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, {
    ...shortRun,
    layout: { from: 'A', edits: ['align mask 64'] },
    view: { side: 'A|C' },
  });
  await momentOf(page, 'C');
  const bar = page.getByRole('banner').first();
  // What features put into the bar comes after the first picture.
  await expect(bar.getByRole('combobox', { name: 'Machine' })).toBeVisible({ timeout: patience });
  await expect(button(page, 'Present')).toBeVisible({ timeout: patience });
  const boxes = await Promise.all(
    (await bar.locator('button, select').all()).map((part) => part.boundingBox()),
  );
  const tops = boxes.flatMap((box) => (box ? [box.y] : []));
  expect(tops.length).toBeGreaterThan(4);
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
  for (const box of boxes) if (box) expect(box.x + box.width).toBeLessThanOrEqual(1280);
});

// What a small window, a page enlarged to 200 % and several machines leave of the stage: nothing is cut that says
// something, and a machine stays one that can be read.

import type { Page } from '@playwright/test';
import {
  button,
  expect,
  flagship,
  machine,
  open,
  openView,
  patience,
  test,
  viewNames,
  wear,
} from './stage.ts';

/** Names of what reaches beyond the window, or is cut inside its own box, among what is pressed and read. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const said = document.querySelectorAll(
      'fieldset button, section[aria-label="Caption"] p, section[aria-label^="Scores"] dt, [role="slider"], select',
    );
    return [...said].flatMap((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      if (width === 0) return [];
      const isBeyond = left < -1 || right > document.documentElement.clientWidth + 1;
      const isCut = each.matches('p, dt') && each.scrollWidth > each.clientWidth + 1;
      return isBeyond || isCut ? [each.textContent || each.getAttribute('aria-label')] : [];
    });
  });

const small = [
  { name: '320 px', viewport: { width: 320, height: 640 } },
  { name: '1280 px at 200 %', viewport: { width: 640, height: 360 } },
];

for (const { name, viewport } of small) {
  test(`of the stage nothing is lost at ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(flagship);
    const legend = page.getByRole('group', { name: 'Legend' });
    await expect(legend.getByRole('button', { name: /waits for a line/ })).toBeVisible({
      timeout: patience,
    });
    const canvas = machine(page, 'A').locator('canvas');
    await expect(canvas).toBeVisible({ timeout: patience });
    expect((await canvas.boundingBox())!.height).toBeGreaterThan(150);
    expect(await cutOff(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
}

/** What reaches beyond the window, or is cut in its own box, of all that is read and pressed on a page without a stage. */
const beyond = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const said = document.querySelectorAll('#root :is(a, button, p, h1, h2, h3, dt, dd, label)');
    return [...said].flatMap((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      const isHidden = width <= 1 || getComputedStyle(each).visibility === 'hidden';
      const scrolls = each.closest('[data-scrolls], [role=region][tabindex], [role=tablist]');
      if (isHidden || scrolls || (left >= -1 && right <= clientWidth + 1)) return [];
      return [`${each.textContent?.slice(0, 60)} to ${Math.round(right)} of ${clientWidth}`];
    });
  });

for (const { name, viewport } of small) {
  test(`of Home and of the chapters nothing is lost at ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const place of ['', 'cpupri', 'pcp', 'cache-aware', 'split-llc']) {
      await page.goto(`/#/${place}`);
      const known = place
        ? page.getByRole('region', { name: 'Understand' })
        : page.getByRole('button', { name: 'Pause' });
      await expect(known).toBeVisible({ timeout: patience });
      expect(await beyond(page), place).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), place).toBe(
        viewport.width,
      );
    }
  });

  test(`of labs, talks and tournaments nothing is lost at ${name}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    for (const place of [
      'labs',
      'talks',
      'tournament',
      'docs',
      'docs/machine',
      'labs/one-cache-full',
    ]) {
      await page.goto(`/#/${place}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: patience });
      expect(await beyond(page), place).toEqual([]);
      expect(await wide(), place).toBe(viewport.width);
    }
    await expect(page.getByLabel('Course')).toBeEditable();
    await page.getByLabel('Course').fill('Operating systems');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await button(page, 'Begin').click();
    await expect(page.getByRole('region', { name: 'Step 1 of 4', exact: true })).toBeVisible();
    expect(await beyond(page), 'a lab').toEqual([]);
  });

  test(`of the views of a story nothing is lost at ${name}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await page.goto('/#/pcp/two-sockets');
    await expect(page.getByRole('tab').first()).toBeVisible({ timeout: patience });
    await expect(button(page, 'More')).toBeVisible({ timeout: patience });
    for (const name of await viewNames(page)) {
      await openView(page, name);
      await expect(page.getByText('Opening the view…')).toBeHidden({ timeout: patience });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(
        viewport.width,
      );
    }
  });
}

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
]) {
  test(`four machines stand beside each other ${viewport.height} px high, each with room for its cells`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    // Paused, and soon computed: how long four runs of 256 CPUs take is not what is asked.
    await open(page, {
      scenario: 'split-llc/tbench-thundering-herd',
      set: { duration: '1 ms', warmup: '200 µs' },
      playhead: '100 µs',
    });
    const all = page.getByRole('radio', { name: 'A | B | C | D', exact: true });
    await expect(all).toBeVisible({ timeout: patience });
    // Not forced: the bar moves as its last parts come, and a forced press may land beside the radio button.
    await all.check();
    await expect(machine(page, 'D')).toBeVisible({ timeout: patience });
    for (const side of ['A', 'B', 'C', 'D'] as const) {
      const canvas = machine(page, side).locator('canvas');
      await expect(canvas).toBeVisible({ timeout: patience });
      const box = (await canvas.boundingBox())!;
      expect(box.width).toBeGreaterThan(240);
      expect(box.height).toBeGreaterThan(240);
    }
  });
}

test('in a hall the names of the gauges are whole', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(flagship);
  await expect(button(page, 'More')).toBeVisible({ timeout: patience });
  await wear(page, 'Projector');
  await expect(page.getByRole('region', { name: 'Scores A' })).toBeVisible({ timeout: patience });
  expect(await cutOff(page)).toEqual([]);
});

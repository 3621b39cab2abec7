// What breaks while the stage runs: it says so in place, the rest goes on, and a press of a button brings it
// back to the same moment.

import { test as base, type Page } from '@playwright/test';
import {
  button,
  drag,
  expect,
  machine,
  momentOf,
  open,
  patience,
  pictures,
  playhead,
  type Side,
  saidTime,
  shortRun,
  smallStory,
  test,
  watch,
} from './stage.ts';
import { workersNamed } from './workers.ts';

const failure = (page: Page, side: Side) =>
  page.getByRole('alert').filter({ hasText: `Machine ${side} stopped` });

test('an engine that is killed stops its machine alone, and can be restarted', async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, shortRun);
  const before = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  const [engine] = await workersNamed(page, 'schedscape variant');
  await engine!.evaluate(() => self.close()).catch(() => {});
  const stopped = failure(page, 'A').or(failure(page, 'B'));
  await expect(stopped).toContainText('has ended the worker', { timeout: patience });
  const [broken, other]: [Side, Side] = (await failure(page, 'A').isVisible())
    ? ['A', 'B']
    : ['B', 'A'];
  await drag(page, 700_000, [other]);
  await button(page, `Restart machine ${broken}`).click();
  await drag(page, 500_000);
  expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(before);
  await expect(stopped).toBeHidden();
});

// The guard would complain of what is done here on purpose.
base('a clock that breaks can be restarted without loading the page', async ({ page, baseURL }) => {
  const complaints = await watch(page, [baseURL!]);
  await open(page, shortRun);
  await drag(page, 600_000);
  const before = [await momentOf(page, 'A'), await momentOf(page, 'B')];
  const [conductor] = await workersNamed(page, 'schedscape conductor');
  await conductor!.evaluate(() => {
    setTimeout(() => {
      throw new Error('broken on purpose');
    });
  });
  await expect(failure(page, 'A')).toContainText('broken on purpose', { timeout: patience });
  await expect(failure(page, 'B')).toBeVisible();
  await button(page, 'Restart machine B').click();
  await expect(failure(page, 'A').or(failure(page, 'B'))).toBeHidden();
  expect([await momentOf(page, 'A'), await momentOf(page, 'B')]).toEqual(before);
  for (const side of ['A', 'B'] as const) {
    await expect(machine(page, side).locator('canvas')).toBeVisible({ timeout: patience });
  }
  await drag(page, 900_000);
  expect(complaints.filter((text) => !text.includes('broken on purpose'))).toEqual([]);
});

// A request that fails is an error on the console, which the guard would complain of.
base(
  'a network that is gone stops no machine, and is not called a defect',
  async ({ page, context }) => {
    await open(page, shortRun);
    await drag(page, 600_000);
    await context.setOffline(true);
    await page.keyboard.press('1');
    const gone = page.getByRole('alert').filter({ hasText: 'you are offline' });
    await expect(gone).toBeVisible({ timeout: patience });
    await button(page, 'Play').click();
    const before = await saidTime(playhead(page));
    await expect
      .poll(() => saidTime(playhead(page)), { timeout: patience })
      .toBeGreaterThan(before);
    await button(page, 'Pause').click();
    for (const side of ['A', 'B'] as const) {
      expect((await momentOf(page, side)).time).toBeGreaterThan(before);
      await expect(failure(page, side)).toBeHidden();
    }
    // Also where the run was not looked at yet, and by steps.
    await drag(page, 900_000);
    await button(page, 'Step back').click();
    await expect.poll(async () => (await momentOf(page)).time).toBeLessThan(900_000);
    await expect(page.getByText(/a defect of/)).toBeHidden();
    await context.setOffline(false);
  },
);

for (const missing of ['WebAssembly', 'Worker'] as const) {
  test(`a browser without ${missing} says that it cannot simulate, and not that a link or a machine is broken`, async ({
    page,
  }) => {
    await page.addInitScript((name) => Reflect.deleteProperty(globalThis, name), missing);
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    for (const place of ['/', smallStory]) {
      await page.goto(place);
      await expect(alert).toHaveText(/^This browser cannot run the simulation/, {
        timeout: patience,
      });
    }
    await expect(page.getByText('Opening the scenario')).toBeHidden();
    await expect(page.getByText(/could not be opened|stopped/)).toBeHidden();
  });
}

const half = (whole: Buffer) => whole.subarray(0, whole.length / 2);

/** Another byte, with which it would still begin. */
function oneByteElse(whole: Buffer): Buffer {
  const other = Buffer.from(whole);
  for (let at = Math.floor(whole.length / 2); ; at++) {
    other[at]! ^= 1;
    if (WebAssembly.validate(other)) return other;
    other[at]! ^= 1;
  }
}

const damages = [
  ['arrived incomplete', half],
  ['arrived with another byte', oneByteElse],
] as const;

// The browser itself complains of the module on the console.
for (const [what, damaged] of damages) {
  base(`a simulator that ${what} is named, and is not called a defect`, async ({ page }) => {
    await page.route(/core-.*\.wasm/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: damaged(await response.body()) });
    });
    await page.goto(smallStory);
    await expect(failure(page, 'A')).toContainText('was not loaded completely', {
      timeout: patience,
    });
    await expect(failure(page, 'A')).toContainText('answered with other bytes');
    await expect(failure(page, 'A')).toContainText('Reload the page');
    await expect(page.getByText(/defect/)).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, 'Restart machine A').click();
    await expect(failure(page, 'A')).toBeHidden();
    await expect(machine(page, 'A').locator('canvas')).toBeVisible({ timeout: patience });
  });
}

// As in a tab that was open when the host got another version.
base('a simulator that the host has no more is named with what the host says', async ({ page }) => {
  await page.route(/core-.*\.wasm/, (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not here</h1>' }),
  );
  await page.goto(smallStory);
  await expect(failure(page, 'A')).toContainText('answered 404', { timeout: patience });
  await expect(failure(page, 'A')).toContainText('Reload the page');
  await expect(page.getByText(/defect/)).toBeHidden();
});

test('who asks for less motion finds the story paused, where playback would begin', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(smallStory);
  const { time } = await momentOf(page);
  expect(time).toBeGreaterThan(0);
  await expect(button(page, 'Play')).toBeVisible();
  await pictures(page, 60);
  expect((await momentOf(page)).time).toBe(time);
  await button(page, 'Play').click();
  await expect.poll(() => saidTime(playhead(page)), { timeout: patience }).toBeGreaterThan(time);
});

test('a reload half a second after a seek comes back to the same moment', async ({ page }) => {
  await open(page, shortRun);
  await momentOf(page);
  await playhead(page).fill('600000');
  // In the time of the page: what happens here may be as slow as it likes.
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => void setTimeout(() => location.reload(), 500)),
  ]);
  expect((await momentOf(page)).time).toBe(600_000);
});

test('a reload in the same moment as a further seek comes back to where that went', async ({
  page,
}) => {
  await open(page, shortRun);
  await momentOf(page);
  const hash = () => page.evaluate(() => window.location.hash);
  const first = await hash();
  await playhead(page).fill('600000');
  await expect.poll(hash, { timeout: patience }).not.toBe(first);
  // Nothing of the page runs between the two.
  await Promise.all([
    page.waitForEvent('load'),
    playhead(page).evaluate((slider: HTMLInputElement) => {
      slider.valueAsNumber = 900_000;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      location.reload();
    }),
  ]);
  expect((await momentOf(page)).time).toBe(900_000);
  // And so does the next one, from an address that says it.
  await page.reload();
  expect((await momentOf(page)).time).toBe(900_000);
});

test('a reload that takes its time comes back to where a seek meanwhile went', async ({ page }) => {
  await open(page, shortRun);
  await momentOf(page);
  // The host answers once the page has written what it was asked meanwhile.
  let answer = () => {};
  const isWritten = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/written', (route) => route.fulfill({ status: 204 }).then(answer));
  await page.route(page.url().split('#')[0]!, (route) => isWritten.then(() => route.continue()));
  await Promise.all([
    page.waitForEvent('load'),
    playhead(page).evaluate((slider: HTMLInputElement) => {
      const first = location.hash;
      location.reload();
      slider.valueAsNumber = 900_000;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      setInterval(() => location.hash !== first && fetch('./written'), 50);
    }),
  ]);
  expect((await momentOf(page)).time).toBe(900_000);
});

base(
  'a frame without an origin says that nothing can run there, and why',
  async ({ page, baseURL }) => {
    for (const hash of ['', smallStory.slice(1)]) {
      await page.setContent(
        `<iframe title="frame" sandbox="allow-scripts" src="${baseURL}${hash}"></iframe>`,
      );
      const alert = page.frameLocator('iframe').getByRole('alert');
      await expect(alert).toContainText('without allow-same-origin', { timeout: patience });
      await expect(alert).toContainText('in a tab of its own');
    }
  },
);

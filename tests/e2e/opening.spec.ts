// A story opened again stands at its measured window at once: what was computed before it is kept in the browser. What
// is damaged there is computed anew, and a browser that keeps nothing opens every story all the same.

import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { withFolder } from '../../tools/lib/beginnings.mjs';
import { keptFolder, openStories } from '../../tools/lib/begun-stories.mjs';

const story = './#/split-llc/sis-util';

/** Where the run of A went on from, as the story's About says. */
const told = (page: Page) => page.getByRole('region', { name: 'Story' });

async function about(page: Page) {
  await page.getByRole('tab', { name: 'Background' }).click();
}

/** In the page: changes a byte of everything that is kept; how much that was. */
const damage = () =>
  new Promise<number>((resolve, reject) => {
    const asked = indexedDB.open('schedscape-beginnings');
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const transaction = asked.result.transaction('bytes', 'readwrite');
      const walk = transaction.objectStore('bytes').openCursor();
      let count = 0;
      walk.onsuccess = () => {
        const cursor = walk.result;
        if (!cursor) return;
        const bytes = cursor.value as Uint8Array;
        bytes[bytes.length >> 1]! ^= 1;
        cursor.update(bytes);
        count += 1;
        cursor.continue();
      };
      transaction.oncomplete = () => {
        asked.result.close();
        resolve(count);
      };
    };
  });

/**
 * Inserted before the script of a worker: after the turns of a first picture the run stands until the test says to
 * go on.
 */
const holdTurns = `{
  const usual = MessagePort.prototype.postMessage;
  const held = [];
  let turns = 24;
  new BroadcastChannel('turns').onmessage = () => {
    turns = Number.POSITIVE_INFINITY;
    for (const go of held.splice(0)) go();
  };
  MessagePort.prototype.postMessage = function (...given) {
    const go = () => usual.apply(this, given);
    if (given[0] !== 0 || turns-- > 0) go();
    else held.push(go);
  };
}`;

/** Whether the page says that something came with it. */
async function sayShipped(page: Page, isShipped: boolean) {
  await page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/ *<meta name="beginnings"[^>]*>\n/, '');
    await route.fulfill({ response, body: isShipped ? withFolder(html) : html });
  });
}

// As a page without any, whether or not this one was built with them.
test.beforeEach(({ page }) => sayShipped(page, false));

test('a story opened again goes on from its kept beginning, and from zero where that is damaged', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto(story);
  await about(page);
  await expect(told(page)).toContainText('This browser keeps the run up to the measured window', {
    timeout: 120_000,
  });
  await page.reload();
  await about(page);
  await expect(told(page)).toContainText('was kept from an earlier visit');
  expect(await page.evaluate(damage)).toBeGreaterThan(0);
  await page.reload();
  await about(page);
  await expect(told(page)).toContainText('This browser keeps the run up to the measured window', {
    timeout: 120_000,
  });
  await expect(told(page)).not.toContainText('was kept from an earlier visit');
});

test('a browser that keeps nothing opens it all the same, and About says so', async ({
  context,
  page,
}) => {
  test.setTimeout(150_000);
  // A module worker has no init script: its requests are answered with the same text behind this.
  await context.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const refuse =
      "indexedDB.open = () => { throw new DOMException('refused', 'QuotaExceededError'); };\n";
    await route.fulfill({ response, body: refuse + (await response.text()) });
  });
  await page.goto(story);
  await about(page);
  await expect(told(page)).toContainText('This browser keeps nothing', { timeout: 120_000 });
});

test('what came with the page is gone on from at the first opening, its figures are told at once, and a page that names what it lacks opens all the same', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const scenario = 'split-llc/stream-initial-placement';
  const stories = await openStories('dist');
  const names = (await stories.filesOf(scenario)).map(({ name }) => name);
  await stories.close();
  await sayShipped(page, true);
  let isThere = true;
  await page.route(/\/beginnings\/index\.json$/, (route) =>
    route.fulfill({ json: { format: 'schedscape-beginnings/1', names } }),
  );
  await page.route(/\/beginnings\/[^/]+\.bin$/, async (route) => {
    const name = names.find((each) => route.request().url().endsWith(`/${each}.bin`));
    if (!isThere || !name) return route.fulfill({ status: 404, body: 'not here' });
    return route.fulfill({ body: readFileSync(`${keptFolder}/${name}.bin`) });
  });
  await page.context().route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${holdTurns}\n${await response.text()}` });
  });
  await page.goto(`./#/${scenario}`);
  await page.getByRole('tab', { name: 'Results' }).click();
  await expect(told(page)).toContainText('computed earlier with this build');
  await page.evaluate(() => new BroadcastChannel('turns').postMessage('go'));
  await expect(told(page)).toContainText('up to the head of the run', { timeout: 120_000 });
  await about(page);
  await expect(told(page)).toContainText('or came with the page');
  isThere = false;
  await page.reload();
  await expect(page.getByRole('region', { name: 'Machine A' }).locator('canvas')).toBeVisible();
  await about(page);
  await expect(told(page)).not.toContainText('or came with the page');
});

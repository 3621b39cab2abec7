// A story opened again stands at its measured window at once: what was computed before it is kept in the browser. What
// is damaged there is computed anew, and a browser that keeps nothing opens every story all the same.

import { expect, type Page, test } from '@playwright/test';

const story = './#/cpupri/ffmpeg-480';

/** Where the run of A went on from, as the story's About says. */
const told = (page: Page) => page.getByRole('region', { name: 'Story' });

async function about(page: Page) {
  await page.getByRole('tab', { name: 'About' }).click();
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

test('a story opened again goes on from its kept beginning, and from zero where that is damaged', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto(story);
  await about(page);
  await expect(told(page)).toContainText('is kept in this browser', { timeout: 120_000 });
  await page.reload();
  await about(page);
  await expect(told(page)).toContainText('was kept from an earlier visit', { timeout: 20_000 });
  expect(await page.evaluate(damage)).toBeGreaterThan(0);
  await page.reload();
  await about(page);
  await expect(told(page)).toContainText('is kept in this browser', { timeout: 120_000 });
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

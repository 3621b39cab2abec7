// The page inside a frame of another origin: it works and requests nothing from any other place. Also the sizes
// that the stage has to keep.

import { createServer } from 'node:http';
import { encodeRecipe, type Recipe } from '../../web/scenario/index.ts';
import {
  expect,
  machine,
  momentOf,
  open,
  patience,
  playhead,
  saidTime,
  shortRun,
  test,
} from './stage.ts';

test('the page works in a frame of a foreign origin and asks nothing of another', async ({
  browser,
  baseURL,
}) => {
  // A page of its own: the host is another origin, which the guard of the others would refuse.
  const page = await browser.newPage();
  const recipe = { format: 'schedscape-recipe/3', ...shortRun, view: { playing: true } } as Recipe;
  const address = `${baseURL}#r=${encodeRecipe(recipe)}`;
  const html = `<!doctype html><title>host</title>
    <iframe title="Schedscape" width="1280" height="720" src="${address}"></iframe>`;
  const host = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as { port: number };
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    const isOurs = url.startsWith(baseURL!) || url.startsWith(`http://127.0.0.1:${port}`);
    if (!isOurs && !/^(blob|data):/.test(url)) elsewhere.push(url);
  });
  try {
    await page.goto(`http://127.0.0.1:${port}/`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('button', { name: 'Pause', exact: true })).toBeVisible({
      timeout: patience,
    });
    const head = frame.getByRole('slider', { name: 'Playhead' });
    const first = await saidTime(head);
    await expect.poll(() => saidTime(head), { timeout: patience }).toBeGreaterThan(first);
    await frame.getByRole('button', { name: 'Pause', exact: true }).click();
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('combobox', { name: 'Theme', exact: true }).selectOption('Light');
    await expect(frame.getByRole('region', { name: 'Machine B' })).toHaveAttribute(
      'data-time',
      /^\d+$/,
      { timeout: patience },
    );
  } finally {
    await page.close();
    host.close();
  }
  expect(elsewhere).toEqual([]);
});

const asked = [
  { story: true, inspector: false },
  { story: false, inspector: true },
  { story: true, inspector: true },
] as const;

test('at 1280 × 720 each machine keeps 520 pixels, whichever panels are asked for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const panels of asked) {
    const names = Object.entries(panels).flatMap(([name, open]) => (open ? [name] : []));
    await test.step(`at 1280 × 720 with ${names.join(' and ')} asked for each machine keeps 520 pixels`, async () => {
      await page.goto('about:blank');
      await open(page, { ...shortRun, view: panels });
      await momentOf(page, 'B');
      for (const side of ['A', 'B'] as const) {
        expect((await machine(page, side).boundingBox())!.width).toBeGreaterThanOrEqual(520);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
      await expect(playhead(page)).toBeInViewport({ ratio: 1 });
    });
  }
});

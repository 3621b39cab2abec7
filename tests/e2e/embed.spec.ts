// A machine in a frame of foreign slides: a real reveal.js deck on another origin, with the frame and the script
// that docs/embed.md shows.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';

const patience = 60_000;
const reveal = (name: string) => readFileSync(`node_modules/reveal.js/dist/${name}`);
const doc = readFileSync('docs/embed.md', 'utf8');
const chapter = doc.slice(doc.indexOf('## reveal.js'), doc.indexOf('## Quarto'));
const shown = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(chapter)![1]!;

/** A deck as the documentation shows it, on an origin of its own. */
async function deck(ours: string) {
  const own = (text: string) =>
    text
      .replaceAll('https://example.org/schedscape/', ours)
      .replaceAll('https://example.org', new URL(ours).origin);
  const html = `<!doctype html><html><head><link rel="icon" href="data:,"><link rel="stylesheet" href="/reveal.css"></head>
<body><div class="reveal"><div class="slides"><section><h2>First</h2></section>${own(shown('html'))}</div></div>
<script src="/reveal.js"></script><script>Reveal.initialize({ width: 1280, height: 720 });
${own(shown('js'))}</script></body></html>`;
  const server = createServer(({ url = '/' }, response) => {
    const isFile = url === '/reveal.js' || url === '/reveal.css';
    const type = url.endsWith('.js')
      ? 'text/javascript'
      : url.endsWith('.css')
        ? 'text/css'
        : 'text/html';
    response.writeHead(200, { 'Content-Type': type });
    response.end(isFile ? reveal(url.slice(1)) : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

const ping = { schedscape: 1, kind: 'PING', id: 3 };

/**
 * What the frame answers a message of the deck with, or of another frame of it. Messages arrive in their order: what is not
 * answered before a ping that is sent after it is never answered, and undefined.
 */
const answer = (page: Page, message: object, from: 'deck' | 'child' = 'deck') =>
  page.evaluate(
    async ([sent, sender, last]) => {
      const frame = document.querySelector('iframe')!.contentWindow!;
      let first: { id?: unknown } | undefined;
      const pong = new Promise<void>((resolve) => {
        window.addEventListener('message', ({ source, data }) => {
          if (source !== frame) return;
          first ??= data;
          if (data?.id === last.id) resolve();
        });
      });
      if (sender === 'deck') frame.postMessage(sent, '*');
      else {
        const child = document.createElement('iframe');
        child.srcdoc = `<script>parent.frames[0].postMessage(${JSON.stringify(sent)}, '*'); parent.isSent()</script>`;
        await new Promise<void>((isSent) => {
          Object.assign(window, { isSent });
          document.body.append(child);
        });
      }
      frame.postMessage(last, '*');
      await pong;
      return first?.id === last.id ? undefined : first;
    },
    [message, from, { ...ping, id: 1_000_000 }] as const,
  );
const isIn = (page: Page, state: string) =>
  expect
    .poll(() => answer(page, ping), { timeout: patience })
    .toMatchObject({ schedscape: 1, kind: 'PONG', id: 3, state });

test('in a deck of reveal.js it is a poster until it is pressed, and waits while its slide is away', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(5 * patience);
  const { address, close } = await deck(baseURL!);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  try {
    await page.goto(address);
    const frame = page.locator('iframe').first();
    await page.keyboard.press('ArrowRight');
    await expect(frame).toHaveAttribute('src', /&embed$/);
    const inside = page.frameLocator('iframe').first();
    await expect(inside.getByRole('button', { name: 'Run it' })).toBeVisible({ timeout: patience });
    await expect(inside.getByRole('img')).toBeVisible({ timeout: patience });
    await isIn(page, 'poster');
    expect(workers).toEqual([]);
    // Only well-formed messages of the host are answered.
    expect(await answer(page, { ...ping, more: 1 })).toBeUndefined();
    expect(await answer(page, { kind: 'PING', id: 3 })).toBeUndefined();
    await inside.getByRole('button', { name: 'Run it' }).click();
    await expect(inside.getByRole('region', { name: 'Machine A' })).toBeVisible({
      timeout: patience,
    });
    await isIn(page, 'playing');
    for (const gone of ['Story', 'Inspector', 'Views'])
      await expect(inside.getByRole('region', { name: gone, exact: true })).toHaveCount(0);
    // The deck goes back, and tells the machine to wait.
    await page.evaluate('Reveal.prev()');
    await isIn(page, 'paused');
    expect(await answer(page, ping, 'child')).toBeUndefined();
  } finally {
    close();
  }
});

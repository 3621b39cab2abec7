// After one visit the page works without its host, with no network at all. Also for hosts: a newer version is
// offered and never forced, and everything that was kept can be removed again.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { addWorker, filesToKeep } from '../../tools/lib/offline.mjs';
import { machine, smallStory } from './stage.ts';
import { aTalk, begin, walkToTheEnd } from './talks.ts';

test.use({ serviceWorkers: 'allow' });

const patience = 60_000;
const port = Number(process.env.E2E_PORT ?? 4179) + 7;
const address = `http://127.0.0.1:${port}/`;

/** A host of a folder, in a process of its own: when that is gone, so is the network. */
async function host(folder: string): Promise<ChildProcess> {
  const started = spawn(process.execPath, [
    'tools/serve.mjs',
    ...[folder, '--port', String(port), '--strict-port', '--owner', String(process.pid)],
  ]);
  await new Promise((resolve, reject) => {
    started.stdout.once('data', resolve);
    started.once('exit', () => reject(new Error('the host does not start')));
  });
  return started;
}

async function stop(running: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => running.once('exit', resolve));
  running.kill();
  await ended;
}

const kept = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-offline', 'ready', { timeout: 4 * patience });

test('after one visit a talk runs to the end without a network', async ({ page }) => {
  test.setTimeout(1_200_000);
  const running = await host('dist');
  try {
    await page.goto(address);
    await kept(page);
  } finally {
    await stop(running);
  }
  await page.goto('about:blank');
  await page.goto(`${address}#/talks/${aTalk.name}`);
  await begin(page, 0);
  await walkToTheEnd(page, aTalk);
});

test('what is kept is everything that a page may ask for, and no file over two megabytes', () => {
  const { kept: files, tooLarge } = filesToKeep('dist');
  expect(tooLarge).toEqual([]);
  const names = files.map(({ url }) => url);
  for (const part of ['index.html', 'frame.js', 'manifest.webmanifest'])
    expect(names).toContain(part);
  expect(names.some((name) => /^assets\/core-.*\.wasm$/.test(name))).toBe(true);
  expect(names.some((name) => name.startsWith('beginnings/') || name === 'sw.js')).toBe(false);
  for (const { url, revision } of files)
    expect(url.startsWith('assets/') ? revision === null : /^[0-9a-f]{16}$/.test(revision!)).toBe(
      true,
    );
});

/** The hash of the core that the service worker keeps. */
async function keptCore(): Promise<string> {
  const cache = await caches.open((await caches.keys())[0]!);
  const key = (await cache.keys()).find(({ url }) => /core-.*\.wasm$/.test(url));
  const bytes = await (await cache.match(key!))!.arrayBuffer();
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
}

/** Changes a byte of it. */
async function damageCore(): Promise<void> {
  const cache = await caches.open((await caches.keys())[0]!);
  const key = (await cache.keys()).find(({ url }) => /core-.*\.wasm$/.test(url));
  const kept = (await cache.match(key!))!;
  const bytes = new Uint8Array(await kept.arrayBuffer());
  bytes[bytes.length >> 1]! ^= 1;
  await cache.put(key!, new Response(bytes, { headers: kept.headers }));
}

test('a simulator that is kept damaged is fetched anew, and kept so', async ({ page }) => {
  test.setTimeout(12 * patience);
  const running = await host('dist');
  try {
    await page.goto(address);
    await kept(page);
    const whole = await page.evaluate(keptCore);
    await page.evaluate(damageCore);
    expect(await page.evaluate(keptCore)).not.toBe(whole);
    await page.goto('about:blank');
    await page.goto(new URL(smallStory, address).href);
    for (const side of ['A', 'B'] as const)
      await expect(machine(page, side).locator('canvas')).toBeVisible({ timeout: 2 * patience });
    await expect.poll(() => page.evaluate(keptCore)).toBe(whole);
  } finally {
    await stop(running);
  }
});

test('a newer page is shown at once, its worker is offered, and all that was kept can be taken back', async ({
  page,
}) => {
  test.setTimeout(12 * patience);
  const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-host-'));
  cpSync('dist', folder, { recursive: true });
  const running = await host(folder);
  // A worker that goes loads the page once more, perhaps while it is asked.
  const keys = () => page.evaluate(async () => (await caches.keys()).length).catch(() => -1);
  try {
    await page.goto(address);
    await kept(page);
    expect(await keys()).toBe(1);
    // A newer version: another page, so another list of files.
    const file = path.join(folder, 'index.html');
    const html = readFileSync(file, 'utf8').replace(
      '<title>',
      '<meta name="newer" content="" /><title>',
    );
    writeFileSync(file, html);
    await addWorker(folder);
    await page.reload();
    await expect(page.locator('meta[name=newer]')).toHaveCount(1);
    const offer = page.getByText('A new version is available.');
    await expect(offer).toBeVisible({ timeout: patience });
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Reload' }).click(),
    ]);
    await kept(page);
    await expect(offer).toHaveCount(0);
    // The host takes it back.
    await addWorker(folder, { isOff: true });
    await page.reload();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(keys, { timeout: patience }).toBe(0);
    const registrations = () =>
      page
        .evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
        .catch(() => -1);
    await expect.poll(registrations, { timeout: patience }).toBe(0);
  } finally {
    await stop(running);
    rmSync(folder, { recursive: true, force: true });
  }
});

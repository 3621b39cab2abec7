// The page as one file, opened from a disk: no host, no network, nothing beside it.

import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { findFirefox } from '../../tools/lib/firefox.mjs';
import { buildSingle } from '../../tools/lib/single.mjs';
import { Firefox } from './firefox.ts';
import { aTalk, begin, longestWait, talks, walkToTheEnd } from './talks.ts';

/** Alone in a folder of its own, as on a stick. */
const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-stick-'));
const file = path.join(folder, 'schedscape.html');
const address = pathToFileURL(file).href;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  copyFileSync(await buildSingle(), file);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('all talks run to the end from one file in Chromium', async ({ page }) => {
  test.setTimeout(1_200_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!/^(?:data|blob):/.test(request.url()) && request.url() !== address)
      complaints.push(request.url());
  });
  for (const talk of talks) {
    await page.goto('about:blank');
    await page.goto(`${address}#/talks/${talk.name}`);
    await begin(page, talk === aTalk ? longestWait : 0);
    await walkToTheEnd(page, talk);
  }
  expect(complaints).toEqual([]);
});

test('the file is of a size that fits in a mail', () => {
  expect(statSync(file).size).toBeLessThan(20 * 2 ** 20);
});

const title = `document.querySelector('nav[aria-label=Talk] h1')?.textContent ?? ''`;
const pressed = (key: string) =>
  `(document.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true })), '')`;
const said = `document.querySelector('nav[aria-label=Talk] section [role=status]')?.textContent ?? ''`;
/** Begins whether or not all is ready by now, and says when the cover is gone: what the button is called changes with that. */
const begun = `((button) => (button ? (button.click(), 'covered') : 'begun'))([...document.querySelectorAll('nav[aria-label=Talk] section button')].find((each) => /^Begin/.test(each.textContent)))`;
const drawn = `String(document.querySelectorAll('main canvas, main svg, main table').length > 0)`;

test('a talk runs to the end from one file in Firefox', async () => {
  const program = findFirefox();
  test.skip(!program, 'no Firefox is installed');
  test.setTimeout(1_200_000);
  const soon = { timeout: 90_000 };
  const firefox = await Firefox.launch(program!);
  try {
    const { name, steps } = aTalk;
    await firefox.open(`${address}#/talks/${name}`);
    await expect.poll(() => firefox.text(said), soon).toMatch(/^(Ready|Getting ready)/);
    await expect.poll(() => firefox.text(begun), soon).toBe('begun');
    for (const [at, step] of steps.entries()) {
      // A key that arrives while the stage is rebuilt is lost: the test presses it again, as a speaker would.
      const goOn = async () => {
        const shown = await firefox.text(title);
        if (shown === steps[at - 1]) await firefox.text(pressed('PageDown'));
        return shown;
      };
      await expect.poll(goOn, { ...soon, intervals: [2000] }).toBe(step);
      await expect.poll(() => firefox.text(drawn), soon).toBe('true');
    }
  } finally {
    await firefox.close();
  }
});

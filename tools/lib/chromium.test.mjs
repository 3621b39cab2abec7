// What the browser of the tests is begun with, beside what Playwright begins it with.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onlyThePage } from './chromium.mjs';

/** What Playwright turns off stands in its source, and nowhere else. */
function turnedOffByPlaywright() {
  const here = createRequire(createRequire(import.meta.url).resolve('@playwright/test'));
  const folder = path.dirname(here.resolve('playwright-core/package.json'));
  const source = readFileSync(path.join(folder, 'lib/coreBundle.js'), 'utf8');
  const [, list = ''] = /\bdisabledFeatures = \[([^\]]*)\]/.exec(source) ?? [];
  return [...list.matchAll(/^ *"(\w+)"/gm)].map(([, name]) => name);
}

it('everything that Playwright turns off stays off, as a browser goes by one list only', () => {
  const names = turnedOffByPlaywright();
  expect(names.length).toBeGreaterThan(10);
  const [option] = onlyThePage;
  const off = option.replace('--disable-features=', '').split(',');
  expect(off.filter((name) => !name.startsWith('WebUIOmnibox')).sort()).toEqual(names.sort());
});

// Draws the pictures of public/ anew: the icon in the sizes that systems ask for, from public/icon.svg, and the
// picture that goes with a link, which is Home with its live machine. `npm run build` first, then `node tools/make-public.mjs`;
// look at what it wrote and commit it.

import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { usualBrowser } from './lib/chromium.mjs';
import { main } from './lib/failure.mjs';
import { writeWhole } from './lib/files.mjs';
import { distDir, inRoot } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

/** Link previews crop other sizes. */
const previewSize = { width: 1200, height: 630 };

async function drawIcons(page) {
  const svg = readFileSync(inRoot('public/icon.svg'), 'utf8');
  // A system cuts its own form out of a maskable icon: the ground goes to the edges.
  const whole = svg.replace(/ rx="96"/, '');
  const icons = [
    ['icon-180', 180, whole],
    ['icon-192', 192, svg],
    ['icon-512', 512, svg],
    ['icon-maskable-512', 512, whole],
  ];
  for (const [name, size, drawing] of icons) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${drawing}`,
    );
    const picture = await page.screenshot({ omitBackground: true });
    writeWhole(inRoot(`public/${name}.png`), picture);
  }
}

async function drawPreview(page) {
  const port = await serve(distDir, 4460, { strict: false });
  await page.setViewportSize(previewSize);
  await page.goto(`http://127.0.0.1:${port}/`);
  // By then the measured window has begun: on the left many wait, on the right few.
  await page.waitForTimeout(15_000);
  await page
    .getByText(/^[3-9]\d of 480 CPUs wait$/)
    .first()
    .waitFor({ timeout: 120_000 });
  writeWhole(inRoot('public/link-preview.png'), await page.screenshot());
}

main(async () => {
  const browser = await chromium.launch({ ...usualBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await drawIcons(page);
    await drawPreview(page);
  } finally {
    await browser.close();
  }
  process.exit(0);
});

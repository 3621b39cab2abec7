// Makes the picture of README, which moves: `node tools/make-readme-picture.mjs` plays a story of the built page (dist/) and
// writes docs/one-line.png, an animated PNG. Not part of a build: the picture is looked at, then committed.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { chromium } from '@playwright/test';
import { usualBrowser } from './lib/chromium.mjs';
import { main } from './lib/failure.mjs';
import { distDir, inRoot } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

const address = '#/cpupri/one-line/2';
const file = 'docs/one-line.png';
const viewport = { width: 1000, height: 620 };
/** The machine, without the story beside it. */
const clip = { x: 360, y: 44, width: 640, height: 440 };
const frames = 16;
/** ms that each is shown. */
const each = 200;
const port = 4290;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The chunks of a PNG: [type, data]. */
function* chunksOf(png) {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += 12 + length;
  }
}

/** PNGs of one size as one animated PNG that goes round. */
export function animated(pngs, ms) {
  const [, head] = [...chunksOf(pngs[0])].find(([type]) => type === 'IHDR');
  const control = Buffer.alloc(8);
  control.writeUInt32BE(pngs.length);
  const parts = [pngs[0].subarray(0, 8), chunk('IHDR', head), chunk('acTL', control)];
  let number = 0;
  const numbered = (data) => {
    const whole = Buffer.concat([Buffer.alloc(4), data]);
    whole.writeUInt32BE(number++);
    return whole;
  };
  for (const [at, png] of pngs.entries()) {
    const frame = Buffer.alloc(22);
    head.copy(frame, 0, 0, 8); // width and height
    frame.writeUInt16BE(ms, 16);
    frame.writeUInt16BE(1000, 18);
    parts.push(chunk('fcTL', numbered(frame)));
    for (const [type, data] of chunksOf(png)) {
      if (type !== 'IDAT') continue;
      parts.push(at === 0 ? chunk('IDAT', data) : chunk('fdAT', numbered(data)));
    }
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

async function pictures(page) {
  await page.goto(`http://127.0.0.1:${port}/${address}`);
  await page.locator('canvas').first().waitFor({ timeout: 120_000 });
  // The first picture, and the step's caption, are there a moment later.
  await page.waitForTimeout(4_000);
  const taken = [];
  while (taken.length < frames) {
    taken.push(await page.screenshot({ clip }));
    await page.waitForTimeout(each);
  }
  return taken;
}

if (process.argv[1] && path.resolve(process.argv[1]) === inRoot('tools/make-readme-picture.mjs')) {
  main(async () => {
    await serve(distDir, port, { strict: true });
    const browser = await chromium.launch(usualBrowser());
    try {
      const page = await browser.newPage({ viewport, colorScheme: 'dark' });
      writeFileSync(inRoot(file), animated(await pictures(page), each));
      process.stdout.write(`${file}\n`);
    } finally {
      await browser.close();
    }
    process.exit(0);
  });
}

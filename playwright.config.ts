// The end-to-end tests: a real Chromium on the built page (dist/), served as a static host would.
// It never downloads a browser: CHROME_PATH or the system's own is used.

import { defineConfig } from '@playwright/test';
import { onlyThePage, usualBrowser } from './tools/lib/chromium.mjs';

const port = Number(process.env.E2E_PORT ?? 4179);

/**
 * What measures time, or keeps both processors busy for minutes: one test at a time, so that none is measured by what another
 * one takes. `npm test` runs them alone, after the others. What ends workers or refuses memory does so to those of its own page.
 */
const alone = /\/e2e\/(?:clocks|time|film|offline|single|curves)\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'accessibility/**/*.spec.ts', 'gallery/**/*.spec.ts'],
  snapshotPathTemplate: '{testDir}/gallery/pictures/{arg}{ext}',
  outputDir: 'build/e2e',
  workers: 2,
  // Each test may take the next free browser: no file is so long that the other one waits for it.
  fullyParallel: true,
  projects: [
    { name: 'page', testIgnore: alone },
    { name: 'alone', testMatch: alone, workers: 1 },
  ],
  // A build machine tries once more, and names what passed only then: its cause is to be found.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000, // ends a test that hangs; how long one takes decides nothing
  // Edges of letters differ a little from one machine to another: a pixel may differ by a quarter of
  // what an eye sees between black and white, and four in a thousand by more.
  expect: {
    // Time decides nothing: whoever waits for what is meant may wait for long.
    timeout: 30_000,
    toHaveScreenshot: { threshold: 0.25, maxDiffPixelRatio: 0.004 },
  },
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'build/e2e-report.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
    // Who has chosen no theme gets that of the system: themes.spec.ts tests the other one.
    colorScheme: 'dark',
    // What is tested is what is served; what a browser keeps is tested where it is meant (offline.spec.ts).
    serviceWorkers: 'block',
    launchOptions: {
      ...usualBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        ...onlyThePage,
      ],
    },
  },
  webServer: {
    // Owned, so that a run that is killed leaves no server on its port.
    command: `node tools/serve.mjs dist --port ${port} --strict-port --owner ${process.pid}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});

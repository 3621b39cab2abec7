// The end-to-end tests: a real Chromium on the built page (dist/), served as a static host would.
// It never downloads a browser: CHROME_PATH or the system's own is used.

import { defineConfig } from '@playwright/test';
import { onlyThePage, usualBrowser } from './tools/lib/chromium.mjs';

const port = Number(process.env.E2E_PORT ?? 4179);

export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/**/*.spec.ts', 'accessibility/**/*.spec.ts', 'gallery/**/*.spec.ts'],
  snapshotPathTemplate: '{testDir}/gallery/pictures/{arg}{ext}',
  outputDir: 'build/e2e',
  workers: 1,
  // A browser on a busy machine may run out of time once; what passes only then is named as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  // Edges of letters differ a little from one machine to another: a pixel may differ by a quarter of
  // what an eye sees between black and white, and four in a thousand by more.
  expect: { toHaveScreenshot: { threshold: 0.25, maxDiffPixelRatio: 0.004 } },
  reporter: [['list'], ['json', { outputFile: 'build/e2e-report.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1440, height: 900 },
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
    command: `node tools/serve.mjs dist --port ${port} --strict-port`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});

// The unit tests (`unit` in Node, `dom` in happy-dom for components), the determinism tests, which
// need every compiler's build, and the fidelity tests, which simulate for half a minute. Browser tests
// belong to playwright.config.ts.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import { coreHashes } from './tools/lib/core-hashes.mjs';
import { moduleCache, modulesFolder } from './tools/lib/module-cache.mjs';
import { openedScenarios } from './tools/lib/opened-scenarios.mjs';
import { storyPicturesPlugin } from './tools/lib/story-pictures.mjs';

const never = [
  '**/node_modules/**',
  'build/**',
  'dist/**',
  'tests/e2e/**',
  'tests/accessibility/**',
];

export default defineConfig({
  // What the page knows of its stories and machines, for components that show it.
  plugins: [react(), coreHashes(), openedScenarios(), storyPicturesPlugin(), moduleCache()],
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['tests/opened-files.ts'],
    experimental: { fsModuleCache: true, fsModuleCachePath: modulesFolder },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{web,cli,tests,tools}/**/*.test.{ts,mjs}'],
          exclude: [...never, 'tests/determinism/**', 'tests/fidelity/**'],
          testTimeout: 60_000, // ends a test that hangs; how long one takes decides nothing
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['{web,cli,tests,tools}/**/*.test.tsx'],
          exclude: [...never, 'tests/determinism/**', 'tests/fidelity/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'determinism',
          environment: 'node',
          include: ['tests/determinism/**/*.test.{ts,tsx,mjs}'],
          exclude: never.slice(0, 3),
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'fidelity',
          environment: 'node',
          include: ['tests/fidelity/**/*.test.{ts,tsx,mjs}'],
          exclude: never.slice(0, 3),
          testTimeout: 600_000,
        },
      },
    ],
  },
});

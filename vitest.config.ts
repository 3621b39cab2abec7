// The unit tests (`unit` in Node, `dom` in happy-dom for components), the determinism tests, which
// need every compiler's build, and the fidelity tests, which simulate for half a minute. Browser tests
// belong to playwright.config.ts.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';
import { coreHashes } from './tools/lib/core-hashes.mjs';

const never = [
  '**/node_modules/**',
  'build/**',
  'dist/**',
  'tests/e2e/**',
  'tests/accessibility/**',
];

export default defineConfig({
  plugins: [react(), coreHashes()],
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
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
          include: ['{web,tests}/**/*.test.tsx'],
          exclude: never,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'determinism',
          environment: 'node',
          include: ['tests/determinism/**/*.test.ts'],
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
          include: ['tests/fidelity/**/*.test.ts'],
          exclude: never.slice(0, 3),
          testTimeout: 600_000,
        },
      },
    ],
  },
});

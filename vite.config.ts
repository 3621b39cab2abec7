// How the page is built: static files for any host and any sub-path. The command line is bundled
// by tools/lib/cli.mjs, the tests are configured in vitest.config.ts.

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { coreHashes } from './tools/lib/core-hashes.mjs';
import { licences } from './tools/lib/licences.mjs';
import { openedScenarios } from './tools/lib/opened-scenarios.mjs';
import { storyPicturesPlugin } from './tools/lib/story-pictures.mjs';

/** In the static graph of what starts, but only as names that are handed on: used by what comes later. */
const comesLater =
  /stage\/view-messages|engine\/abi\/(?:c2c-row|explain|hold-view|latency-view|lock-view|pcp-view|pick|steps)\.gen/;

/**
 * Chunks that every page loads right after its start are fetched together with all they need. Of others, which come when
 * somebody asks, the start would have to name a hundred files: theirs are found one after the other.
 */
const comesAtOnce = /Home|LiveMachine|App|second-chunk/;

/** What is there by then need not be named: with the entry of the page, and what the stage itself needs. */
const isThere = (name: string, host: string): boolean =>
  /\/(?:index|rolldown-runtime)-/.test(name) ||
  (/\/App-/.test(host) && /\/(?:session|format|IconButton|worker-life)-.*js$/.test(name));

/** What a page or a worker starts with is one file: many small ones are as many requests, and pack worse. */
const startInOne = {
  codeSplitting: {
    groups: [
      {
        name: 'start',
        tags: ['$initial' as const],
        test: (id: string) => !comesLater.test(id),
        includeDependenciesRecursively: false,
      },
    ],
  },
};

/**
 * Does the same for the worker that every page starts with, and for no other: those of sweeps, differences and refusals use
 * at once what comes later there, and two files that need each other cannot begin.
 */
function stageWorkerInOne(): Plugin {
  let isStage = false;
  return {
    name: 'stage-worker-in-one',
    options({ input }) {
      isStage = JSON.stringify(input).includes('/stage/worker.ts');
    },
    outputOptions: (options) => (isStage ? { ...options, ...startInOne } : options),
  };
}

/** As one file (tools/lib/single.mjs): every script of the page in one, every worker in one of its own. */
const isSingle = process.env.SCHEDSCAPE_SINGLE === '1';
const inOne = { codeSplitting: false } as const;

export default defineConfig({
  base: './',
  plugins: [
    openedScenarios(),
    coreHashes(),
    storyPicturesPlugin(),
    react(),
    licences({ isPage: true }),
  ],
  worker: {
    // From a disk no worker of modules begins.
    format: isSingle ? 'iife' : 'es',
    plugins: () => [
      ...(isSingle ? [] : [stageWorkerInOne()]),
      coreHashes(),
      licences({ isPage: false }),
    ],
    ...(isSingle && { rolldownOptions: { output: inOne } }),
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The Content-Security-Policy allows fonts and modules from our own origin only: no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed, { hostId }) =>
        needed.filter(
          (name) => !isThere(name, hostId) && (comesAtOnce.test(file) || name.endsWith('.css')),
        ),
    },
    reportCompressedSize: false,
    rolldownOptions: { output: isSingle ? inOne : startInOne },
    cssCodeSplit: !isSingle,
  },
});

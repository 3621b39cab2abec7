// How the page is built: static files for any host and any sub-path. The command line is bundled
// by tools/lib/cli.mjs, the tests are configured in vitest.config.ts.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { openedScenarios } from './tools/lib/opened-scenarios.mjs';
import { storyPicturesPlugin } from './tools/lib/story-pictures.mjs';

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [openedScenarios(), storyPicturesPlugin(), react()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The Content-Security-Policy allows fonts and modules from our own origin only: no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});

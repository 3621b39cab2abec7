// Builds the page into dist/, when something it is made of has changed.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { withoutBeginnings } from './beginnings.mjs';
import { hashFiles, listFiles, readIfThere, writeWhole } from './files.mjs';
import { addWorker } from './offline.mjs';
import { buildDir, distDir } from './paths.mjs';
import { writeSbom } from './sbom.mjs';
import { writeStoryTexts } from './story-texts.mjs';
import { buildWithVite } from './vite.mjs';

const stampFile = path.join(buildDir, 'dist.key');

export function pageKey() {
  const configs = ['index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];
  const files = [
    ...configs,
    'LICENSE',
    'tools/lib/core-hashes.mjs',
    'tools/lib/files.mjs',
    'tools/lib/licences.mjs',
    'tools/lib/offline.mjs',
    'tools/lib/opened-scenarios.mjs',
    'tools/lib/scenario-room.mjs',
    'tools/lib/sbom.mjs',
    'tools/lib/story-pictures.mjs',
    'tools/lib/story-texts.mjs',
    'tools/lib/vite.mjs',
    'build/core/core.wasm',
    'build/core/policy.wasm',
    'build/core/probes.wasm',
  ];
  const isSource = (name) => !/\.test\.tsx?$/.test(name);
  return hashFiles(listFiles([...files, 'web', 'scenarios', 'public'], isSource));
}

/** Resolves to true when it had to build. The key is taken before, so a change meanwhile counts. */
export async function buildPage({ force = false, isOffline = true } = {}) {
  const key = pageKey();
  const isFresh = existsSync(path.join(distDir, 'index.html'));
  if (!force && isFresh && readIfThere(stampFile, 'utf8') === key) return false;
  await buildWithVite('the page');
  await writeStoryTexts(distDir);
  await addWorker(distDir, { isOff: !isOffline });
  writeSbom(distDir);
  // A page without the offline worker is made on purpose; the next usual build replaces it.
  writeWhole(stampFile, isOffline ? key : 'without');
  return true;
}

/** The page with nothing beside it that saves it computing: what tests look at. */
export async function buildColdPage(options) {
  await buildPage(options);
  withoutBeginnings(distDir);
  writeSbom(distDir);
}

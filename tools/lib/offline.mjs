// The service worker of a built page: bundled on its own, with the list of the files that it keeps. Without it, or where
// `isOff`, one that takes an earlier one back: it forgets what was kept and gives the open pages to the host again.

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { integrityOf } from './core-hashes.mjs';
import { sha256Of } from './files.mjs';
import { inRoot } from './paths.mjs';

export const workerName = 'sw.js';
/** Bytes: the largest file that every visitor downloads for offline use. */
const largest = 2 * 2 ** 20;
/** Files that are of no use without a network, and files of the host. */
const leftOut = [
  /^_headers$/,
  /^sbom\.cdx\.json$/,
  /^licences\.txt$/,
  /^LICENSE\.txt$/,
  /^link-preview\.png$/,
  /^beginnings\//,
  /^stories\//,
  /\.map$/,
];

/** { kept, tooLarge }: the files of a built page that are kept, each with what tells its version, and those that are not. */
export function filesToKeep(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name !== workerName && !leftOut.some((pattern) => pattern.test(name)))
    .sort();
  const isSmall = (name) => statSync(path.join(folder, name)).size <= largest;
  const kept = names.filter(isSmall).map((url) => ({
    url,
    revision: revisionOf(folder, url),
    // A page takes no other one: damaged ones are not to be kept.
    ...(url.endsWith('.wasm') && { integrity: integrityOf(readFileSync(path.join(folder, url))) }),
  }));
  return { kept, tooLarge: names.filter((name) => !isSmall(name)) };
}

/** A name with a hash says its version itself. */
function revisionOf(folder, name) {
  if (name.startsWith('assets/')) return null;
  return sha256Of(readFileSync(path.join(folder, name))).slice(0, 16);
}

const takenBack = `// Takes back what an earlier version kept, and itself.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
    for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
  };
  event.waitUntil(forget());
});
`;

const meta = (file) => `    <meta name="offline" content="${file}" />\n  </head>`;

/**
 * Writes the worker into a built page and its name into the page. One that is off has no name there: the page would
 * ask for it again and again, and be loaded anew each time.
 */
export async function addWorker(folder, { isOff = false } = {}) {
  const file = path.join(folder, workerName);
  const page = path.join(folder, 'index.html');
  const html = readFileSync(page, 'utf8').replace(/ {4}<meta name="offline"[^>]*>\n/, '');
  if (isOff) {
    writeFileSync(page, html);
    writeFileSync(file, takenBack);
    return;
  }
  writeFileSync(page, html.replace(/ *<\/head>/, meta(`./${workerName}`)));
  const { kept, tooLarge } = filesToKeep(folder);
  if (tooLarge.length > 0)
    throw new Error(`more than 2 MB, so not there without a network: ${tooLarge}`);
  rmSync(file, { force: true });
  await build({
    configFile: false,
    root: inRoot('.'),
    logLevel: 'warn',
    publicDir: false,
    define: {
      PAGE_FILES: JSON.stringify(kept),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: { entry: inRoot('web/app/offline-worker.ts'), formats: ['iife'], name: 'worker' },
      rolldownOptions: { output: { entryFileNames: workerName } },
    },
  });
}

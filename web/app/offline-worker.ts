// The service worker: keeps a copy of every file of the page, so that it works without a network after one visit.
// Files without a hash in their name, above all the page itself, are requested from the network first, so that a
// page with a network is never an old one. The build writes the list of files into this worker
// (tools/lib/offline.mjs).

import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  type PrecacheEntry,
  PrecacheStrategy,
  precache,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

/** What of a service worker is used here; the types of pages do not know them. */
interface ServiceWorker {
  readonly skipWaiting: () => Promise<void>;
  readonly registration: { readonly scope: string };
  readonly addEventListener: (
    name: 'message',
    listener: (event: { readonly data: unknown }) => void,
  ) => void;
}

/** Written by the build. */
declare const PAGE_FILES: readonly PrecacheEntry[];

const worker = self as unknown as ServiceWorker;
/** ms: after this the network counts as gone. */
const patience = 3_000;

/** The name of a file below where the page lies; the page itself by its file. */
function nameOf(url: URL): string | undefined {
  const { scope } = worker.registration;
  if (!url.href.startsWith(scope)) return undefined;
  return `${url.origin}${url.pathname}`.slice(scope.length) || 'index.html';
}

const names = new Set(PAGE_FILES.map(({ url }) => url));
const isHashed = (name: string): boolean => name.startsWith('assets/');

async function fromNetwork(request: Request): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    return await fetch(request, { signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The file of that name from its host, held to its hash by the browser, and in place of the kept one from now on. */
async function anew(name: string, request: Request): Promise<Response> {
  const response = await fetch(request);
  const key = getCacheKeyForURL(name);
  if (key && response.ok) {
    const cache = await caches.open(new PrecacheStrategy().cacheName);
    // A full disk does not keep the file from the page.
    await cache.put(key, response.clone()).catch(() => {});
  }
  return response;
}

precache([...PAGE_FILES]);
cleanupOutdatedCaches();

registerRoute(
  ({ url, request }) => request.method === 'GET' && names.has(nameOf(url) ?? ''),
  async ({ url, request }) => {
    const name = nameOf(url)!;
    // A reload with a hash means that the kept file is not what was built (web/engine/wasm.ts). Browsers with the
    // cache turned off reload, too, but without a hash.
    const isDamaged = request.cache === 'reload' && request.integrity !== '';
    if (isHashed(name) && isDamaged) return anew(name, request);
    if (isHashed(name)) return (await matchPrecache(name)) ?? fetch(request);
    try {
      return await fromNetwork(request);
    } catch {
      return (await matchPrecache(name)) ?? Response.error();
    }
  },
);

worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') void worker.skipWaiting();
});

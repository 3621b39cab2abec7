// Loads modules of the page in Node, for tools that need what only they know: scenarios, definitions, the engine. Modules that
// load others when these are needed can do so until it is closed.

import { createServer } from 'vite';
import { inRoot } from './paths.mjs';

/**
 * { load, close }. It would leave the process saying that it is for development, to whatever that builds afterwards.
 */
export async function openModules() {
  const { NODE_ENV } = process.env;
  const server = await createServer({
    configFile: false,
    root: inRoot(),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  return { load: (name) => server.ssrLoadModule(`/${name}`), close: () => server.close() };
}

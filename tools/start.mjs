// `npm start`: builds what is stale (packages, core, page), serves the page and prints its URL.
// Needs nothing but Node. PORT chooses the port; the next free one is taken if it is in use.

import { ensurePackages } from './lib/bootstrap.mjs';
import { main, usage } from './lib/failure.mjs';
import { distDir } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

main(async () => {
  const say = (line) => process.stdout.write(`${line}\n`);
  const port = Number(process.env.PORT ?? 4173);
  if (!Number.isInteger(port) || port < 1 || port > 65485) {
    throw usage(`PORT=${process.env.PORT}: must be a whole number from 1 to 65485`);
  }
  await ensurePackages(say);
  const { buildWasm } = await import('./build-core.mjs');
  const { buildPage } = await import('./lib/page.mjs');
  await buildWasm(say);
  say((await buildPage()) ? 'page    dist/  built' : 'page    dist/  up to date');
  say(`\nSchedscape is at http://127.0.0.1:${await serve(distDir, port)}/  (Ctrl+C ends it)`);
});

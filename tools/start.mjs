// `npm start`: builds what is stale (packages, core, page), serves the page and prints its URL. Then it computes in the background
// what stories need to stand at their windows at once (lib/beginnings.mjs), flagships first, while no request comes.
// Needs nothing but Node. PORT chooses the port; the next free one is taken if it is in use.

import { ensurePackages } from './lib/bootstrap.mjs';
import { main, usage } from './lib/failure.mjs';
import { distDir } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

/** ms without a request after which a page is taken to compute no more what it was opened for. */
const quiet = 10_000;

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
  let asked = performance.now();
  const onRequest = () => {
    asked = performance.now();
  };
  const { sayFolder, warm } = await import('./lib/beginnings.mjs');
  sayFolder(distDir);
  const used = await serve(distDir, port, { onRequest });
  say(`\nSchedscape is at http://127.0.0.1:${used}/  (Ctrl+C ends it)`);
  const isQuiet = () => performance.now() - asked > quiet;
  const before = async () => {
    while (!isQuiet()) await new Promise((resolve) => setTimeout(resolve, 500));
  };
  // The page is there without them, too.
  const told = { runners: 1, before, isLenient: true };
  await warm(distDir, () => {}, told).catch((error) => say(error.message));
});

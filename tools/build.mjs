// `npm run build`: dist/, which any static host can serve from any sub-path.

import { ensurePackages } from './lib/bootstrap.mjs';
import { main } from './lib/failure.mjs';

main(async () => {
  const say = (line) => process.stdout.write(`${line}\n`);
  await ensurePackages(say);
  const { buildWasm } = await import('./build-core.mjs');
  const { buildPage } = await import('./lib/page.mjs');
  await buildWasm(say);
  await buildPage({ force: true });
  say('page    dist/');
});

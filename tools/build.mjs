// `npm run build`: dist/, which any static host can serve from any sub-path, with what stories compute before their measured window
// beside it (lib/beginnings.mjs; on all processors, some minutes at the first time); `-- --cold` leaves that out. With `-- --no-offline`
// a page that takes back what an earlier one has had browsers keep for when there is no network (lib/offline.mjs). `-- --single`
// makes one file instead that opens from a disk (lib/single.mjs).

import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages } from './lib/bootstrap.mjs';
import { main, usage } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';

const help = 'usage: node tools/build.mjs [--cold] [--no-offline] | --single';

function readArguments(args) {
  try {
    const options = {
      cold: { type: 'boolean' },
      'no-offline': { type: 'boolean' },
      single: { type: 'boolean' },
    };
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw usage(`${error.message}\n${help}`);
  }
}

main(async (args) => {
  const { cold: isCold, 'no-offline': isOff, single: isSingle } = readArguments(args);
  const say = (line) => process.stdout.write(`${line}\n`);
  await ensurePackages(say);
  const { buildWasm } = await import('./build-core.mjs');
  const { buildPage } = await import('./lib/page.mjs');
  await buildWasm(say);
  if (isSingle) {
    const { buildSingle } = await import('./lib/single.mjs');
    say(`page    ${path.relative(root, await buildSingle({ force: true }))}, in one file`);
    return;
  }
  await buildPage({ force: true, isOffline: !isOff });
  say('page    dist/');
  if (isCold) return;
  const { warm } = await import('./lib/beginnings.mjs');
  const { distDir } = await import('./lib/paths.mjs');
  await warm(distDir, say);
});

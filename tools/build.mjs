// `npm run build`: dist/, which any static host can serve from any sub-path. With `-- --warm` also what the flagships
// compute before their measured window (lib/beginnings.mjs), some 9 MB.

import { parseArgs } from 'node:util';
import { ensurePackages } from './lib/bootstrap.mjs';
import { main, usage } from './lib/failure.mjs';

const help = 'usage: node tools/build.mjs [--warm]';

function readArguments(args) {
  try {
    return parseArgs({ args, options: { warm: { type: 'boolean' } } }).values;
  } catch (error) {
    throw usage(`${error.message}\n${help}`);
  }
}

main(async (args) => {
  const { warm: isWarm } = readArguments(args);
  const say = (line) => process.stdout.write(`${line}\n`);
  await ensurePackages(say);
  const { buildWasm } = await import('./build-core.mjs');
  const { buildPage } = await import('./lib/page.mjs');
  await buildWasm(say);
  await buildPage({ force: true });
  if (isWarm) {
    const { warm } = await import('./lib/beginnings.mjs');
    const { distDir } = await import('./lib/paths.mjs');
    await warm(distDir, say);
  }
  say('page    dist/');
});

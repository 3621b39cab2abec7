// `npm run setup`: installs everything the tests need that npm cannot give (compilers, Chromium).
// Not needed to look at Schedscape: `npm start` runs with nothing but Node.

import { ensurePackages } from './lib/bootstrap.mjs';
import { main } from './lib/failure.mjs';
import { ensureSystem } from './lib/system.mjs';

main(async () => {
  const say = (line) => process.stdout.write(`${line}\n`);
  await ensurePackages(say);
  await ensureSystem(say);
  say('everything is there');
});

// `npm run -s schedscape -- <command> …`: makes the core and the bundle fresh, then runs the
// command line (cli/) in this process. Says nothing when nothing is to be done; results alone go
// to stdout. What the commands do is written in cli/.

import { pathToFileURL } from 'node:url';
import { ensurePackages } from './lib/bootstrap.mjs';
import { main } from './lib/failure.mjs';

const toStderr = (line) => process.stderr.write(`${line}\n`);
const whenFresh = (line, fresh = true) => fresh && toStderr(line);

/** check and bench compare with the native core; the others only when they are told to. */
function needsNative(args) {
  const at = args.indexOf('--backend');
  const backend = args.find((arg) => arg.startsWith('--backend='))?.split('=')[1] ?? args[at + 1];
  const asked = (at >= 0 || args.some((arg) => arg.startsWith('--backend='))) && backend;
  return asked ? asked === 'native' || args[0] === 'bench' : ['check', 'bench'].includes(args[0]);
}

async function makeFresh(args) {
  await ensurePackages(toStderr);
  const { buildNative, buildWasm } = await import('./build-core.mjs');
  const { buildCli } = await import('./lib/cli.mjs');
  await buildWasm(whenFresh);
  if (needsNative(args)) await buildNative('gcc', whenFresh);
  await buildCli();
}

main(async (args) => {
  await makeFresh(args);
  // npm changes to the folder of package.json: paths on the command line mean the caller's.
  const viaNpm = ['schedscape', 'bench'].includes(process.env.npm_lifecycle_event ?? '');
  if (viaNpm && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  const { cliBundle } = await import('./lib/cli.mjs');
  process.argv = [process.execPath, cliBundle, ...args];
  await import(pathToFileURL(cliBundle).href);
});

// Serves a built folder: `node tools/serve.mjs [dist] [--port 4173] [--strict-port] [--owner PID]`. Builds nothing.
// With an owner it ends when that process has ended, however that happened, so that no port stays in use.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { main, usage } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { serve } from './lib/static-server.mjs';

const help = 'usage: node tools/serve.mjs [folder] [--port N] [--strict-port] [--owner PID]';

/** ms between two looks at the owner. */
const ownerLook = 500;

function readArguments(args) {
  try {
    const options = {
      port: { type: 'string' },
      'strict-port': { type: 'boolean' },
      owner: { type: 'string' },
    };
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { values, folder: path.resolve(root, positionals[0] ?? 'dist') };
  } catch (error) {
    throw usage(`${error.message}\n${help}`);
  }
}

/** Ends this process once the owner has ended: a killed owner cannot say so. */
function endWith(owner) {
  setInterval(() => {
    try {
      process.kill(owner, 0);
    } catch (error) {
      if (error.code === 'ESRCH') process.exit(0);
    }
  }, ownerLook);
}

main(async (args) => {
  const { values, folder } = readArguments(args);
  const port = Number(values.port ?? 4173);
  if (!Number.isInteger(port) || port < 1 || port > 65485) {
    throw usage(`--port ${values.port}: must be a whole number from 1 to 65485\n${help}`);
  }
  const owner = values.owner === undefined ? undefined : Number(values.owner);
  if (owner !== undefined && !(Number.isInteger(owner) && owner > 0)) {
    throw usage(`--owner ${values.owner}: must be the number of a process\n${help}`);
  }
  if (!existsSync(path.join(folder, 'index.html'))) {
    throw usage(`${folder} holds no index.html: npm run build`);
  }
  try {
    const used = await serve(folder, port, { strict: values['strict-port'] });
    if (owner !== undefined) endWith(owner);
    process.stdout.write(`http://127.0.0.1:${used}/\n`);
  } catch (error) {
    throw usage(`cannot listen on port ${port}: ${error.message}`);
  }
});

// `npm test`: every check there is, one line a step. Stops at the first that fails; `--keep-going`
// runs them all, `--verbose` shows what they print, `--only <part of a name>` chooses,
// `--no-cache` (and CI=true) runs what has not changed, too. The steps: lib/test-steps.mjs.

import { parseArgs } from 'node:util';
import { ensurePackages } from './lib/bootstrap.mjs';
import { main, usage } from './lib/failure.mjs';

const help = 'usage: npm test -- [--keep-going] [--verbose] [--no-cache] [--only <step>]';

function readOptions(args) {
  const flag = { type: 'boolean', default: false };
  try {
    const { values } = parseArgs({
      args,
      options: {
        'keep-going': flag,
        verbose: flag,
        'no-cache': flag,
        only: { type: 'string', default: '' },
      },
    });
    const cache = !values['no-cache'] && process.env.CI !== 'true';
    return { keepGoing: values['keep-going'], verbose: values.verbose, only: values.only, cache };
  } catch (error) {
    throw usage(`${error.message}\n${help}`);
  }
}

main(async (args) => {
  const options = readOptions(args);
  const say = (line) => process.stdout.write(`${line}\n`);
  await ensurePackages(say);
  const { testSteps } = await import('./lib/test-steps.mjs');
  const { runSteps } = await import('./lib/steps.mjs');
  const all = testSteps(say);
  const steps = all.filter(({ name }) => name.includes(options.only));
  if (steps.length === 0) {
    throw usage(
      `no step is called "${options.only}"; there are: ${all.map((s) => s.name).join(', ')}`,
    );
  }
  const { passed, failed, code } = await runSteps(steps, options, say);
  say(`${passed} passed, ${failed} failed`);
  return code;
});

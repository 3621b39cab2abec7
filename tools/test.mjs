// `npm test`: every check there is, one line a step. Stops at the first that fails; `--keep-going`
// runs them all, `--verbose` shows what they print and by what key each is kept, `--only <part of a name>` chooses,
// `--without` leaves out, `--no-cache` (and CI=true) runs what has not changed, too. `npm run test:quick` (`--quick`) runs what tells soonest of a
// change. The steps: lib/test-steps.mjs.

import { parseArgs } from 'node:util';
import { ensurePackages } from './lib/bootstrap.mjs';
import { endTogether } from './lib/ends.mjs';
import { main, usage } from './lib/failure.mjs';

const help =
  'usage: npm test -- [--keep-going] [--verbose] [--no-cache] [--only <step>] [--without <step>] [--quick]';

function readOptions(args) {
  const flag = { type: 'boolean', default: false };
  try {
    const { values } = parseArgs({
      args,
      options: {
        'keep-going': flag,
        verbose: flag,
        'no-cache': flag,
        quick: flag,
        only: { type: 'string', default: '' },
        without: { type: 'string' },
      },
    });
    const cache = !values['no-cache'] && process.env.CI !== 'true';
    const { verbose, quick, only, without } = values;
    return { keepGoing: values['keep-going'], verbose, quick, only, without, cache };
  } catch (error) {
    throw usage(`${error.message}\n${help}`);
  }
}

/** ms that programs get to end by themselves, a browser with its server, before they are killed. */
const patience = 5000;

main(async (args) => {
  const begun = performance.now();
  const options = readOptions(args);
  const say = (line) => process.stdout.write(`${line}\n`);
  // What tests measured before is not read then (tests/runs/measured.ts).
  if (!options.cache) process.env.SCHEDSCAPE_RUNS_SINCE = String(Date.now());
  await ensurePackages(say);
  const { quickSteps, testSteps } = await import('./lib/test-steps.mjs');
  const { runSteps } = await import('./lib/steps.mjs');
  const { keepTimes, progress, tableOf } = await import('./lib/progress.mjs');
  endTogether(patience);
  const all = options.quick ? quickSteps(say) : testSteps(say);
  const isLeftOut = (name) => options.without !== undefined && name.includes(options.without);
  const steps = all.filter(({ name }) => name.includes(options.only) && !isLeftOut(name));
  if (steps.length === 0) {
    throw usage(
      `no step is called "${options.only}"; there are: ${all.map((s) => s.name).join(', ')}`,
    );
  }
  const names = steps.map(({ name }) => name);
  const { passed, failed, code, times } = await runSteps(
    steps,
    options,
    say,
    progress(names, process.stdout),
  );
  keepTimes('steps', Object.fromEntries(times.map(({ name, seconds }) => [name, seconds])));
  say(['', ...tableOf(times), ''].join('\n'));
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  say(
    `${passed} passed, ${failed} failed in ${minutes} min; seconds of every file: build/test-seconds.json`,
  );
  return code;
});

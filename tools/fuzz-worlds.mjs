// The long form of the fuzzer of worlds: `npm run fuzz -- [--minutes 10] [--from 1] [--processes N] [--laws 3] [--checked]`.
// Worlds drawn from numbers run under ASan, UBSan, all debug checks and the laws of wasm-core/fuzz/worlds (laws.c,
// laws_of_*.c), with the shipped scenarios as seeds. Prints what failed, each with the number that replays it and the text in
// which it is kept, and which functions and edges of the core were reached, by room. With --checked no sanitizer and no
// such count: several times as many worlds in the same time, with the core's own checks.

import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, usage } from './lib/failure.mjs';
import { buildDir, inRoot } from './lib/paths.mjs';
import { reachedByRoom } from './lib/reached.mjs';
import { run } from './lib/run.mjs';
import { writeShippedWorlds } from './lib/shipped-worlds.mjs';

const help =
  'usage: npm run fuzz -- [--minutes N] [--from N] [--processes N] [--laws N] [--checked]';
/** Numbers that one process may use up. */
const apart = 1e9;

function readOptions(args) {
  const number = (fallback) => ({ type: 'string', default: String(fallback) });
  try {
    const options = {
      minutes: number(10),
      from: number(1),
      processes: number(availableParallelism()),
      laws: number(3),
      checked: { type: 'boolean', default: false },
    };
    const { checked, ...values } = parseArgs({ args, options }).values;
    const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)]);
    const wrong = numbers.find(([, value]) => !(value > 0 && value <= 1e9));
    if (wrong) throw new Error(`--${wrong[0]} must be a number from 1 to 10^9`);
    return { ...Object.fromEntries(numbers), checked };
  } catch (error) {
    throw usage(`${error.message}\n${help}`);
  }
}

async function build(preset) {
  const cwd = inRoot('wasm-core');
  for (const args of [
    ['--preset', preset],
    ['--build', '--preset', preset, '--target', 'fuzz_worlds'],
  ]) {
    const { code, output } = await run('cmake', args, { cwd });
    if (code !== 0) throw new Failure(output);
  }
  return path.join(buildDir, 'cmake', preset, 'fuzz_worlds');
}

main(async (args) => {
  const { minutes, from, processes, laws, checked } = readOptions(args);
  const say = (line) => process.stdout.write(`${line}\n`);
  const folder = path.join(buildDir, 'fuzz');
  const [shipped, keep] = ['shipped', 'findings'].map((name) => path.join(folder, name));
  mkdirSync(keep, { recursive: true });
  say(`${await writeShippedWorlds(shipped)} shipped definitions as seeds`);
  const program = await build(checked ? 'checked' : 'worlds');
  const covers = Array.from({ length: processes }, (_, at) => path.join(folder, `reached-${at}`));
  const runs = await Promise.all(
    covers.map((cover, at) => {
      const where = ['--shipped', shipped, '--keep', keep, '--laws', String(laws)];
      if (!checked) where.push('--cover', cover);
      const first = String(from + at * apart);
      const numbers = ['--seconds', String(Math.round(60 * minutes)), first, String(apart)];
      return run(program, [...where, ...numbers], { onData: (text) => process.stdout.write(text) });
    }),
  );
  if (!checked) {
    const reached = covers.map((file) => readFileSync(file, 'utf8'));
    for (const line of await reachedByRoom(program, reached)) say(line);
  }
  return runs.some(({ code }) => code !== 0) ? 1 : 0;
});

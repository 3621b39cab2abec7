// How much of a wrong step of arithmetic the core's own checks see: `node tools/mutants.mjs [--count 50] [--seed 1]
// [--seconds 20]`. Each mutant is the core with one comparison, index or sign off by one, at a place that the seed draws from
// the rooms where arithmetic is. It is built under the preset `checked` in a tree of its own and runs worlds of the fuzzer
// for so long. Prints what became of each: trapped (a check of the core), told (a law between runs, or a message of the
// core), hung, or lived, with its line. It is no test: a mutant may well say the same as the core.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, usage } from './lib/failure.mjs';
import { listFiles } from './lib/files.mjs';
import { cBodies } from './lib/functions.mjs';
import { buildDir, inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { shippedFolder, shippedWorlds } from './lib/shipped-worlds.mjs';

const help = 'usage: node tools/mutants.mjs [--count N] [--seed N] [--seconds N]';
const rooms =
  /^wasm-core\/src\/(?:machine|exec|mm|sched\/rules)\/|^wasm-core\/src\/policy\/machine\./;
/** What a check itself says is not mutated, nor what the compiler asks. */
const isChecked = /\b(?:SS_\w*CHECK|SS_HOLDS\w*|SS_IN_\w+|_Static_assert)\b/;

const changes = [
  {
    kind: 'comparison',
    pattern: / (<=?|>=?) /g,
    into: (sign) => (sign.length > 1 ? sign[0] : `${sign}=`),
  },
  { kind: 'index', pattern: /(?<=\w\[)([a-z]\w*)(?=\])/g, into: (name) => `${name} + 1` },
  { kind: 'sign', pattern: / ([+-]) /g, into: (sign) => (sign === '+' ? '-' : '+') },
];

/** The mutants of a file: [{ name, line, kind, offset, length, into }]. */
function mutantsOf(name, text) {
  const lines = text.split('\n');
  return cBodies(text).flatMap(({ body, bodyLine }) => {
    const before = lines.slice(0, bodyLine - 1).join('\n').length + (bodyLine > 1 ? 1 : 0);
    const start = before + lines[bodyLine - 1].lastIndexOf('{') + 1;
    return changes.flatMap(({ kind, pattern, into }) =>
      [...body.matchAll(pattern)].flatMap((match) => {
        const line = bodyLine + body.slice(0, match.index).split('\n').length - 1;
        if (isChecked.test(lines[line - 1])) return [];
        const [old] = match.slice(1);
        const offset = start + match.index + match[0].indexOf(old);
        if (text.slice(offset, offset + old.length) !== old) return [];
        return [{ name, line, kind, offset, length: old.length, into: into(old) }];
      }),
    );
  });
}

/** Numbers from 0 to 1, the same for a seed everywhere (mulberry32). */
function numbersOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As many of each kind as of the others, in an order that the seed decides. */
function* drawn(mutants, seed) {
  const random = numbersOf(seed);
  const left = changes.map(({ kind }) => mutants.filter((mutant) => mutant.kind === kind));
  for (let turn = 0; left.some((list) => list.length > 0); turn++) {
    const list = left[turn % left.length];
    if (list.length > 0) yield list.splice(Math.floor(random() * list.length), 1)[0];
  }
}

const folder = path.join(buildDir, 'mutants');
const cmake = (...args) => run('cmake', args, { cwd: folder });
const build = () => cmake('--build', 'cmake', '--target', 'fuzz_worlds', '-j', '2');

async function prepare() {
  rmSync(path.join(folder, 'wasm-core'), { recursive: true, force: true });
  cpSync(inRoot('wasm-core'), path.join(folder, 'wasm-core'), {
    recursive: true,
    preserveTimestamps: true,
  });
  const flags = ['-DCMAKE_C_COMPILER=clang-14', '-DCMAKE_C_FLAGS=-O2 -DSS_DEBUG'];
  const configured = await cmake('-S', 'wasm-core', '-B', 'cmake', '-G', 'Ninja', ...flags);
  const built = configured.code === 0 ? await build() : configured;
  if (built.code !== 0) throw new Failure(built.output);
}

const trap = 4; // SIGILL: what a failed check of the core ends with
const patience = 26; // SIGVTALRM and its like: the fuzzer's limit of a world's time, MOST_SECONDS

/** Runs worlds until one fails or the time is over. */
async function fate(seconds) {
  const program = path.join(folder, 'cmake/fuzz_worlds');
  const args = [
    '--shipped',
    shippedFolder,
    '--laws',
    '1',
    '--seconds',
    String(seconds),
    '1',
    '100000',
  ];
  const { output } = await run(program, args);
  const signals = [...output.matchAll(/^fails \((\d+)\)/gm)].map(
    ([, status]) => Number(status) & 0x7f,
  );
  if (signals.includes(trap)) return 'trapped';
  if (signals.includes(patience) || signals.includes(27)) return 'hung';
  return signals.length > 0 ? 'told' : 'lived';
}

main(async (args) => {
  const number = (fallback) => ({ type: 'string', default: String(fallback) });
  let wanted;
  try {
    const options = { count: number(50), seed: number(1), seconds: number(20) };
    const { values } = parseArgs({ args, options });
    wanted = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Number(value)]),
    );
    if (Object.values(wanted).some((value) => !(value >= 1))) throw new Error('numbers begin at 1');
  } catch (error) {
    throw usage(`${error.message}\n${help}`);
  }
  await shippedWorlds();
  await prepare();
  if ((await fate(wanted.seconds)) !== 'lived') throw new Failure('the core itself fails');
  const files = listFiles(['wasm-core/src'], (name) => rooms.test(name) && name.endsWith('.c'));
  const all = files.flatMap((name) => mutantsOf(name, readFileSync(inRoot(name), 'utf8')));
  const counts = {};
  let made = 0;
  for (const { name, line, kind, offset, length, into } of drawn(all, wanted.seed)) {
    if (made === wanted.count) break;
    const file = path.join(folder, name);
    const text = readFileSync(inRoot(name), 'utf8');
    writeFileSync(file, text.slice(0, offset) + into + text.slice(offset + length));
    const { code } = await build();
    // The compiler refused it.
    const became = code === 0 ? await fate(wanted.seconds) : undefined;
    writeFileSync(file, text);
    if (became === undefined) continue;
    made++;
    counts[became] = (counts[became] ?? 0) + 1;
    const was = text.slice(offset, offset + length);
    process.stdout.write(`${became.padEnd(8)} ${name}:${line}: ${kind} ${was} -> ${into}\n`);
  }
  const sum = Object.entries(counts).map(([became, many]) => `${many} ${became}`);
  process.stdout.write(`${made} mutants of ${all.length}: ${sum.join(', ')}\n`);
  return 0;
});

// Builds the C core: `node tools/build-core.mjs [--wasm] [--native[=gcc|clang]] [--all-compilers]`.
// One line a build. The flags are in lib/compilers.mjs; tests and sanitizers are CMake's.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { chooseWasmCompiler, compilers } from './lib/compilers.mjs';
import { buildWith, publish, readCore } from './lib/core.mjs';
import { Failure, main, usage } from './lib/failure.mjs';
import { hashFiles, readIfThere, writeWhole } from './lib/files.mjs';
import { buildDir, inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const help = 'usage: node tools/build-core.mjs [--wasm] [--native[=gcc|clang]] [--all-compilers]';

/** Writes web/engine/abi.gen.ts from the description in the wasm, when either has changed. */
async function generateAbi(wasm, key) {
  const generator = 'tools/generate-abi.mjs';
  if (!existsSync(inRoot(generator))) return;
  const stampFile = path.join(buildDir, 'core/abi.key');
  const stamp = `${key} ${hashFiles([generator])}`;
  const isThere = existsSync(inRoot('web/engine/abi.gen.ts'));
  if (isThere && readIfThere(stampFile, 'utf8') === stamp) return;
  const { code, output } = await run(process.execPath, [generator, wasm]);
  if (code !== 0) throw new Failure(`${generator} failed:\n${output.trim()}`);
  writeWhole(stampFile, stamp);
}

async function buildOne(compiler, outputs, say, extent = 'all', sources = undefined) {
  const start = performance.now();
  let built;
  try {
    built = await buildWith(compiler, extent, sources);
  } catch (error) {
    if (error instanceof Failure) error.message = `${compiler.id}:\n${error.message}`;
    throw error;
  }
  for (const output of outputs) publish(built, output);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const how = built.fresh ? `built in ${seconds} s` : 'up to date';
  say(`${compiler.id.padEnd(7)} build/${outputs.at(-1)}  ${how}`, built.fresh);
  return built;
}

/**
 * Builds the wasm the page and the command line run, beside it the one that runs policies, too, the one
 * that also answers probes and describes all, and the TypeScript side of their ABI.
 */
export async function buildWasm(say) {
  const { compiler, why } = chooseWasmCompiler();
  if (why) say(why, false);
  const outputs = [...new Set([compiler.output, 'core/core.wasm'])];
  const before = readCore();
  const built = await buildOne(compiler, outputs, say, 'core', before);
  const since = built.fresh ? undefined : before; // what took a while may have seen files change
  const policy = await buildOne(compiler, ['core/policy.wasm'], say, 'policy', since);
  const last = policy.fresh ? undefined : since;
  const probes = await buildOne(compiler, ['core/probes.wasm'], say, 'all', last);
  await generateAbi(path.join(buildDir, 'core/probes.wasm'), probes.key);
  return built;
}

export const buildNative = (name, say) => buildOne(compilers[name], [compilers[name].output], say);

/** All but the wasm that the page runs. */
async function buildOthers(say) {
  if (chooseWasmCompiler().compiler !== compilers.yowasp) {
    await buildOne(compilers.yowasp, [compilers.yowasp.output], say, 'core');
    await buildOne(compilers.yowasp, ['core/policy-yowasp.wasm'], say, 'policy');
  }
  await buildNative('gcc', say);
  await buildNative('clang', say);
}

/**
 * gcc, clang, emcc and the npm clang: the four that must agree on every trace hash. Each link of emcc takes one processor
 * for half a minute; meanwhile the others are compiled.
 */
export async function buildAll(say) {
  const ends = await Promise.allSettled([buildWasm(say), buildOthers(say)]);
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

async function cli(args) {
  const say = (line) => process.stdout.write(`${line}\n`);
  const wanted = args.length > 0 ? args : ['--wasm'];
  for (const arg of wanted) {
    if (arg === '--wasm') await buildWasm(say);
    else if (arg === '--all-compilers') await buildAll(say);
    else if (arg === '--native') await buildNative('gcc', say);
    else if (/^--native=(gcc|clang)$/.test(arg)) await buildNative(arg.split('=')[1], say);
    else throw usage(`unknown option ${arg}\n${help}`);
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === inRoot('tools/build-core.mjs')) main(cli);

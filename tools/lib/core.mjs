// Builds the C core with one of the compilers: objects are cached by content, outputs by a key of
// compiler version, flags and sources. What is built when is the business of tools/build-core.mjs.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { programOf, versionOf, wasmInlining } from './compilers.mjs';
import { Failure } from './failure.mjs';
import { intoPlace, listFiles, readIfThere, sha, sha256Of, writeWhole } from './files.mjs';
import { buildDir, coreDir } from './paths.mjs';
import { pool, run } from './run.mjs';
import { readSources } from './sources.mjs';
import { closeYowasp, runYowasp } from './yowasp.mjs';

const jobs = 2;
/**
 * Where code is long and seldom hot: it is kept small, so that what runs at every access can be inlined
 * generously (see compilers.mjs) and the module still loads at once.
 */
const small = [
  /^src\/(?:ipc|workload|probe|world|race)\//,
  /^src\/policy\/(?!machine)/,
  /^src\/mm\/(?!buddy|pcp|refill|lru)/,
  /^src\/machine\/(?:topology|platform|user_work)/,
  /^src\/sched\/(?:root_domain|rules|domains|explain|cache|fair|ext|rt\/asked)/,
  /^src\/sched\/rt\/rt_(?:pull|push|overload|select)/,
  /^src\/sched\/core\/(?:state|fair_minimal|fork|exec|affinity|setprio|stop)/,
  /^src\/exec\/(?:create|structures|layout|shared|names|footprint|view)/,
  /^src\/base\/(?:message|histogram|arena)/,
];
const rooms = ['base', 'machine', 'exec', 'policy', 'sched', 'mm', 'ipc', 'workload', 'world'];
/**
 * What runs policies and workloads of one's own, a module of its own for the runs that have one; and what stands in
 * for it.
 */
const ofPolicies =
  /^wasm-core\/src\/(?:policy\/|(?:mm|sched\/rt)\/asked\.c|sched\/ext\/|sched\/fair\/(?:asked|told)\.c|workload\/program|ipc\/(?:condvar|semaphore)\.c)/;
const insteadOfPolicies = 'wasm-core/host/no_policy.c';
/** What asks single algorithms: an eighth of the module, and no world needs it to run. */
const probeRooms = ['race', 'probe'];

/**
 * The core's C files, relative to wasm-core/ and sorted, with the host file of this compiler. `extent` is
 * what a module has: 'core', the least that runs worlds, with which a page begins; 'policy', which runs
 * policies and workloads of one's own, too; 'all', which answers probes besides.
 */
function sourcesFor(compiler, extent) {
  const wanted = extent === 'all' ? [...rooms, ...probeRooms] : rooms;
  const below = wanted.map((room) => `wasm-core/src/${room}`);
  const isWanted = (name) => extent !== 'core' || !ofPolicies.test(name);
  const files = listFiles(below, (name) => name.endsWith('.c')).filter(isWanted);
  if (extent === 'core') files.push(insteadOfPolicies);
  if (existsSync(path.join(coreDir, compiler.host))) files.push(`wasm-core/${compiler.host}`);
  // The yardstick of the benchmark: not part of the core, but compiled like it.
  if (compiler.kind === 'native') files.push('wasm-core/bench/reference.c');
  return files.map((name) => name.slice('wasm-core/'.length));
}

/** Files that read this header ask policies: the code behind it is left out of the module that runs none. */
const policyHeader = 'src/policy/policy.h';

/** The host file defines memset and friends: a compiler must not turn their loops into calls. */
function flagsFor(compiler, source, extent, sources) {
  if (compiler.kind !== 'wasm') return compiler.compile;
  if (source === compiler.host) return [...compiler.compile, '-fno-builtin'];
  const isSmall = small.some((pattern) => pattern.test(source));
  const isAsking = extent === 'core' && sources.headersOf(source).includes(policyHeader);
  return [
    ...compiler.compile,
    ...(isSmall ? ['-Os'] : wasmInlining),
    ...(isAsking ? ['-DSS_NO_POLICIES'] : []),
  ];
}

function plan(compiler, version, extent, sources) {
  const objects = sourcesFor(compiler, extent).map((source) => {
    const flags = flagsFor(compiler, source, extent, sources);
    const key = sha(version, flags.join(' '), sources.keyOf(source));
    return { source, flags, file: path.join(buildDir, 'obj', compiler.id, `${key}.o`), key };
  });
  if (objects.length === 0) throw new Failure('wasm-core/src holds no C files yet');
  const key = sha(version, compiler.link.join(' '), ...objects.map((object) => object.key));
  return { objects, key };
}

/** The core's sources as they are when they are asked for first. */
export const readCore = () => readSources(coreDir);

/** The objects of a build with everything in it: [{ source, file }]. */
export async function objectsOf(compiler) {
  return plan(compiler, await versionOf(compiler), 'all', readCore()).objects;
}

/** The core's files as the in-memory tree that the npm clang wants. */
function memoryTree() {
  const tree = {};
  const wanted = ['wasm-core/include', 'wasm-core/src', 'wasm-core/host'];
  for (const name of listFiles(wanted, (f) => /\.[ch]$/.test(f))) {
    const parts = name.split('/').slice(1);
    let folder = tree;
    for (const part of parts.slice(0, -1)) {
      folder[part] ??= {};
      folder = folder[part];
    }
    folder[parts.at(-1)] = readFileSync(path.join(buildDir, '..', name), 'utf8');
  }
  return tree;
}

/** What the compiler said, without the command lines and hints that emcc adds. */
const withoutNoise = (output) =>
  output
    .split('\n')
    .filter((line) => !/^emcc: error: '|^warning: (Link with|To disable|_\w+ may need)/.test(line))
    .filter((line) => line !== 'Error: Aborting compilation due to previous errors')
    .join('\n')
    .trim();

async function compileOne(compiler, object, tree) {
  if (existsSync(object.file)) return;
  mkdirSync(path.dirname(object.file), { recursive: true });
  if (compiler.id === 'yowasp') {
    const args = [...object.flags, '-c', object.source, '-o', 'out.o'];
    writeWhole(object.file, await runYowasp('clang', args, tree, 'out.o'));
    return;
  }
  const part = `${object.file}.${process.pid}.part.o`;
  const args = [...object.flags, '-c', object.source, '-o', part];
  const { code, output } = await run(programOf(compiler), args, { cwd: coreDir });
  if (code !== 0) throw new Failure(withoutNoise(output));
  intoPlace(part, object.file);
}

/** Links to `target`, which must not be looked at before this resolves. */
async function link(compiler, objects, target) {
  mkdirSync(path.dirname(target), { recursive: true });
  if (compiler.id === 'yowasp') {
    const names = objects.map((_, index) => `${index}.o`);
    const tree = Object.fromEntries(names.map((n, i) => [n, readFileSync(objects[i].file)]));
    const args = [...compiler.link, ...names, '-o', 'core.wasm'];
    writeWhole(target, await runYowasp('wasm-ld', args, tree, 'core.wasm'));
    return;
  }
  const part = `${target}.${process.pid}${path.extname(target)}`;
  const args = [...compiler.link, ...objects.map((object) => object.file), '-o', part];
  const { code, output } = await run(programOf(compiler), args, { cwd: coreDir });
  if (code !== 0) throw new Failure(withoutNoise(output));
  intoPlace(part, target);
}

/** The hash that was written when `file` was linked, where that is still what lies there. */
function linkedHash(file) {
  const written = readIfThere(`${file}.sha256`, 'utf8');
  const bytes = written && readIfThere(file);
  return bytes && sha256Of(bytes) === written ? written : undefined;
}

/**
 * Has `file` made by `make`, unless it was made before and is byte for byte what it was then; resolves to
 * { fresh, sha256 }.
 */
export async function linkedOnce(file, make) {
  const known = linkedHash(file);
  if (known) return { fresh: false, sha256: known };
  await make();
  const sha256 = sha256Of(readFileSync(file));
  writeWhole(`${file}.sha256`, sha256);
  return { fresh: true, sha256 };
}

/**
 * Builds a module of an extent with one compiler, of the sources as they were read; resolves to
 * { file, sha256, key, fresh, version, compiler }.
 */
export async function buildWith(compiler, extent = 'all', sources = readCore()) {
  const version = await versionOf(compiler);
  const { objects, key } = plan(compiler, version, extent, sources);
  const name = path.basename(compiler.output);
  const file = path.join(buildDir, path.dirname(compiler.output), key, name);
  const linked = await linkedOnce(file, async () => {
    const tree = compiler.id === 'yowasp' ? memoryTree() : undefined;
    try {
      await pool(objects, jobs, (object) => compileOne(compiler, object, tree));
      await link(compiler, objects, file);
    } finally {
      if (tree) await closeYowasp();
    }
  });
  return { file, ...linked, key, version, compiler: compiler.id };
}

/** What was written of a published module, where that is there byte for byte; undefined where it is damaged. */
function publishedAt(target, stamp) {
  const bytes = readIfThere(target);
  const known = bytes && readIfThere(stamp, 'utf8');
  if (!known) return undefined;
  try {
    const written = JSON.parse(known);
    return written.sha256 === sha256Of(bytes) ? written : undefined;
  } catch {
    return undefined;
  }
}

/** Builds that publish different modules to one place at once are done with it after a round or two. */
const mostRounds = 10;

/**
 * Publishes a build under its well-known name, if it is not there already. The command line holds a module to the
 * hash beside it (cli/core-module.ts).
 */
export function publish(built, output) {
  const target = path.join(buildDir, output);
  const stamp = `${target}.json`;
  const { key, version, compiler, sha256 } = built;
  const there = publishedAt(target, stamp);
  if (there?.key === key && there.sha256 === sha256) return false;
  const data = readFileSync(built.file);
  if (sha256Of(data) !== sha256) {
    throw new Failure(`${built.file} is no longer what was linked; build it again`);
  }
  const sizes = { bytes: data.length, gzipped: gzipSync(data, { level: 9 }).length };
  const text = JSON.stringify({ key, compiler, version, ...sizes, sha256 }, null, 2);
  // Another build may have put one of its two files between these: the last to write sees it, and writes both again.
  for (let round = 0; round < mostRounds; round++) {
    writeWhole(target, data);
    writeWhole(stamp, `${text}\n`);
    if (publishedAt(target, stamp)) return true;
  }
  throw new Failure(`${target} does not stay as it is written`);
}

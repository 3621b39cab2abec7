// The four compilers and their flags. Every one of them must give the same trace hash, so the
// flags that could change a result (-ffp-contract) are the same everywhere.

import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure, usage } from './failure.mjs';
import { readIfThere, writeWhole } from './files.mjs';
import { buildDir, inRoot } from './paths.mjs';
import { run, which } from './run.mjs';

const language = ['-std=c17', '-O3', '-ffp-contract=off', '-fno-math-errno'];
const warnings = ['-Wall', '-Wextra', '-Werror'];
const includes = ['-Iinclude', '-Isrc'];
const common = [...language, ...warnings, ...includes];

// Loops of the core are short: unrolled or vectorised they run no faster in an engine, which compiles
// them once more itself, and the module is a fifth longer.
const wasmLoops = ['-fno-unroll-loops', '-fno-vectorize', '-fno-slp-vectorize'];
/**
 * Engines inline little of a module across its functions, so the compiler does a little more of it than by default (225).
 * With 700 runs were no faster, side by side, and the module 5 kB longer. Files that are kept small are left out, at the link,
 * too.
 */
export const wasmInlining = ['-mllvm', '-inline-threshold=275'];
// What every engine that runs the page supports.
const wasmFeatures = ['-msimd128', '-mbulk-memory', '-msign-ext', '-mnontrapping-fptoint'];
const initialMemory = 2 * 1024 * 1024;
const maximumMemory = 512 * 1024 * 1024; // architecture: a world never takes more
const stackSize = 256 * 1024;

const native = {
  kind: 'native',
  host: 'host/native.c',
  compile: [...common, '-fPIC', '-fvisibility=hidden'],
  link: ['-shared', '-O3', '-Wl,--no-undefined'],
};

export const compilers = {
  gcc: {
    ...native,
    id: 'gcc',
    names: ['gcc', 'gcc-12'],
    output: 'native/libschedscape-gcc.so',
  },
  clang: {
    ...native,
    id: 'clang',
    names: ['clang-14', 'clang'],
    output: 'native/libschedscape-clang.so',
  },
  emcc: {
    id: 'emcc',
    kind: 'wasm',
    names: ['emcc'],
    host: 'host/wasm.c',
    compile: [...common, ...wasmLoops, ...wasmFeatures, '-flto', '-sSTRICT'],
    link: [
      ...language,
      ...wasmLoops,
      ...wasmFeatures,
      '-flto',
      `-Wl,${wasmInlining.join(',')}`,
      '-sSTANDALONE_WASM',
      '-sSTRICT',
      '-sMALLOC=none',
      '-sFILESYSTEM=0',
      '-sALLOW_MEMORY_GROWTH',
      `-sINITIAL_MEMORY=${initialMemory}`,
      `-sMAXIMUM_MEMORY=${maximumMemory}`,
      `-sTOTAL_STACK=${stackSize}`,
      '--no-entry',
    ],
    output: 'core/core.wasm',
  },
  yowasp: {
    id: 'yowasp',
    kind: 'wasm',
    host: 'host/wasm.c',
    compile: ['--target=wasm32-unknown-unknown', ...common, ...wasmLoops, ...wasmFeatures],
    link: [
      '--no-entry',
      '--export-dynamic',
      '--strip-all',
      '-z',
      `stack-size=${stackSize}`,
      `--initial-memory=${initialMemory}`,
      `--max-memory=${maximumMemory}`,
    ],
    output: 'core/core-yowasp.wasm',
  },
};

/** The program of a compiler, or undefined when it is not installed. The npm clang has none. */
export function programOf(compiler) {
  const forced = compiler.id === 'emcc' && process.env.WASM_CC?.includes('emcc');
  return forced ? which(process.env.WASM_CC) : which(...(compiler.names ?? []));
}

/** WASM_CC if set, else emcc on PATH, else the npm clang. Returns { compiler, why }. */
export function chooseWasmCompiler() {
  const wanted = process.env.WASM_CC;
  if (wanted === 'yowasp') return { compiler: compilers.yowasp };
  if (wanted) {
    if (!wanted.includes('emcc')) {
      throw usage(`WASM_CC=${wanted}: must be the path of an emcc, or "yowasp" for the npm clang`);
    }
    if (!which(wanted)) throw usage(`WASM_CC=${wanted}: there is no such program`);
    return { compiler: compilers.emcc };
  }
  if (programOf(compilers.emcc)) return { compiler: compilers.emcc };
  const why =
    'emcc is not installed: building the core with the npm clang (npm run setup gets emcc)';
  return { compiler: compilers.yowasp, why };
}

/** The first line of --version. Remembered by the program's file: asking emcc takes 0.3 s. */
export async function versionOf(compiler) {
  if (compiler.id === 'yowasp') {
    const manifest = readFileSync(inRoot('node_modules/@yowasp/clang/package.json'), 'utf8');
    return `@yowasp/clang ${JSON.parse(manifest).version}`;
  }
  const program = programOf(compiler);
  if (!program) throw new Failure(`${compiler.id} is not installed: npm run setup`, 2);
  const file = realpathSync(program);
  const { mtimeMs, size } = statSync(file);
  const memo = path.join(buildDir, 'compilers', `${compiler.id}.json`);
  const stamp = `${file} ${mtimeMs} ${size}`;
  const known = readIfThere(memo, 'utf8');
  if (known && JSON.parse(known).stamp === stamp) return JSON.parse(known).version;
  const { code, stdout, output } = await run(program, ['--version']);
  if (code !== 0) throw new Failure(`${program} --version failed:\n${output}`);
  const version = stdout.split('\n')[0].trim();
  writeWhole(memo, JSON.stringify({ stamp, version }));
  return version;
}

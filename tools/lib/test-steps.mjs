// The steps of `npm test`, from cheap to dear. Each says what it depends on, so that it is not run again for nothing; some
// say beside which other one they begin, where that one does not keep two processors busy all the time. How steps are run
// and reported is the business of lib/steps.mjs.

import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildAll, buildWasm } from '../build-core.mjs';
import { checkPage } from '../check-budget.mjs';
import { checkTree } from '../check-imports.mjs';
import { browserResult } from './browser-report.mjs';
import { holdBuiltAgain } from './built-again.mjs';
import { callProblems, symbolsOf } from './calls.mjs';
import { findChromium } from './chromium.mjs';
import { chooseWasmCompiler, compilers } from './compilers.mjs';
import { objectsOf } from './core.mjs';
import { Failure } from './failure.mjs';
import { hashFiles, listFiles, readIfThere, sha } from './files.mjs';
import { buildPage, pageKey } from './page.mjs';
import { buildDir, distDir, inRoot } from './paths.mjs';
import { run, which } from './run.mjs';
import { writeShippedWorlds } from './shipped-worlds.mjs';
import { ensureSystem } from './system.mjs';

const abi = 'web/engine/abi.gen.ts';
const configs = ['package-lock.json', 'tsconfig.json', 'biome.json', 'vite.config.ts'];
const moreConfigs = ['vitest.config.ts', 'playwright.config.ts', '.clang-format'];
const bin = (name) => inRoot('node_modules/.bin', name);
const folders = (...names) => hashFiles(listFiles([...configs, ...moreConfigs, ...names]));
const cores = ['core/core.wasm', 'core/core-yowasp.wasm', 'core/probes.wasm'].map(
  (name) => `build/${name}`,
);
const libraries = ['gcc', 'clang'].map((name) => `build/native/libschedscape-${name}.so`);

/** Runs a program whose exit code is the verdict. */
async function verdict(command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Failure(output.trim() || `${path.basename(command)} failed (${code})`);
  return { output };
}

/** A program that wrote a report with its counts: a failure without any count is one failure. */
function counted({ code, output }, { passed = 0, failed = 0 } = {}) {
  return { output, passed, failed: code !== 0 ? Math.max(failed, 1) : failed };
}

const toolchain = (say) => ({
  name: 'toolchain',
  run: () => ensureSystem(say),
});

const types = {
  name: 'type check',
  key: () => folders('web', 'cli', 'package', 'tests'),
  run: async () => {
    if (!existsSync(inRoot(abi))) await buildWasm(() => {});
    return verdict(bin('tsc'), ['--noEmit', '-p', '.']);
  },
};

const lint = {
  name: 'lint and format',
  key: () => folders('web', 'cli', 'package', 'tests', 'tools', 'wasm-core', 'index.html'),
  run: async () => {
    const biome = await run(bin('biome'), ['ci', '--colors=off', '--max-diagnostics=50', '.']);
    const sources = listFiles(['wasm-core'], (name) => /\.[ch]$/.test(name));
    const format = ['--dry-run', '-Werror', '--ferror-limit=3', ...sources];
    const clang = sources.length > 0 ? await run(which('clang-format-14'), format) : { code: 0 };
    const output = [biome, clang].filter(({ code }) => code !== 0).map((r) => r.output.trim());
    if (output.length > 0) throw new Failure(output.join('\n'));
  },
};

const imports = {
  name: 'imports and lengths',
  run: () => {
    const violations = checkTree();
    if (violations.length > 0) throw new Failure(violations.join('\n'));
  },
};

const coreBuilds = {
  name: 'core builds',
  run: async () => {
    const lines = [];
    const before = readIfThere(inRoot(abi), 'utf8');
    await buildAll((line) => lines.push(line));
    if (before !== undefined && before !== readIfThere(inRoot(abi), 'utf8')) {
      throw new Failure(
        `${abi} did not fit the core. It has been written anew: run the tests again`,
      );
    }
    return { output: lines.join('\n') };
  },
};

const builtAgain = {
  name: 'core built again',
  beside: 'C tests (ASan, UBSan)',
  key: () => sha(folders('wasm-core', 'tools/lib'), chooseWasmCompiler().compiler.id),
  run: async () => {
    const { compiler } = chooseWasmCompiler();
    await holdBuiltAgain(compiler, path.join(buildDir, compiler.output));
  },
};

const calls = {
  name: 'calls go down',
  run: async () => {
    const problems = callProblems(await symbolsOf(await objectsOf(compilers.gcc)));
    if (problems.length > 0) throw new Failure(problems.join('\n'));
  },
};

const nativeTests = {
  name: 'C tests (ASan, UBSan)',
  absent: () => listFiles(['wasm-core/tests'], (name) => /\/test_\w+\.c$/.test(name)).length === 0,
  // Which scenarios there are says only what the fuzzer of worlds draws from.
  key: () => folders('wasm-core'),
  run: async () => {
    const cwd = inRoot('wasm-core');
    await writeShippedWorlds(path.join(buildDir, 'fuzz/shipped'));
    await verdict('cmake', ['--preset', 'asan-ubsan'], { cwd });
    await verdict('cmake', ['--build', '--preset', 'asan-ubsan'], { cwd });
    const done = await run('ctest', ['--preset', 'asan-ubsan', '--no-tests=error'], { cwd });
    const [, failed, total] = done.output.match(/(\d+) tests? failed out of (\d+)/) ?? [0, 0, 0];
    return counted(done, { passed: total - failed, failed: Number(failed) });
  },
};

const vitest = async (...projects) => {
  const report = path.join(buildDir, `vitest-${projects[0]}.json`);
  const choice = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const env = { NO_COLOR: '1' };
  const done = await run(bin('vitest'), ['run', ...choice, ...reporters], { env });
  const text = readIfThere(report, 'utf8');
  const { numPassedTests: passed, numFailedTests: failed } = text ? JSON.parse(text) : {};
  return counted(done, { passed, failed });
};

const unit = {
  name: 'unit tests',
  key: () =>
    folders('web', 'cli', 'package', 'tests', 'tools', 'scenarios', ...cores, ...libraries),
  run: () => vitest('unit', 'dom'),
};

const vectors = () => listFiles(['tests/vectors'], (name) => name.endsWith('-vectors.json'));

const conformance = (backend, library) => ({
  name: `conformance, ${backend}`,
  absent: () => !existsSync(inRoot('tests/vectors')),
  key: () => folders('web', 'cli', 'tests/vectors', 'scenarios', library),
  run: async () => {
    const args = ['tools/schedscape.mjs', 'check', ...vectors(), '--backend', backend];
    const done = await run(process.execPath, args);
    const sum = { passed: 0, failed: 0 };
    for (const [, passed, failed] of done.stdout.matchAll(/(\d+) passed, (\d+) failed/g)) {
      sum.passed += Number(passed);
      sum.failed += Number(failed);
    }
    if (done.code === 0 && sum.passed === 0) throw new Failure(`${done.output}\nno case was run`);
    return counted(done, sum);
  },
});

const determinism = {
  name: 'determinism',
  absent: () => !existsSync(inRoot('tests/determinism')),
  key: () => folders('web', 'cli', 'tests/determinism', 'scenarios', ...cores, ...libraries),
  run: () => vitest('determinism'),
};

const fidelity = {
  name: 'fidelity',
  absent: () => !existsSync(inRoot('tests/fidelity')),
  key: () => folders('web/engine', 'web/scenario', 'cli', 'tests/fidelity', 'scenarios', ...cores),
  run: () => vitest('fidelity'),
};

const page = {
  name: 'page and budget',
  beside: 'determinism',
  absent: () => !existsSync(inRoot('web/app/main.tsx')),
  run: async () => {
    await buildPage({ force: process.env.CI === 'true' });
    const { lines, problems } = checkPage(distDir);
    if (problems.length > 0) throw new Failure(problems.join('\n'));
    return { note: lines.join(', ') };
  },
};

const browser = {
  name: 'end to end',
  absent: () => !existsSync(inRoot('tests/e2e')) && !existsSync(inRoot('tests/accessibility')),
  key: () => {
    const chromium = findChromium();
    const stamp = chromium ? `${chromium} ${statSync(chromium).mtimeMs}` : 'none';
    return sha(
      pageKey(),
      folders('tests/e2e', 'tests/accessibility', 'tests/gallery', 'cli', 'tools/serve.mjs'),
      stamp,
    );
  },
  run: async () => {
    await buildPage();
    const report = path.join(buildDir, 'e2e-report.json');
    rmSync(report, { force: true }); // of the run before: not to be taken for this one's
    const done = await run(bin('playwright'), ['test'], { env: { FORCE_COLOR: '0' } });
    const text = readIfThere(report, 'utf8');
    return browserResult(done, text ? JSON.parse(text) : undefined);
  },
};

export const testSteps = (say) => [
  toolchain(say),
  types,
  lint,
  imports,
  coreBuilds,
  calls,
  nativeTests,
  builtAgain,
  unit,
  conformance('wasm', 'build/core/probes.wasm'),
  conformance('native', 'build/native/libschedscape-gcc.so'),
  determinism,
  fidelity,
  page,
  browser,
];

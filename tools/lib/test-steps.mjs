// The steps of `npm test`, from cheap to dear. Each says what it depends on, so that it is not run again for nothing; some
// say beside which other one they begin, where that one does not keep two processors busy all the time. How steps are run
// and reported is the business of lib/steps.mjs.

import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildAll, buildNative, buildWasm } from '../build-core.mjs';
import { checkPage } from '../check-budget.mjs';
import { checkTree } from '../check-imports.mjs';
import { browserResult } from './browser-report.mjs';
import { holdBuiltAgain } from './built-again.mjs';
import { callProblems, symbolsOf } from './calls.mjs';
import { findChromium } from './chromium.mjs';
import { chooseWasmCompiler, compilers, versionOf } from './compilers.mjs';
import { objectsOf } from './core.mjs';
import { Failure } from './failure.mjs';
import { hashFiles, listFiles, readIfThere, sha } from './files.mjs';
import { findFirefox } from './firefox.mjs';
import { Imports } from './imports.mjs';
import { buildColdPage, pageKey } from './page.mjs';
import { buildDir, distDir, inRoot } from './paths.mjs';
import { keepTimes, readTimes } from './progress.mjs';
import { run, which } from './run.mjs';
import { shippedFolder, shippedWorlds } from './shipped-worlds.mjs';
import { newSubjects, wrongSubjects } from './subjects.mjs';
import { ensureSystem } from './system.mjs';
import {
  filesOf,
  groups,
  keepPassed,
  staleOf,
  TestKeys,
  takesLong,
  testFiles,
} from './vitest-groups.mjs';
import { judge, projectOf } from './vitest-report.mjs';

const abi = 'web/engine/abi.gen.ts';
const configs = ['vite.config.ts', 'vitest.config.ts', 'playwright.config.ts'];
const bin = (name) => inRoot('node_modules/.bin', name);
/** Of these files and folders, and of the exact packages. */
const keyOf = (...names) => hashFiles(listFiles(['package-lock.json', ...names]));

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
  key: () => {
    // Beside TypeScript, only what its modules import has types.
    const isTyped = (name) => /\.(?:ts|tsx|mts|json)$/.test(name);
    const names = [
      'web',
      'cli',
      'package',
      'tests',
      'tools',
      'scenarios',
      'tsconfig.json',
      ...configs,
    ];
    return hashFiles(listFiles(['package-lock.json', ...names], isTyped));
  },
  run: async () => {
    if (!existsSync(inRoot(abi))) await buildWasm(() => {});
    return verdict(bin('tsc'), ['--noEmit', '-p', '.']);
  },
};

const lint = {
  name: 'lint and format',
  key: () =>
    keyOf(
      ...['web', 'cli', 'package', 'tests', 'tools', 'wasm-core', 'deploy', 'docs', 'public'],
      ...['index.html', 'biome.json', 'tsconfig.json', 'package.json', '.clang-format', ...configs],
    ),
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

/** Without a key: it reads the history, which is no file, and takes milliseconds. */
const subjects = {
  name: 'commit subjects',
  run: () => {
    const found = newSubjects();
    if (typeof found === 'string') return { note: `skipped: ${found}` };
    const wrong = wrongSubjects(found);
    if (wrong.length > 0) throw new Failure(wrong.join('\n'));
    return { note: `${found.length} new ones` };
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
  key: async () =>
    sha(keyOf('wasm-core', 'tools/lib'), await versionOf(chooseWasmCompiler().compiler)),
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

/** Of the core, the worlds that its fuzzer begins with, and the compiler of its presets (wasm-core/CMakePresets.json). */
export const keyOfCore = async (worlds = shippedWorlds) =>
  sha(keyOf('wasm-core'), await worlds(), await versionOf(compilers.clang));

/** Builds a preset of the core's tests, or one program of it. */
async function buildPreset(preset, ...target) {
  const cwd = inRoot('wasm-core');
  await verdict('cmake', ['--preset', preset], { cwd });
  await verdict('cmake', ['--build', '--preset', preset, ...target], { cwd });
}

const nativeTests = {
  name: 'C tests (ASan, UBSan)',
  absent: () => listFiles(['wasm-core/tests'], (name) => /\/test_\w+\.c$/.test(name)).length === 0,
  key: () => keyOfCore(),
  run: async () => {
    const cwd = inRoot('wasm-core');
    await shippedWorlds();
    await buildPreset('asan-ubsan');
    const args = ['--preset', 'asan-ubsan', '--no-tests=error'];
    const done = await run('ctest', args, { cwd, ownGroup: true });
    const [, failed, total] = done.output.match(/(\d+) tests? failed out of (\d+)/) ?? [0, 0, 0];
    const broken = [...done.output.matchAll(/^\s*\d+ - (\w+) \(/gm)].map(([, name]) => name);
    const alone = (name) => `(cd wasm-core && ctest --preset asan-ubsan -R '^${name}$')`;
    const counts = { passed: total - failed, failed: Number(failed) };
    return { ...counted(done, counts), commands: broken.map(alone) };
  },
};

/** Worlds of each workload; a tenth as many are drawn under ASan and UBSan, by CTest (wasm-core/CMakeLists.txt). */
const worldsOfEach = 20;
/** Where the numbers of the second process begin, so that two processors draw other worlds. */
const apart = 1_000_000;

const fuzzedWorlds = {
  name: 'fuzzed worlds (checked)',
  key: () => keyOfCore(),
  run: async () => {
    await shippedWorlds();
    await buildPreset('checked', '--target', 'fuzz_worlds');
    const program = path.join(buildDir, 'cmake/checked/fuzz_worlds');
    const where = ['--shipped', shippedFolder, '--each', String(worldsOfEach / 2)];
    const draw = (first) => run(program, [...where, String(first), '100000'], { ownGroup: true });
    const done = await Promise.all([draw(1), draw(1 + apart)]);
    const broken = done.filter(({ code }) => code !== 0).map(({ output }) => output.trim());
    if (broken.length > 0) throw new Failure(broken.join('\n'));
    return { output: done.map(({ output }) => output.trim()).join('\n') };
  },
};

/** Runs these files of tests; resolves to what it comes to (vitest-report.mjs). */
async function vitest(name, files) {
  const report = path.join(buildDir, `vitest-${name.replace(/\W+/g, '-')}.json`);
  rmSync(report, { force: true }); // of the run before: not to be taken for this one's
  const choice = [...new Set(files.map(projectOf))].flatMap((project) => ['--project', project]);
  const withErrors = inRoot('tools/lib/vitest-reporter.mjs');
  const reporters = ['--reporter=default', `--reporter=${withErrors}`];
  const env = { NO_COLOR: '1', SCHEDSCAPE_NOTES_OPENED: '1' };
  const args = ['run', ...choice, ...reporters, `--outputFile.json=${report}`, ...files];
  const done = await run(bin('vitest'), args, { env, ownGroup: true });
  const judged = judge(done.code, readIfThere(report, 'utf8'), files);
  const ran = judged.files.filter(({ tests }) => tests > 0);
  keepTimes('files', Object.fromEntries(ran.map(({ file, seconds }) => [file, seconds])));
  return { ...judged, output: [done.output.trimEnd(), ...judged.problems].join('\n') };
}

/** Runs those files of tests that have changed, or what they open, since they passed. */
async function runStale(name, files, { cache }) {
  const before = new TestKeys();
  const { stale, unchanged } = staleOf(files, cache, before);
  if (stale.length === 0) return { passed: 0, failed: 0, note: 'unchanged' };
  before.hold(stale);
  const { good, ...result } = await vitest(name, stale);
  keepPassed(good, { ran: stale, before });
  const others = unchanged > 0 ? `; ${unchanged} of ${files.length} files unchanged` : '';
  return { ...result, note: `${result.passed} passed, ${result.failed} failed${others}` };
}

/** A group of vitest-groups.mjs as a step. */
const groupStep = (name) => {
  const group = groups.find((each) => each.name === name);
  return {
    name,
    key: () => new TestKeys().ofGroup(group),
    run: (options) => runStale(name, filesOf(group), options),
  };
};

const vectors = () => listFiles(['tests/vectors'], (name) => name.endsWith('-vectors.json'));

const conformance = (backend, library) => ({
  name: `conformance, ${backend}`,
  absent: () => !existsSync(inRoot('tests/vectors')),
  key: () =>
    sha(
      hashFiles(new Imports().closure(['cli/main.ts'])),
      keyOf('tests/vectors', 'scenarios', library, 'tools/lib/cli.mjs'),
    ),
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

const page = {
  name: 'page and budget',
  beside: 'determinism',
  absent: () => !existsSync(inRoot('web/app/main.tsx')),
  run: async () => {
    await buildColdPage({ force: process.env.CI === 'true' });
    const { lines, problems } = checkPage(distDir);
    if (problems.length > 0) throw new Failure(problems.join('\n'));
    return { note: lines.join(', ') };
  },
};

/** What browser tests are made of and read, beside the page. */
export const behindBrowserTests = () => [
  ...new Imports().closure([
    ...listFiles(['tests/e2e', 'tests/accessibility', 'tests/gallery']),
    ...['playwright.config.ts', 'tools/serve.mjs', 'tools/schedscape.mjs', 'cli/main.ts'],
  ]),
  ...listFiles([
    'tests/fixtures',
    'docs/embed.md',
    'scenarios',
    'package-lock.json',
    'tsconfig.json',
  ]),
  ...listFiles(['cli'], (name) => !name.endsWith('.test.ts')),
  'build/core/policy.wasm',
];

const stampOfProgram = (program) => {
  if (!program) return 'none';
  const { mtimeMs, size } = statSync(program);
  return `${program} ${mtimeMs} ${size}`;
};

/** One of the projects of playwright.config.ts, which are run one after the other: one is alone with the machine. */
const browser = (project, name) => ({
  name,
  absent: () => !existsSync(inRoot('tests/e2e')) && !existsSync(inRoot('tests/accessibility')),
  key: () =>
    sha(
      pageKey(),
      hashFiles(behindBrowserTests()),
      stampOfProgram(findChromium()),
      stampOfProgram(findFirefox()),
    ),
  run: async () => {
    await buildColdPage();
    const report = path.join(buildDir, `e2e-report-${project}.json`);
    rmSync(report, { force: true }); // of the run before: not to be taken for this one's
    const env = { FORCE_COLOR: '0', E2E_REPORT: report };
    const args = ['test', `--project=${project}`];
    const done = await run(bin('playwright'), args, { env, ownGroup: true });
    const text = readIfThere(report, 'utf8');
    return browserResult(done, text ? JSON.parse(text) : undefined);
  },
});

export const testSteps = (say) => [
  toolchain(say),
  types,
  lint,
  imports,
  subjects,
  coreBuilds,
  calls,
  nativeTests,
  builtAgain,
  fuzzedWorlds,
  groupStep('tests of the page'),
  groupStep('tests of scenarios'),
  groupStep('tests of files'),
  groupStep('tests of policies'),
  groupStep('tests of tools'),
  groupStep('tests of runs'),
  conformance('wasm', 'build/core/probes.wasm'),
  conformance('native', 'build/native/libschedscape-gcc.so'),
  groupStep('determinism'),
  groupStep('fidelity'),
  page,
  browser('page', 'end to end'),
  browser('alone', 'end to end, alone'),
];

/** s that a file of tests may have taken the last time to be among those of the quick run. */
const quickEnough = 10;

/** What the quick run leaves out of these files, by the seconds that each took the last time. */
export const slowOf = (files, last) =>
  files.filter((file) => (last[file] ?? 0) > quickEnough || takesLong(file));

const quickTests = {
  name: 'tests of what changed',
  run: async (options) => {
    const files = testFiles();
    const slow = new Set(slowOf(files, readTimes().files));
    const quick = files.filter((file) => !slow.has(file));
    const { note, ...result } = await runStale('quick', quick, options);
    return { ...result, note: `${note}; ${slow.size} slow files left out` };
  },
};

const quickCore = {
  name: 'core',
  run: async () => {
    await buildWasm(() => {});
    await buildNative('gcc', () => {});
  },
};

const onePage = {
  name: 'one page in a browser',
  run: async () => {
    await buildColdPage();
    const args = ['test', '--project=page', '--reporter=line', 'tests/e2e/home.spec.ts'];
    args.push('-g', 'Home shows a machine');
    return verdict(bin('playwright'), args, { env: { FORCE_COLOR: '0' }, ownGroup: true });
  },
};

/** `npm run test:quick`: what tells soonest that a change is wrong. That nothing is wrong, only testSteps say. */
export const quickSteps = (say) => [
  toolchain(say),
  types,
  lint,
  imports,
  subjects,
  quickCore,
  quickTests,
  conformance('wasm', 'build/core/probes.wasm'),
  onePage,
];

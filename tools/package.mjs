// `npm run package`: the engine for other programs as a package, build/schedscape-<version>.tgz: a bundle for Node and one
// for browsers, their types, the command line, the core and the scenarios. What is documented in docs/package.md is its README. Nothing of the page is in it, and it
// depends on no other package.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensurePackages } from './lib/bootstrap.mjs';
import { buildCli, cliBundle } from './lib/cli.mjs';
import { Failure, main } from './lib/failure.mjs';
import { listFiles } from './lib/files.mjs';
import { licencesText } from './lib/licences.mjs';
import { buildDir, inRoot } from './lib/paths.mjs';
import { repositoryOf } from './lib/repository.mjs';
import { run } from './lib/run.mjs';

const folder = path.join(buildDir, 'package');
const types = path.join(buildDir, 'package-types');
/** Below scenarios/: what tests and editors alone read. */
const leftOut = /^schema(\/|$)/;
/** Where the command line looks for the core and for its worker, below the folder of package.json (cli/program.ts). */
const coreFolder = 'build/core';
const cliFolder = 'build/cli';

/** What lies below scenarios/ and is no schema, without ".json": a browser cannot list a folder. */
const contentNames = () =>
  listFiles(['scenarios'], (name) => name.endsWith('.json'))
    .map((name) => name.slice('scenarios/'.length, -'.json'.length))
    .filter((name) => !leftOut.test(name));

/** One file, which fetches what lies beside it: for the browser field of bundlers, and to be imported by its address. */
async function bundleForBrowsers() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: inRoot(),
    logLevel: 'error',
    publicDir: false,
    define: { SCENARIO_FILES: JSON.stringify(contentNames()) },
    resolve: { alias: [{ find: './files.ts', replacement: inRoot('package/files-browser.ts') }] },
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      lib: { entry: inRoot('package/index.ts'), formats: ['es'], fileName: () => 'browser.mjs' },
      rollupOptions: { output: { codeSplitting: false } },
    },
  });
}

async function bundle() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: inRoot(),
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        input: { index: inRoot('package/index.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[hash].mjs' },
      },
    },
  });
}

/** The declarations of what is public: two files that name no others. */
async function declare() {
  rmSync(types, { recursive: true, force: true });
  const { code, output } = await run(process.execPath, [
    inRoot('node_modules/typescript/bin/tsc'),
    '-p',
    inRoot('package/tsconfig.json'),
  ]);
  if (code !== 0) throw new Failure(`the types of the package do not build:\n${output}`);
  for (const name of ['index.d.ts', 'types.d.ts']) {
    const text = readFileSync(path.join(types, 'package', name), 'utf8');
    const others = [...text.matchAll(/from '([^']+)'|import\('([^']+)'\)/g)]
      .map(([, from, called]) => from ?? called)
      .filter((from) => from !== './types.ts');
    if (others.length > 0) throw new Failure(`${name} names ${others.join(', ')}: not shipped`);
    writeFileSync(path.join(folder, name), text.replaceAll("'./types.ts'", "'./types.js'"));
  }
}

function describe() {
  const { name, version, description, license, engines } = JSON.parse(
    readFileSync(inRoot('package.json'), 'utf8'),
  );
  const manifest = {
    ...{ name, version, description, license, engines },
    repository: repositoryOf(process.env),
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './index.d.ts', browser: './browser.mjs', default: './index.mjs' },
      './browser': { types: './index.d.ts', default: './browser.mjs' },
      './core.wasm': `./${coreFolder}/core.wasm`,
      './policy.wasm': `./${coreFolder}/policy.wasm`,
      './package.json': './package.json',
    },
    types: './index.d.ts',
    browser: './browser.mjs',
    bin: { schedscape: 'schedscape.mjs' },
    keywords: ['linux', 'scheduler', 'kernel', 'simulator', 'numa', 'cache'],
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The command line, as it is bundled for the tree: it finds core, worker and scenarios from the folder of package.json. */
function copyProgram() {
  const from = path.dirname(cliBundle);
  for (const name of reachedFrom(from, ['schedscape.mjs', 'sweep.worker.mjs'])) {
    cpSync(path.join(from, name), path.join(folder, cliFolder, name));
  }
  const text = `#!/usr/bin/env node\nimport './${cliFolder}/schedscape.mjs';\n`;
  writeFileSync(path.join(folder, 'schedscape.mjs'), text, { mode: 0o755 });
}

/** Files of a bundle and the chunks that they load: chunks of earlier bundles lie beside them. */
function reachedFrom(from, names) {
  const found = new Set(names);
  for (const name of found) {
    const code = readFileSync(path.join(from, name), 'utf8');
    for (const [chunk] of code.matchAll(/chunk-[\w-]+\.mjs(?=["'`])/g)) found.add(chunk);
  }
  return found;
}

function copyContent() {
  for (const name of ['core.wasm', 'core.wasm.json', 'policy.wasm', 'policy.wasm.json']) {
    cpSync(path.join(buildDir, 'core', name), path.join(folder, coreFolder, name));
  }
  const scenarios = inRoot('scenarios');
  cpSync(scenarios, path.join(folder, 'scenarios'), {
    recursive: true,
    filter: (file) => !leftOut.test(path.relative(scenarios, file).replaceAll(path.sep, '/')),
  });
  cpSync(inRoot('LICENSE'), path.join(folder, 'LICENSE'));
  cpSync(inRoot('docs/package.md'), path.join(folder, 'README.md'));
  cpSync(inRoot('package/example.mjs'), path.join(folder, 'example.mjs'));
  writeFileSync(path.join(folder, 'licences.txt'), licencesText());
}

/** Makes the package; resolves to the path of its archive. */
export async function makePackage(say) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { buildWasm } = await import('./build-core.mjs');
  await buildWasm(say);
  await bundle();
  await bundleForBrowsers();
  await declare();
  await buildCli();
  copyProgram();
  copyContent();
  describe();
  const { code, output } = await run('npm', ['pack', '--json', '--pack-destination', buildDir], {
    cwd: folder,
  });
  if (code !== 0) throw new Failure(`npm pack: ${output}`);
  const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(buildDir, `${name}-${version}.tgz`);
}

if (process.argv[1] && path.resolve(process.argv[1]) === inRoot('tools/package.mjs')) {
  const say = (line) => process.stdout.write(`${line}\n`);
  main(async () => {
    await ensurePackages(say);
    say(`package ${path.relative(inRoot(), await makePackage(say))}`);
  });
}

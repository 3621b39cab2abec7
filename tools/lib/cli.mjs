// Bundles the command line: cli/main.ts, and each cli/*.worker.ts as a file beside it, to
// build/cli/. Node 20 cannot run TypeScript itself. koffi stays outside: it loads a binary.

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { hashFiles, listFiles, readIfThere, writeWhole } from './files.mjs';
import { buildDir, inRoot } from './paths.mjs';

export const cliBundle = path.join(buildDir, 'cli/schedscape.mjs');
const stampFile = path.join(buildDir, 'cli/schedscape.key');

/** Everything a bundle may be made of. Content of scenarios is read at run time or imported. */
function bundleKey() {
  const isSource = (name) => /\.(ts|mjs|json)$/.test(name) && !/\.test\.\w+$/.test(name);
  const folders = ['cli', 'web', 'scenarios', 'package-lock.json', 'tools/lib/cli.mjs'];
  return hashFiles(listFiles(folders, isSource));
}

function entries() {
  const workers = readdirSync(inRoot('cli')).filter((name) => name.endsWith('.worker.ts'));
  const pairs = workers.map((name) => [name.replace(/\.ts$/, ''), inRoot('cli', name)]);
  return { schedscape: inRoot('cli/main.ts'), ...Object.fromEntries(pairs) };
}

/** A command that runs may still load chunks of the bundle it began with, but not for longer than this. */
const keptMs = 24 * 60 * 60 * 1000;

/** Removes chunks of former bundles from the folder: those not among `written`, unless they are young. */
export function removeStaleChunks(folder, written, now = Date.now()) {
  const isChunk = (name) => /^chunk-.*\.mjs(\.map)?$/.test(name);
  for (const name of readdirSync(folder).filter(isChunk)) {
    const file = path.join(folder, name);
    if (written.has(name.replace(/\.map$/, '')) || now - statSync(file).mtimeMs < keptMs) continue;
    rmSync(file, { force: true });
  }
}

async function bundle() {
  const { build } = await import('vite');
  const { output } = await build({
    configFile: false,
    root: inRoot(),
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['koffi'] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: path.join(buildDir, 'cli'),
      emptyOutDir: false,
      sourcemap: true,
      rollupOptions: {
        input: entries(),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunk-[hash].mjs' },
      },
    },
  });
  removeStaleChunks(path.join(buildDir, 'cli'), new Set(output.map(({ fileName }) => fileName)));
}

/** Bundles the command line when its sources changed; resolves to true when it had to. */
export async function buildCli() {
  if (!existsSync(inRoot('cli/main.ts'))) throw new Failure('cli/main.ts does not exist yet');
  const key = bundleKey();
  if (existsSync(cliBundle) && readIfThere(stampFile, 'utf8') === key) return false;
  try {
    await bundle();
  } catch (error) {
    throw new Failure(`the command line does not build:\n${error.message}`);
  }
  writeWhole(stampFile, key);
  return true;
}

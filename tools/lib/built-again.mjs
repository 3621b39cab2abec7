// Builds the core a second time, in another place: the same sources must give the same bytes whatever the folder,
// the time zone, the language and the umask are, or the hash of a core.wasm could not be checked.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { sha } from './files.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

const program = `
import { buildWith } from './tools/lib/core.mjs';
import { compilers } from './tools/lib/compilers.mjs';
process.umask(0o077);
console.log((await buildWith(compilers[process.argv[1]], 'core')).file);
`;

/** The bytes of the core, built anew by this compiler from a copy of the sources, everything around them changed. */
async function buildElsewhere(compiler) {
  const folder = mkdtempSync(path.join(tmpdir(), 'schedscape built again '));
  try {
    for (const name of ['package.json', 'tools', 'wasm-core']) {
      cpSync(inRoot(name), path.join(folder, name), { recursive: true });
    }
    symlinkSync(inRoot('node_modules'), path.join(folder, 'node_modules'));
    const env = { TZ: 'Asia/Tokyo', LC_ALL: 'C' };
    const args = ['--input-type=module', '--eval', program, compiler.id];
    const { code, stdout, output } = await run(process.execPath, args, { cwd: folder, env });
    if (code !== 0) throw new Failure(`the core does not build elsewhere:\n${output.trim()}`);
    return readFileSync(stdout.trim().split('\n').at(-1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where two builds part, in a sentence; undefined where they are the same bytes. */
export function differenceOf(one, other) {
  if (one.equals(other)) return undefined;
  const at = one.findIndex((byte, index) => byte !== other[index]);
  const where = at < 0 ? Math.min(one.length, other.length) : at;
  return `two builds of the core differ from byte ${where} on (${one.length} and ${other.length} bytes, ${sha(one)} and ${sha(other)})`;
}

/** Throws where the core built elsewhere is another one than that in `file`. */
export async function holdBuiltAgain(compiler, file) {
  const difference = differenceOf(readFileSync(file), await buildElsewhere(compiler));
  if (difference) throw new Failure(difference);
}

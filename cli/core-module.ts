// A module of the core on disk: read, held to the hash that its build wrote beside it, compiled. Where it
// lies is program.ts's business.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { oneLine } from '../web/base/visible.ts';
import { UsageError } from './usage.ts';

/** A build that publishes a module just now has the other of its two files on the disk by then. */
const msUntilPublished = 500;

const build = 'node tools/build-core.mjs --wasm';

const damaged = (file: string, how: string): UsageError =>
  new UsageError(`${file}: is damaged (${how}); remove build/core and build it anew: ${build}`);

function readModule(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`${file}: is not there; build it: ${build}`);
    throw new UsageError(`${file}: cannot be read (${code}); build it anew: ${build}`);
  }
}

/** The hash that the build wrote (tools/lib/core.mjs), or undefined where it wrote none that can be read. */
function writtenHash(file: string): string | undefined {
  try {
    const stamp = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as { readonly sha256?: string };
    return stamp.sha256;
  } catch {
    return undefined;
  }
}

/** The bytes, where they are those that were built or nothing says which those are. */
function builtBytes(file: string): Buffer<ArrayBuffer> | undefined {
  const bytes = readModule(file);
  const written = writtenHash(file);
  const isBuilt = written === undefined || written === hashOf(bytes);
  return isBuilt ? bytes : undefined;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a module. Throws UsageError where it is missing, or is not what was built. */
export function moduleBytes(file: string): Buffer<ArrayBuffer> {
  const bytes = builtBytes(file);
  if (bytes) return bytes;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, msUntilPublished);
  const again = builtBytes(file);
  if (again) return again;
  throw damaged(file, 'its bytes are not those that were built');
}

/** SHA-256 of a module: what results are kept under. Throws as moduleBytes does. */
export const moduleHash = (file: string): string => hashOf(moduleBytes(file));

/** A module, compiled. Throws as moduleBytes does, and where it is no module at all. */
export async function compileModule(file: string): Promise<WebAssembly.Module> {
  const bytes = moduleBytes(file);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    if (cause instanceof WebAssembly.CompileError) throw damaged(file, oneLine(cause.message));
    throw cause;
  }
}

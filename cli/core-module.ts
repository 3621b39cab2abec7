// A module of the core on disk: read, held to the hash that its build wrote beside it, compiled. Where it
// lies is program.ts's business.

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { oneLine } from '../web/base/visible.ts';
import { UsageError } from './usage.ts';

/** How long a build that publishes a module just now may take to the other of its two files, each forced to the disk. */
const msUntilPublished = 5000;
const msBetweenLooks = 50;
/** Files older than this are not still being published by a running build. */
const msOfPublishing = 60_000;
/** `engines` of package.json. */
const leastNode = '20.19';

const build = 'node tools/build-core.mjs --wasm';

const damaged = (file: string, how: string): UsageError =>
  new UsageError(`${file}: is damaged (${how}); remove build/core and build it anew: ${build}`);

const notCompiled = (file: string, how: string): UsageError =>
  new UsageError(
    `${file}: is what was built, but this Node, ${process.version}, cannot compile it (${how}); ` +
      `Node ${leastNode} or newer is needed`,
  );

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

interface Found {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Whether they are those of the hash beside them; undefined where there is none. */
  readonly isBuilt: boolean | undefined;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function look(file: string): Found {
  const bytes = readModule(file);
  const written = writtenHash(file);
  return { bytes, isBuilt: written === undefined ? undefined : written === hashOf(bytes) };
}

/** Whether a build may be between the two files. */
const mayBePublished = (file: string): boolean =>
  [file, `${file}.json`].some((name) => {
    const written = statSync(name, { throwIfNoEntry: false })?.mtimeMs;
    return written !== undefined && Date.now() - written < msOfPublishing;
  });

const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** What lies there; where it does not fit its hash, what lies there once a build that may be at work is done. */
function findModule(file: string, pause: typeof sleep): Found {
  for (let waited = 0; ; waited += msBetweenLooks) {
    const found = look(file);
    if (found.isBuilt !== false) return found;
    if (waited >= msUntilPublished || !mayBePublished(file)) {
      throw damaged(file, 'its bytes are not those that were built');
    }
    pause(msBetweenLooks);
  }
}

/**
 * The bytes of a module. Throws UsageError where it is missing, or is not what was built. `pause` is how one waits, in
 * milliseconds.
 */
export const moduleBytes = (file: string, pause = sleep): Buffer<ArrayBuffer> =>
  findModule(file, pause).bytes;

/** SHA-256 of a module: what results are kept under. Throws as moduleBytes does. */
export const moduleHash = (file: string): string => hashOf(moduleBytes(file));

/** A module, compiled. Throws as moduleBytes does, and where this Node takes it for no module. */
export async function compileModule(file: string): Promise<WebAssembly.Module> {
  const { bytes, isBuilt } = findModule(file, sleep);
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    if (!(cause instanceof WebAssembly.CompileError)) throw cause;
    const how = oneLine(cause.message);
    throw isBuilt ? notCompiled(file, how) : damaged(file, how);
  }
}

// Finds what the program consists of on disk (the built core, the library, the scenarios) and opens
// it. Building is the business of tools/.

import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../web/engine/backend.ts';
import { openWasm } from '../web/engine/wasm.ts';
import type { OpenedScenario } from '../web/scenario/index.ts';
import { compileModule } from './core-module.ts';
import { UsageError } from './usage.ts';

export const backendNames = ['wasm', 'native'] as const;
export type BackendName = (typeof backendNames)[number];

/** The folder of package.json above this file, bundled or not. */
function findRoot(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('package.json is missing above the program');
    folder = parent;
  }
  return folder;
}

export const inProgram = (...parts: string[]): string => path.join(findRoot(), ...parts);

export const wasmFile = () => inProgram('build/core/core.wasm');
export const policyFile = () => inProgram('build/core/policy.wasm');
const probesFile = () => inProgram('build/core/probes.wasm');
export const nativeFile = () => inProgram('build/native/libschedscape-gcc.so');

export function isBuilt(name: BackendName): boolean {
  return (name === 'wasm' ? [wasmFile(), policyFile(), probesFile()] : [nativeFile()]).every(
    existsSync,
  );
}

/** What of the core a variant of a scenario needs: more where it brings a policy or a workload of one's own. */
export const partsFor = (
  { policy, program, scenario }: Pick<OpenedScenario, 'policy' | 'program' | 'scenario'>,
  variant: string,
): 'policies' | 'worlds' => {
  const hasOwnClass = scenario.variants.find(({ id }) => id === variant)?.kernel.fair === 'ext';
  return policy?.variant === variant || program || hasOwnClass ? 'policies' : 'worlds';
};

const modules = { worlds: wasmFile, policies: policyFile, probes: probesFile } as const;

/** Throws UsageError when it has not been built, or is no longer what was built. `parts` says what is wanted: worlds, worlds with policies, probes. */
export async function openBackend(
  name: BackendName,
  parts: keyof typeof modules = 'worlds',
): Promise<Backend> {
  if (name === 'wasm') return openWasm(await compileModule(modules[parts]()));
  if (!isBuilt(name)) {
    throw new UsageError('the native core is not built: node tools/build-core.mjs --native');
  }
  const { openNative } = await import('../web/engine/native.ts');
  return openNative(nativeFile());
}

/** The backend that is written as `written`. Throws UsageError. */
export function backendNamed(written: string): BackendName {
  const found = backendNames.find((name) => name === written);
  if (found) return found;
  throw new UsageError(`--backend ${written}: must be ${backendNames.join(' or ')}`);
}

/** Bytes that a pipe is asked for at a time. */
const pieceBytes = 2 ** 16;

/** What pipes gave: they give it once, and more than one reader may ask. */
const drained = new Map<string, Buffer<ArrayBuffer>>();
/** Pipes of which a part was read that was too long already: what is left in them is no file. */
const tooLong = new Map<string, UsageError>();

/** All bytes of an open file, or undefined when there are more than `most`. */
function readAtMost(handle: number, most: number): Buffer<ArrayBuffer> | undefined {
  const pieces: Buffer<ArrayBuffer>[] = [];
  let bytes = 0;
  while (bytes <= most) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const length = readSync(handle, piece);
    if (length === 0) return Buffer.concat(pieces, bytes);
    pieces.push(piece.subarray(0, length));
    bytes += length;
  }
  return undefined;
}

/** What stands for standard input where a file is named. */
export const STDIN = '-';

/** The text of a file, or of a pipe, named on the command line; limits and errors as those of readBytes. */
export const readInput = (file: string, most: number): string =>
  // Editors of Windows begin a text with a byte-order mark; it says nothing that is not known here.
  readBytes(file, most)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

/**
 * The bytes of a file, or of a pipe, named on the command line; at most `most` of them ever come
 * into memory. Throws UsageError when it cannot be read, is longer, or is neither of the two.
 */
export function readBytes(file: string, most: number): Buffer<ArrayBuffer> {
  const longer = (has: string) => new UsageError(`${file}: has ${has}; at most ${most} are read`);
  const known = drained.get(file);
  if (known && known.length > most) throw longer(`${known.length} bytes`);
  if (known) return known;
  const before = tooLong.get(file);
  if (before) throw before;
  let handle: number | undefined;
  try {
    const stats = file === STDIN ? fstatSync(0) : statSync(file);
    if (!stats.isFile() && !stats.isFIFO() && file !== STDIN) {
      throw new UsageError(`${file}: is neither a file nor a pipe; name one of them`);
    }
    // A file says how long it is: what is too long is not even opened.
    if (stats.size > most) throw longer(`${stats.size} bytes`);
    handle = file === STDIN ? undefined : openSync(file, 'r');
    const content = readAtMost(handle ?? 0, most);
    const isPipe = file === STDIN || !stats.isFile();
    if (!content) {
      const error = longer(`more than ${most} bytes`);
      if (isPipe) tooLong.set(file, error);
      throw error;
    }
    if (isPipe) drained.set(file, content);
    return content;
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

// Finds what the program consists of on disk (the built core, the library, the scenarios) and opens
// it. Building is the business of tools/.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../web/engine/backend.ts';
import { openWasm } from '../web/engine/wasm.ts';
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
export const nativeFile = () => inProgram('build/native/libschedscape-gcc.so');

export function isBuilt(name: BackendName): boolean {
  return existsSync(name === 'wasm' ? wasmFile() : nativeFile());
}

/** Throws UsageError when it has not been built. */
export async function openBackend(name: BackendName): Promise<Backend> {
  if (!isBuilt(name)) {
    const how = name === 'wasm' ? '--wasm' : '--native';
    throw new UsageError(`the ${name} core is not built: node tools/build-core.mjs ${how}`);
  }
  if (name === 'wasm') return openWasm(await WebAssembly.compile(readFileSync(wasmFile())));
  const { openNative } = await import('../web/engine/native.ts');
  return openNative(nativeFile());
}

/** The name of a backend as somebody wrote it. Throws UsageError. */
export function backendNamed(written: string): BackendName {
  const found = backendNames.find((name) => name === written);
  if (found) return found;
  throw new UsageError(`--backend ${written}: must be ${backendNames.join(' or ')}`);
}

/** The text of a file named on the command line. Throws UsageError when it cannot be read. */
export function readInput(file: string, most: number): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code})`;
    throw new UsageError(`${file}: ${why}`);
  }
  if (text.length > most) {
    throw new UsageError(`${file}: has ${text.length} characters; at most ${most} are read`);
  }
  return text;
}

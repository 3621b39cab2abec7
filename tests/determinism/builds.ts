// The builds of the core that have to agree, one a compiler, and the short runs they are compared on.

import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Backend } from '../../web/engine/backend.ts';
import { openNative } from '../../web/engine/native.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { nodeReader } from '../../web/scenario/node.ts';

/** File by compiler; the first is the one that the page runs. */
export const builds = {
  emcc: 'build/core/core.wasm',
  'npm clang': 'build/core/core-yowasp.wasm',
  gcc: 'build/native/libschedscape-gcc.so',
  clang: 'build/native/libschedscape-clang.so',
} as const;
/** The same where a world has a policy of one's own: core.wasm runs none. */
const withPolicies = {
  ...builds,
  emcc: 'build/core/policy.wasm',
  'npm clang': 'build/core/policy-yowasp.wasm',
} as const;
export type Compiler = keyof typeof builds;
export const compilers = Object.keys(builds) as Compiler[];

export const reader = nodeReader('scenarios');

/** Long enough for queues, pushes and pulls; short enough for one record at a time. */
export const short = [
  { path: 'duration', value: '3ms' },
  { path: 'warmup', value: '1ms' },
];

export function expectAllBuilds(): void {
  const missing = Object.values(builds).filter((file) => !existsSync(file));
  expect(missing, 'node tools/build-core.mjs --all-compilers').toEqual([]);
}

export const fileOf = (compiler: Compiler, runsPolicies = false): string =>
  (runsPolicies ? withPolicies : builds)[compiler];

export async function open(compiler: Compiler, runsPolicies = false): Promise<Backend> {
  const file = fileOf(compiler, runsPolicies);
  if (file.endsWith('.so')) return openNative(file);
  return openWasm(new WebAssembly.Module(readFileSync(file)));
}

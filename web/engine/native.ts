// The core as a shared library, called through koffi. Only the command line and tests in Node load
// this file; koffi is not part of the page.

import koffi from 'koffi';
import type { Address, Backend, CoreBlock, CoreFunctions } from './backend.ts';
import { OutOfMemoryError } from './backend.ts';

const signatures: Readonly<Record<keyof CoreFunctions, string>> = {
  ss_world_def_default: 'void ss_world_def_default(void *def)',
  ss_world_bytes: 'uint32_t ss_world_bytes(void *def)',
  ss_world_create: 'int32_t ss_world_create(void *memory, uint32_t bytes, void *def)',
  ss_world_map: 'uint32_t ss_world_map(void *world)',
  ss_world_step:
    'int32_t ss_world_step(void *world, uint32_t low, uint32_t high, uint32_t max_records)',
  ss_world_frame: 'void ss_world_frame(void *world)',
  ss_world_mechanisms: 'void ss_world_mechanisms(void *world)',
  ss_world_keyframe: 'uint32_t ss_world_keyframe(void *world)',
  ss_probe_run:
    'int32_t ss_probe_run(uint32_t kind, void *memory, uint32_t memory_bytes, void *in, ' +
    'uint32_t in_words, void *out, uint32_t out_words)',
};

/** Users by file: a library has one list of reservations for the process, freed with the last. */
const users = new Map<string, number>();

/** Opens the shared library in `file`. Throws Error when it is missing or not the core. */
export function openNative(file: string): Backend {
  const library = koffi.load(file);
  const functions = Object.entries(signatures).map(([name, text]) => [name, library.func(text)]);
  const core = Object.fromEntries(functions) as CoreFunctions;
  const reserve = library.func('void *ss_host_reserve(uint32_t bytes)');
  const releaseAll = library.func('void ss_host_release_all()');
  users.set(file, (users.get(file) ?? 0) + 1);
  let open = true;
  return {
    name: 'native',
    core,
    reserve(bytes: number): CoreBlock {
      const address = reserve(bytes) as Address | null;
      if (address === null) throw new OutOfMemoryError(bytes);
      const buffer = koffi.view(address, bytes);
      return { address, bytes, memory: () => ({ buffer, base: 0 }) };
    },
    dispose() {
      if (!open) return;
      open = false;
      const left = users.get(file)! - 1;
      users.set(file, left);
      if (left === 0) releaseAll();
    },
  };
}

/**
 * The reference loop the benchmark measures the host's speed with: `iterations` rounds of 64-bit
 * xorshift 13/7/17 and a running sum. Returns the low half of the sum, so that nothing is left out.
 */
export function openReferenceLoop(file: string): (iterations: number) => number {
  return koffi.load(file).func('uint32_t ss_bench_reference(uint32_t iterations)');
}

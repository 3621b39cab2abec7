// The core as WebAssembly: a loader of our own, because the module needs no imports and runs the
// same in browsers, workers and Node.

import type { Backend, CoreBlock, CoreFunctions } from './backend.ts';
import { OutOfMemoryError } from './backend.ts';

interface CoreExports extends CoreFunctions {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  ss_host_reserve(bytes: number): number;
}

// WebAssembly has no unsigned results: these come back as negative numbers beyond 2^31.
const unsigned = ['ss_world_bytes', 'ss_world_map', 'ss_world_keyframe'] as const;

/** A new instance: its own memory, its own worlds. */
export async function openWasm(module: WebAssembly.Module): Promise<Backend> {
  const instance = await WebAssembly.instantiate(module, {});
  const exports = instance.exports as unknown as CoreExports;
  exports._initialize?.();
  const core: CoreFunctions = { ...exports };
  for (const name of unsigned) {
    const call = exports[name] as (...values: unknown[]) => number;
    core[name] = (...values: unknown[]) => call(...values) >>> 0;
  }
  return {
    name: 'wasm',
    core,
    reserve(bytes: number): CoreBlock {
      const base = exports.ss_host_reserve(bytes) >>> 0;
      if (base === 0) throw new OutOfMemoryError(bytes);
      return {
        address: base,
        bytes,
        memory: () => ({ buffer: exports.memory.buffer as ArrayBuffer, base }),
      };
    },
    // The instance's memory is collected with it: nothing else refers to it.
    dispose() {},
  };
}

/**
 * Compiles the core from where it is served, if its bytes are those of `integrity`; falls back for hosts that serve a
 * wrong type. Rejects with an Error meant for a reader.
 */
export async function fetchCore(url: string, integrity: string): Promise<WebAssembly.Module> {
  const response = await fetch(url, { integrity })
    // What the browser or the service worker has kept may be damaged.
    .catch(() => fetch(url, { integrity, cache: 'reload' }))
    .catch(async () => {
      // Bytes are held to the hash whatever the status: only without it a host says that it has none. Without a network this
      // says so.
      const { ok, status, body } = await fetch(url);
      body?.cancel().catch(() => {});
      const answer = ok ? 'with other bytes' : status;
      throw new Error(`the simulator could not be loaded: ${url} answered ${answer}`);
    });
  if (response.headers.get('content-type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

// The doors for single algorithms: runs probes of the core, words in, words out, over memory reserved
// once. What the words of a probe mean stands in its file below wasm-core/src/probe.

import { STATUS } from './abi.gen.ts';
import type { Backend, CoreBlock } from './backend.ts';
import { place } from './backend.ts';

/** Runs one probe in the core: words in, words out. Throws {@link ProbeError} when the core refuses. */
export interface ProbeRunner {
  run(kind: number, input: Int32Array, outputCapacity: number): Int32Array;
}

/** The core refused a probe: `status` is one of the STATUS_ codes of the ABI. */
export class ProbeError extends Error {
  readonly kind: number;
  readonly status: number;

  constructor(kind: number, status: number, message: string) {
    super(message);
    this.name = 'ProbeError';
    this.kind = kind;
    this.status = status;
  }
}

/** Room for the little world a probe builds: the largest machine of the vectors takes a tenth. */
const usualMemory = 96 * 2 ** 20;
const statusNames = Object.entries(STATUS);

/** A block that grows when more is asked for. */
class Words {
  readonly #backend: Backend;
  #block: CoreBlock | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  take(words: number): CoreBlock {
    if (!this.#block || this.#block.bytes < words * 4) {
      this.#block = this.#backend.reserve(Math.max(2 ** 16, 2 ** Math.ceil(Math.log2(words * 4))));
    }
    return this.#block;
  }
}

/**
 * `memoryBytes` bounds what a probe may build. Throws an Error when the core was built without probes, as
 * core.wasm is; probes.wasm and the native library have them.
 */
export function openProbes(backend: Backend, memoryBytes = usualMemory): ProbeRunner {
  const ask = backend.core.ss_probe_run;
  if (!ask) throw new Error(`this ${backend.name} core was built without probes: open probes.wasm`);
  let memory: CoreBlock | undefined;
  const inputs = new Words(backend);
  const outputs = new Words(backend);
  return {
    run(kind, input, outputCapacity) {
      memory ??= backend.reserve(memoryBytes);
      const given = inputs.take(input.length);
      const answer = outputs.take(outputCapacity);
      const at = place(given, 0, input.length * 4, 'input of a probe');
      new Int32Array(at.buffer, at.start, input.length).set(input);
      const written = ask(
        kind,
        memory.address,
        memoryBytes,
        given.address,
        input.length,
        answer.address,
        outputCapacity,
      );
      if (written < 0) {
        const [name] = statusNames.find(([, code]) => code === -written) ?? [`status ${-written}`];
        throw new ProbeError(kind, -written, `the core refused probe ${kind} (${name})`);
      }
      if (written > outputCapacity) throw new RangeError(`a probe wrote ${written} words`);
      const out = place(answer, 0, written * 4, 'output of a probe');
      return new Int32Array(out.buffer, out.start, written).slice();
    },
  };
}

// Runs probes in a backend of the core: words in, words out, over memory reserved once.

import { STATUS } from '../../web/engine/abi.gen.ts';
import type { Backend, Block } from '../../web/engine/backend.ts';
import { place } from '../../web/engine/backend.ts';
import { ProbeError, type ProbeRunner } from './types.ts';

/** Room for the little world a probe builds: the largest machine of the vectors takes a tenth. */
const memoryBytes = 96 * 2 ** 20;
const statusNames = Object.entries(STATUS);

/** A block that grows when more is asked for. */
class Words {
  readonly #backend: Backend;
  #block: Block | undefined;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  take(words: number): Block {
    if (!this.#block || this.#block.bytes < words * 4) {
      this.#block = this.#backend.reserve(Math.max(2 ** 16, 2 ** Math.ceil(Math.log2(words * 4))));
    }
    return this.#block;
  }
}

export function openProbes(backend: Backend): ProbeRunner {
  let memory: Block | undefined;
  const inputs = new Words(backend);
  const outputs = new Words(backend);
  return {
    run(kind, input, outputCapacity) {
      memory ??= backend.reserve(memoryBytes);
      const given = inputs.take(input.length);
      const answer = outputs.take(outputCapacity);
      const at = place(given, 0, input.length * 4, 'input of a probe');
      new Int32Array(at.buffer, at.start, input.length).set(input);
      const written = backend.core.ss_probe_run(
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

// The worker of one variant: loads the core twice (head and cursor, each with memory of its own) and
// serves a Simulation through comlink. Frames are transferred, never copied.

import * as comlink from 'comlink';
import coreUrl from '../../build/core/core.wasm?url';
import type { DefinitionInput } from './definition.ts';
import type { MarkQuestion } from './marks.ts';
import { Simulation } from './simulation.ts';
import type { VariantEngine } from './types.ts';
import { fetchCore, openWasm } from './wasm.ts';

export interface WorkerOptions {
  /** ns: the run ends there. */
  readonly duration: number;
  /** First occurrences to watch for. */
  readonly marks?: readonly MarkQuestion[];
  /** Bytes the recording may take. */
  readonly recordingLimit?: number;
}

const handOver = (frame: ArrayBuffer | undefined): ArrayBuffer | undefined =>
  frame && comlink.transfer(frame, [frame]);

/** The arrays of a timeline's answer, its arrows' included. */
function withArrays<Answer extends object>(answer: Answer): Answer {
  const buffers = (part: object): ArrayBuffer[] =>
    Object.values(part).flatMap((value) => {
      if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
      return typeof value === 'object' && value !== null ? buffers(value) : [];
    });
  return comlink.transfer(answer, buffers(answer));
}

/** The same engine, with frames and timelines marked for transfer. */
function transferring(engine: VariantEngine): VariantEngine {
  return {
    ...engine,
    frameAt: async (time) => handOver(await engine.frameAt(time)),
    stepEvent: async (by, filter) => handOver(await engine.stepEvent(by, filter)),
    stepDecision: async (by, filter) => handOver(await engine.stepDecision(by, filter)),
    timelineWindow: async (query) => withArrays(await engine.timelineWindow(query)),
    timelineDetail: async (query) => {
      const detail = await engine.timelineDetail(query);
      return detail && withArrays(detail);
    },
  };
}

async function create(definition: DefinitionInput, options: WorkerOptions): Promise<VariantEngine> {
  const module = await fetchCore(coreUrl);
  const [head, cursor] = await Promise.all([openWasm(module), openWasm(module)]);
  const engine = new Simulation(head, cursor, definition, {
    ...options,
    reader: () => openWasm(module),
  });
  return comlink.proxy(transferring(engine));
}

const service = { create };
export type VariantService = typeof service;

comlink.expose(service);

// The worker of one variant: loads the core twice (head and cursor, each with memory of its own) and serves a
// Simulation. Frames are handed over, never copied. The caller that starts a variant makes the worker.

import { handOver, serve } from './calls.ts';
import type { DefinitionInput } from './definition.ts';
import * as lazy from './lazy-chunks.ts';
import type { MarkQuestion } from './marks.ts';
import { fetchModule, moduleOf, usualModule } from './modules.ts';
import type { PackedRun } from './recorded/packed.ts';
import type { ScenarioNames } from './scenario-names.ts';
import { Simulation } from './simulation.ts';
import type { RunStatus, VariantEngine } from './types/engine.ts';
import type { ShippedFolder } from './warm-start-store.ts';
import { openWasm } from './wasm.ts';

/** ms after the worker began in which the page around it is still being built, unless the page says that it is not. */
const pageStarts = 4_000;
/** With fewer processors than this, heads at full speed keep the page from its own. */
const manyProcessors = 6;

/** ms a head rests there after a slice of 8 ms: what the page does at its start takes both processors. */
const THROTTLE_WHILE_PAGE_STARTS = 40;

let isPageUp = false;

/**
 * ms of rest between slices while a run is watched whose figures are not awaited: pictures and screen need the
 * processors as well.
 */
const THROTTLE_WHILE_WATCHED = 4;

/**
 * Rest of the head after a slice. While the page starts, most of the time is left to it on machines with few
 * processors. From then on the reader waits for the figures of a story, which are ready when its runs have ended.
 */
const headThrottle =
  ({ isUnhurried = false }: WorkerOptions) =>
  (isWatched: boolean): number => {
    if (navigator.hardwareConcurrency >= manyProcessors) return 0;
    if (!isPageUp && performance.now() < pageStarts) return THROTTLE_WHILE_PAGE_STARTS;
    return isWatched && isUnhurried ? THROTTLE_WHILE_WATCHED : 0;
  };

export interface WorkerOptions extends ScenarioNames {
  /** ns: the run ends there. */
  readonly duration: number;
  /** First occurrences to watch for. */
  readonly marks?: readonly MarkQuestion[];
  /** ns: the window of the figures of a moment. */
  readonly window?: number;
  /** Bytes the recording may take. */
  readonly recordingLimit?: number;
  /** What happens was recorded: it is replayed in place of a simulation, on the machine of the definition. */
  readonly recorded?: PackedRun | undefined;
  /** ns: its head goes no further. What is kept of its warm start is that of the whole run all the same. */
  readonly headEnd?: number | undefined;
  /** The run is a picture beside words: its figures are not awaited. */
  readonly isUnhurried?: boolean;
  /** Folder of the warm starts that came with the page, if any did. */
  readonly shipped?: ShippedFolder | undefined;
}

const whole = <Buffer extends ArrayBuffer | undefined>(frame: Buffer): Buffer =>
  frame && handOver(frame, [frame]);

/** The arrays of a timeline's answer, its arrows' included. */
function withArrays<Answer extends object>(answer: Answer): Answer {
  const buffers = (part: object): ArrayBuffer[] =>
    Object.values(part).flatMap((value) => {
      if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
      return typeof value === 'object' && value !== null ? buffers(value) : [];
    });
  return handOver(answer, buffers(answer));
}

/** The same engine, with frames and timelines marked for transfer. */
function transferring(engine: VariantEngine): VariantEngine {
  return {
    ...engine,
    frameAt: async (time, since) => whole(await engine.frameAt(time, since)),
    stepEvent: async (by, filter) => whole(await engine.stepEvent(by, filter)),
    wholeFrame: async () => whole(await engine.wholeFrame()),
    stepDecision: async (by, filter) => whole(await engine.stepDecision(by, filter)),
    timelineWindow: async (query) => withArrays(await engine.timelineWindow(query)),
    timelineDetail: async (query) => {
      const detail = await engine.timelineDetail(query);
      return detail && withArrays(detail);
    },
  };
}

/**
 * ms that a run waits for its kept warm start: a store that another tab holds may never answer. What ships with the page takes
 * two seconds of 10 Mbit/s at most, after its list.
 */
const warmStartPatience = 4000;

/** The module that nearly every run takes, asked for before the run is known. */
let ahead: Promise<WebAssembly.Module> | undefined;

/** The module at an address. */
const moduleAt = (address: string): Promise<WebAssembly.Module> =>
  (address === usualModule ? ahead : undefined) ?? fetchModule(address);
/** Serves a recording like a run. */
async function replay(
  definition: DefinitionInput,
  options: WorkerOptions,
  packed: PackedRun,
  ports: readonly MessagePort[],
): Promise<void> {
  const open = await (await lazy.recorded()).openerOf(packed);
  const { marks: _, ...others } = options;
  const engine = new Simulation(await open(), await open(), definition, {
    ...others,
    throttle: headThrottle(options),
    reader: open,
  });
  const served = transferring(engine);
  for (const port of ports) serve(port, served);
}

/** A run that is not the one of which something was kept shows nothing more: what it showed so far may be of the other. */
const failureOf = (message: string | undefined) =>
  message === undefined ? {} : { state: 'failed' as const, message };

/** Starts the engine and serves it on each of `ports`. */
async function create(
  definition: DefinitionInput,
  options: WorkerOptions,
  ...ports: MessagePort[]
): Promise<void> {
  if (options.recorded) {
    await replay(definition, options, options.recorded, ports);
    return;
  }
  const address = moduleOf(definition);
  // Without a network for it, and without a store, a run begins at zero.
  const finding = lazy
    .afterPicture()
    .then((chunk) => chunk.openWarmStart(address, definition, options))
    .catch(() => undefined);
  const patience = new Promise<undefined>((resolve) => {
    setTimeout(resolve, warmStartPatience, undefined);
  });
  const found = Promise.race([finding, patience]);
  const [module, kept] = await Promise.all([moduleAt(address), found]);
  const [head, cursor] = await Promise.all([openWasm(module), openWasm(module)]);
  const engine = new Simulation(head, cursor, definition, {
    ...options,
    throttle: headThrottle(options),
    reader: () => openWasm(module),
    keeper: kept?.keeper,
  });
  const names = (options.policy ?? options.program) && (await lazy.measured());
  const catalog =
    names?.withScenarioNames(engine.catalog(), options, definition) ?? engine.catalog();
  const told = {
    ...engine,
    catalog: () => catalog,
    status: (): RunStatus => ({
      ...engine.status(),
      warmStart: kept?.state(),
      areFiguresKept: kept?.figures() !== undefined,
      ...failureOf(kept?.difference()),
    }),
    keptFigures: async () => kept?.figures(),
  };
  const served = transferring(told);
  for (const port of ports) serve(port, served);
}

/** The page has been built: the run need not leave processors to it any more. */
function pageIsUp(): void {
  isPageUp = true;
}

const service = { create, pageIsUp };
export type VariantService = typeof service;

/** Makes this thread the worker of a variant. */
export function serveVariant(): void {
  ahead = fetchModule(usualModule);
  ahead.catch(() => {}); // told to the run that needs it
  serve(self, service);
}

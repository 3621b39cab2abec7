// Runs one variant from start to end without a viewer, and measures it: for the command line, sweeps and tests. No
// recording, no going back.

import { captureWaits } from './capture.ts';
import { captureHeadline, captureRows } from './capture-window.ts';
import { catalogOf } from './catalog.ts';
import { ForkPlaces } from './forks.ts';
import { Loops } from './loops.ts';
import type { Measures } from './metrics.ts';
import { MoveCounter } from './moves.ts';
import { capturePolicy, type PolicyCounts } from './policy.ts';
import { withProgramNames } from './program-names.ts';
import type { RanProgram } from './ran-program.ts';
import type { Catalog } from './types/catalog.ts';
import type { C2cRows, Headline } from './types/measured.ts';
import type { World } from './world.ts';
import { captureZones, type ZoneResult } from './zones.ts';

export interface BatchOptions {
  /** ns. */
  readonly duration: number;
  /** ns: where the measured window begins. */
  readonly windowStart: number;
  /** Called between steps with the simulated time reached. */
  readonly onProgress?: (time: number) => void;
  /** Called often enough to see every record before the ring forgets it. */
  readonly onRecords?: (world: World, from: number, to: number) => void;
  /** Without it the loops of a workload of one's own are not kept. */
  readonly program: RanProgram | undefined;
}

export interface BatchResult {
  /** ns simulated. */
  readonly time: number;
  readonly traceHash: string;
  readonly records: number;
  readonly accesses: number;
  readonly misses: number;
  readonly switches: number;
  readonly wakeups: number;
  readonly migrations: number;
  readonly catalog: Catalog;
  readonly headline: Headline;
  readonly rows: C2cRows;
  /** By line: mean number of CPUs that waited for it during the measured window. */
  readonly waiting: Float64Array;
  /** The page allocator by node; empty if the workload does not use it. */
  readonly zones: readonly ZoneResult[];
  /** Where forked tasks started, and how tasks moved; empty for a workload that is not about that. */
  readonly places: Measures;
  /** What its policy was asked; undefined without one. */
  readonly policy: PolicyCounts | undefined;
  /** The loops of the phases of a workload of one's own; undefined for others. */
  readonly loops: Loops | undefined;
}

/**
 * Progress is told at least so many times a run. Not fewer: engines replace WebAssembly by faster
 * code between calls, not inside one.
 */
const stepsInRun = 200;

function runTo(world: World, time: number, options: BatchOptions): void {
  const span = Math.max(1, Math.ceil(options.duration / stepsInRun));
  // Half a ring: one event may write several records beyond the bound.
  const bound = options.onRecords ? Math.max(1, world.at.ringRecords / 2) : 0;
  while (world.time < time) {
    const before = world.clock().records;
    world.step(Math.min(time, world.time + span), bound);
    options.onRecords?.(world, before, world.clock().records);
    options.onProgress?.(world.time);
  }
}

type Watcher = Pick<ForkPlaces, 'see'>;

/** The options of a caller, with all readers of records added. */
function watched(options: BatchOptions, watchers: readonly Watcher[]): BatchOptions {
  if (watchers.length === 0) return options;
  return {
    ...options,
    onRecords: (world, from, to) => {
      for (const watcher of watchers) watcher.see(world, from, to);
      options.onRecords?.(world, from, to);
    },
  };
}

/** Runs a new world to the end. Throws WorldDefect when an invariant of the core broke. */
export function runBatch(world: World, given: BatchOptions): BatchResult {
  const { program } = given;
  const { workloadParameter } = world.definition;
  const catalog = withProgramNames(catalogOf(world), program, workloadParameter);
  const forks = ForkPlaces.of(world);
  const moves = MoveCounter.of(world, given.windowStart);
  const loops = program && Loops.of(world, program.kinds);
  const watchers = [forks, moves, loops].filter((watcher) => watcher !== undefined);
  const options = watched(given, watchers);
  runTo(world, Math.min(options.windowStart, options.duration), options);
  const before = captureWaits(world);
  runTo(world, options.duration, options);
  const clock = world.clock();
  const length = Math.max(1, world.time - options.windowStart);
  return {
    time: world.time,
    traceHash: world.traceHash(),
    records: clock.records,
    accesses: clock.accesses,
    misses: clock.misses,
    switches: clock.switches,
    wakeups: clock.wakeups,
    migrations: clock.migrations,
    catalog,
    headline: captureHeadline(world, catalog),
    rows: captureRows(world),
    waiting: captureWaits(world).map((sum, line) => (sum - before[line]!) / length),
    zones: captureZones(world),
    policy: capturePolicy(world),
    places: {
      ...forks?.measures(),
      ...moves?.measures(),
      ...loops?.measures(given.windowStart, world.time),
    },
    loops,
  };
}

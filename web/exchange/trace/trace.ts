// Runs a world from its start and writes what happened in a span of it as a trace. The command line,
// the worker of the app and the tests all come through here.

import { type BatchResult, runBatch } from '../../engine/batch.ts';
import type { World } from '../../engine/world.ts';
import { ChromeEvents } from './chrome-events.ts';
import { FtraceText } from './ftrace.ts';
import { PerfettoTrace } from './perfetto.ts';
import { SchedMap } from './sched-map.ts';
import { Timehist } from './timehist.ts';
import { TraceDat } from './trace-dat.ts';
import { Tracks } from './tracks.ts';
import type { TraceFormat, TraceOptions, TraceWriter } from './writer.ts';

const writers: Readonly<Record<TraceFormat, (world: World, options: TraceOptions) => TraceWriter>> =
  {
    ftrace: (world, options) => new FtraceText(world, options),
    'trace-dat': (world, options) => new TraceDat(world, options),
    perfetto: (world, options) => new PerfettoTrace(world, options),
    chrome: (world, options) => new Tracks(world, options, new ChromeEvents()),
    'perf-sched-map': (world, options) => new SchedMap(world, options),
    'perf-sched-timehist': (world, options) => new Timehist(world, options),
  };

export const openWriter = (format: TraceFormat, world: World, options: TraceOptions): TraceWriter =>
  writers[format](world, options);

export interface TraceRun extends TraceOptions {
  readonly format: TraceFormat;
  /** ns: where the measured window begins. */
  readonly windowStart: number;
  /** ns reached, events and bytes kept so far. */
  readonly onProgress?: (time: number, events: number, bytes: number) => void;
}

export interface Trace {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  readonly events: number;
  readonly result: BatchResult;
}

/** `world` stands at its start. Throws TraceTooLong, and WorldDefect as runBatch does. */
export function traceRun(world: World, run: TraceRun): Trace {
  const writer = openWriter(run.format, world, run);
  const result = runBatch(world, {
    duration: run.to,
    windowStart: run.windowStart,
    program: run.program,
    onRecords: (seen, from, to) => writer.see(seen, from, to),
    onProgress: (time) => run.onProgress?.(time, writer.events, writer.bytes),
  });
  const pieces = writer.finish();
  return { pieces, events: writer.events, result };
}

/** Ending of a file's name. */
export const traceEnding: Readonly<Record<TraceFormat, string>> = {
  ftrace: 'ftrace.txt',
  'trace-dat': 'dat',
  perfetto: 'perfetto-trace',
  chrome: 'trace.json',
  'perf-sched-map': 'sched-map.txt',
  'perf-sched-timehist': 'sched-timehist.txt',
};

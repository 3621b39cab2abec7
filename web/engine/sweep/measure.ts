// One run of a sweep: a definition in, the numbers of its measured window out. Runs in a worker of
// the page, a worker thread of Node, or right here; holds nothing between two runs.

import type { Backend } from '../backend.ts';
import { type BatchResult, runBatch } from '../batch.ts';
import { catalogOf } from '../catalog.ts';
import type { DefinitionInput } from '../definition.ts';
import { findLine, type LineQuestion } from '../fields.ts';
import { lineMetrics, lineSymbols, runMetrics } from '../metrics.ts';
import { withProgramNames } from '../program-names.ts';
import type { RanProgram } from '../ran-program.ts';
import { World } from '../world.ts';
import { type Find, type FoundScores, seekerOf } from './find.ts';

export type { LineQuestion };

export interface RunJob {
  readonly definition: DefinitionInput;
  /** ns. */
  readonly duration: number;
  /** ns: what comes before is warm-up and is not counted. */
  readonly windowStart: number;
  readonly lines: readonly LineQuestion[];
  /** True: also the c2c rows of these lines. */
  readonly rows: boolean;
  readonly program: RanProgram | undefined;
  /** What it should point at besides. */
  readonly find?: Find;
}

/** One c2c row of a line; counts of the measured window. */
export interface LineCounts {
  readonly offset: number;
  readonly symbol: string;
  readonly local_hitm: number;
  readonly remote_hitm: number;
  readonly loads: number;
  /** Those that are the load half of an atomic. */
  readonly locked: number;
  /** Those slow enough to be sampled that no other cache had to write back for. */
  readonly slow_loads: number;
  readonly stores: number;
  readonly records: number;
  /** Mean cycles of the sampled loads; null when none was slow enough to be sampled. */
  readonly load_cycles: number | null;
}

/** What is said of one line; names as in web/scenario/metrics.ts. */
export interface LineMeasures {
  readonly metrics: Readonly<Record<string, number>>;
  readonly line_symbols: readonly string[];
  readonly rows?: readonly LineCounts[];
}

export interface RunMeasures {
  /** 16 hexadecimal digits: proves which run this was. */
  readonly trace_hash: string;
  readonly metrics: Readonly<Record<string, number>>;
  /** In the order of the job's lines; null where the variant has no such line. */
  readonly lines: readonly (LineMeasures | null)[];
  /** What it points at, where it was asked to. */
  readonly found?: FoundScores;
}

function rowsOf({ rows, catalog }: BatchResult, line: number): LineCounts[] {
  const found: LineCounts[] = [];
  for (let at = 0; at < rows.count; at++) {
    if (rows.line[at] !== line) continue;
    const timed = rows.loadCount[at]!;
    found.push({
      offset: rows.offset[at]!,
      symbol: catalog.symbols[rows.symbol[at]!] ?? '',
      local_hitm: rows.localHitm[at]!,
      remote_hitm: rows.remoteHitm[at]!,
      loads: rows.loads[at]!,
      locked: rows.locked[at]!,
      slow_loads: timed,
      stores: rows.stores[at]!,
      records: rows.records[at]!,
      load_cycles: timed > 0 ? rows.loadCycles[at]! / timed : null,
    });
  }
  // Rows come in order of first use, which is chance as far as a reader is concerned.
  return found.sort((a, b) => a.offset - b.offset || (a.symbol < b.symbol ? -1 : 1));
}

function measureLine(result: BatchResult, question: LineQuestion, rows: boolean) {
  const line = findLine(result.catalog, question);
  if (line === undefined) return null;
  return {
    metrics: lineMetrics(result, line),
    line_symbols: lineSymbols(result, line),
    ...(rows && { rows: rowsOf(result, line) }),
  };
}

/** Runs a job from start to end. Throws as World.create and runBatch do. */
export function runJob(backend: Backend, job: RunJob): RunMeasures {
  const world = World.create(backend, job.definition);
  const { workloadParameter } = world.definition;
  // Reading the catalogue takes as long as a short run.
  const catalog = () => withProgramNames(catalogOf(world), job.program, workloadParameter);
  const seeker = job.find && seekerOf(world, job.find, job.windowStart, catalog());
  const result = runBatch(world, seeker?.see ? { ...job, onRecords: seeker.see } : job);
  return {
    trace_hash: result.traceHash,
    metrics: runMetrics(result),
    lines: job.lines.map((question) => measureLine(result, question, job.rows)),
    ...(seeker && { found: seeker.found(result) }),
  };
}

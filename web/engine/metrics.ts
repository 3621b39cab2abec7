// Computes the published metrics of a run, under their stable names (web/scenario/metrics.ts says
// what each means and its unit), from what batch.ts measured.

import type { Loops } from './loops.ts';
import type { PolicyCounts } from './policy.ts';
import type { Catalog } from './types/catalog.ts';
import type { C2cRows, Measured } from './types/measured.ts';
import type { ZoneResult } from './zones.ts';

/** What the metrics read: of a whole run (batch.ts), or of a run under way up to its head. */
export interface MeasuredRun extends Measured {
  readonly catalog: Catalog;
  /** Where tasks started and how they moved (forks.ts, moves.ts); left out if the records were not read. */
  readonly places?: Measures;
  /** The loops of a workload of one's own; left out likewise. */
  readonly loops?: Loops | undefined;
  /** What a policy of one's own did; undefined: there is none. */
  readonly policy?: PolicyCounts | undefined;
}

export type Measures = Readonly<Record<string, number>>;

const share = (part: number, whole: number): number => (whole > 0 ? (100 * part) / whole : 0);

/** What the rows of one line, or of several, add up to. */
interface Total {
  localHitm: number;
  hitm: number;
  loads: number;
  loadCycles: number;
  longestLoad: number;
}

const nothing = (): Total => ({ localHitm: 0, hitm: 0, loads: 0, loadCycles: 0, longestLoad: 0 });

/** The rows read once: every metric asks for lines, a run has thousands of rows. */
interface Totals {
  readonly all: Total;
  readonly byLine: ReadonlyMap<number, Total>;
  /** Lines by HITM loads, most first; ties: lower index. */
  readonly ranking: readonly number[];
}

function addRow(total: Total, rows: C2cRows, row: number): void {
  const local = rows.localHitm[row]!;
  total.localHitm += local;
  total.hitm += local + rows.remoteHitm[row]!;
  total.loads += rows.loadCount[row]!;
  total.loadCycles += rows.loadCycles[row]!;
  total.longestLoad = Math.max(total.longestLoad, rows.maxCycles[row]!);
}

function add(rows: C2cRows): Totals {
  const all = nothing();
  const byLine = new Map<number, Total>();
  for (let row = 0; row < rows.count; row++) {
    const line = rows.line[row]!;
    const total = byLine.get(line) ?? nothing();
    byLine.set(line, total);
    addRow(total, rows, row);
    addRow(all, rows, row);
  }
  const ranking = [...byLine].sort((a, b) => b[1].hitm - a[1].hitm || a[0] - b[0]);
  return { all, byLine, ranking: ranking.map(([line]) => line) };
}

const totalsByRows = new WeakMap<C2cRows, Totals>();

function totalsOf(rows: C2cRows): Totals {
  const known = totalsByRows.get(rows) ?? add(rows);
  totalsByRows.set(rows, known);
  return known;
}

/** What all CPUs share of cpupri: the structures whose c2c tables were published. */
const cpupriStructures = ['root_domain', 'cpupri mask bitmap'];

function cpupriTotal({ rows, catalog }: MeasuredRun): Total {
  const ids = cpupriStructures.map((name) => catalog.structures.indexOf(name));
  const sum = nothing();
  for (const [line, { localHitm, hitm }] of totalsOf(rows).byLine) {
    if (!ids.includes(catalog.lines.structure[line]!)) continue;
    sum.localHitm += localHitm;
    sum.hitm += hitm;
  }
  return sum;
}

/** Metrics of the page allocator; none for a run without one. */
function pageMetrics({ zones, headline }: MeasuredRun): Measures {
  if (zones.length === 0) return {};
  const total = (of: (zone: ZoneResult) => number) =>
    zones.reduce((sum, zone) => sum + of(zone), 0);
  const cpus = total((zone) => zone.cpus);
  const cpuTime = cpus * headline.windowLength;
  const zoneLock = share(
    total(({ zoneLock }) => zoneLock.waited),
    cpuTime,
  );
  const lruLock = share(
    total(({ lruLock }) => lruLock.waited),
    cpuTime,
  );
  return {
    zone_lock_share: zoneLock,
    lru_lock_share: lruLock,
    page_lock_share: zoneLock + lruLock,
    page_rate: (headline.throughput * zones[0]!.nodes) / zones.length,
    longest_refill_hold: Math.max(...zones.map((zone) => zone.zoneLock.longestHold)),
    zone_visits: (1000 * total(({ zoneLock }) => zoneLock.taken)) / Math.max(1, headline.score),
    pages_on_lists: total(({ listPages }) => listPages) / Math.max(1, cpus),
    fallbacks: total(({ fallbacks }) => fallbacks),
    unmovable_blocks: share(
      total(({ typeBlocks }) => typeBlocks[0] ?? 0),
      total(({ typeBlocks }) => typeBlocks.reduce((sum, blocks) => sum + blocks, 0)),
    ),
  };
}

/** What a workload measures of itself; none for one that measures nothing. */
function latencyMetrics({ headline }: MeasuredRun): Measures {
  const { wake, request, refill } = headline.latencies;
  return {
    ...(refill?.samples ? { refill_p99: refill.p99, longest_refill: refill.greatest } : {}),
    ...(wake?.samples ? { wake_p50: wake.p50, wake_p99: wake.p99 } : {}),
    ...(request?.samples ? { request_p50: request.p50, request_p99: request.p99 } : {}),
  };
}

/** What a policy of one's own cost and kept; none without one. */
function policyMetrics({ policy, rows, catalog }: MeasuredRun): Measures {
  if (!policy) return {};
  const calls = policy.ended.reduce((sum, count) => sum + count, 0);
  let hitm = 0;
  for (const [line, total] of totalsOf(rows).byLine) {
    const structure = catalog.structures[catalog.lines.structure[line]!];
    if (structure?.startsWith('policy: ')) hitm += total.hitm;
  }
  const [asked = 0] = policy.asked;
  return {
    policy_words: policy.words / Math.max(1, calls),
    policy_operations: policy.operations / Math.max(1, calls),
    policy_hitm: hitm,
    ...(asked > 0 && { policy_counted: policy.total / asked }),
  };
}

/** A metric that compares a run with one of the first variant and the same seed, in %. */
export interface Gain {
  /** The metric it is made from. */
  readonly of: string;
  readonly gain: (before: number, now: number) => number;
}

const saved = (before: number, now: number): number => 100 * (1 - now / before);

/** By name. Published tables write a shorter time as so many per cent of the old one saved. */
export const gains: Readonly<Record<string, Gain>> = {
  throughput_gain: { of: 'throughput', gain: (before, now) => 100 * (now / before - 1) },
  time_saved: { of: 'throughput', gain: (before, now) => saved(1 / before, 1 / now) },
  wake_p99_saved: { of: 'wake_p99', gain: saved },
  request_p99_saved: { of: 'request_p99', gain: saved },
};

export const isGain = (metric: string): boolean => Object.hasOwn(gains, metric);

/** A gain of a run against its first variant; NaN where one of them measured nothing. */
export function gainOf(metric: string, before: Measures, now: Measures): number {
  const { of, gain } = gains[metric]!;
  return gain(before[of] ?? Number.NaN, now[of] ?? Number.NaN);
}

/** Metrics of the whole run; all of the measured window. */
export function runMetrics(result: MeasuredRun): Measures {
  const { headline, rows } = result;
  const { all } = totalsOf(rows);
  const cpupri = cpupriTotal(result);
  return {
    kernel_share: 100 * headline.kernelShare,
    busy_share: 100 * headline.busyShare,
    throughput: headline.throughput,
    wake_latency: headline.meanLatency,
    local_share: share(all.localHitm, all.hitm),
    cpupri_local_share: share(cpupri.localHitm, cpupri.hitm),
    ...latencyMetrics(result),
    ...pageMetrics(result),
    ...policyMetrics(result),
    ...result.places,
  };
}

/** Metrics of one line (its index). */
export function lineMetrics(result: MeasuredRun, line: number): Measures {
  const { all, byLine, ranking } = totalsOf(result.rows);
  const { localHitm, hitm, loads, loadCycles, longestLoad } = byLine.get(line) ?? nothing();
  return {
    line_load_cycles: loads > 0 ? loadCycles / loads : 0,
    line_longest_load: longestLoad,
    line_rank: ranking.indexOf(line) + 1,
    line_share: share(hitm, all.hitm),
    line_local_share: share(localHitm, hitm),
    line_waiting: result.waiting[line] ?? 0,
  };
}

/** Remote HITM of one function at one field of a line. */
export interface SymbolRow {
  readonly offset: number;
  readonly symbol: string;
  readonly remote_hitm: number;
}

/**
 * Functions by their row with most remote HITM, most first; ties: by name. Rows of several runs add up.
 * Row by row, a row being a field and a function, because that is how published tables of perf c2c
 * list them.
 */
export function leadingSymbols(rows: Iterable<SymbolRow>): string[] {
  const sums = new Map<string, SymbolRow>();
  for (const { offset, symbol, remote_hitm } of rows) {
    const key = `${offset} ${symbol}`;
    const before = sums.get(key)?.remote_hitm ?? 0;
    sums.set(key, { offset, symbol, remote_hitm: before + remote_hitm });
  }
  const sorted = [...sums.values()].sort(
    (a, b) => b.remote_hitm - a.remote_hitm || (a.symbol < b.symbol ? -1 : 1),
  );
  return [...new Set(sorted.map(({ symbol }) => symbol))];
}

/** The same of one line (its index) of a run. */
export function lineSymbols({ rows, catalog }: MeasuredRun, line: number): string[] {
  const own: SymbolRow[] = [];
  for (let row = 0; row < rows.count; row++) {
    if (rows.line[row] !== line) continue;
    own.push({
      offset: rows.offset[row]!,
      symbol: catalog.symbols[rows.symbol[row]!] ?? '',
      remote_hitm: rows.remoteHitm[row]!,
    });
  }
  return leadingSymbols(own);
}

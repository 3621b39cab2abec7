// Computes the published metrics of a run, under their stable names (web/scenario/metrics.ts says
// what each means and its unit), from what batch.ts measured.

import type { C2cRows, Catalog, Measured } from './types.ts';
import type { ZoneResult } from './zones.ts';

/** What the metrics read: of a whole run (batch.ts), or of a run under way up to its head. */
export interface MeasuredRun extends Measured {
  readonly catalog: Catalog;
}

export type Measures = Readonly<Record<string, number>>;

const sumOf = (column: ArrayLike<number>, at: readonly number[]): number =>
  at.reduce((sum, row) => sum + column[row]!, 0);

const share = (part: number, whole: number): number => (whole > 0 ? (100 * part) / whole : 0);

const everyRow = (rows: C2cRows): number[] => Array.from({ length: rows.count }, (_, row) => row);

const hitmOf = (rows: C2cRows, at: readonly number[]): number =>
  sumOf(rows.localHitm, at) + sumOf(rows.remoteHitm, at);

/** What all CPUs share of cpupri: the structures whose c2c tables were published. */
const cpupriStructures = ['root_domain', 'cpupri mask bitmap'];

function cpupriRows({ rows, catalog }: MeasuredRun): number[] {
  const ids = cpupriStructures.map((name) => catalog.structures.indexOf(name));
  return everyRow(rows).filter((row) => ids.includes(catalog.lines.structure[rows.line[row]!]!));
}

/** Metrics of the page allocator; none for a run without one. */
function pageMetrics({ zones, headline }: MeasuredRun): Measures {
  if (zones.length === 0) return {};
  const total = (of: (zone: ZoneResult) => number) =>
    zones.reduce((sum, zone) => sum + of(zone), 0);
  const cpuTime = total(({ cpus }) => cpus) * headline.windowLength;
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
  };
}

/** Metrics of the whole run; all of the measured window. */
export function runMetrics(result: MeasuredRun): Measures {
  const { headline, rows } = result;
  const all = everyRow(rows);
  const cpupri = cpupriRows(result);
  return {
    kernel_share: 100 * headline.kernelShare,
    busy_share: 100 * headline.busyShare,
    throughput: headline.throughput,
    wake_latency: headline.meanLatency,
    local_share: share(sumOf(rows.localHitm, all), hitmOf(rows, all)),
    cpupri_local_share: share(sumOf(rows.localHitm, cpupri), hitmOf(rows, cpupri)),
    ...pageMetrics(result),
  };
}

/** Lines by HITM loads, most first; ties: lower index. */
function ranking(rows: C2cRows): number[] {
  const hitm = new Map<number, number>();
  for (let row = 0; row < rows.count; row++) {
    const line = rows.line[row]!;
    hitm.set(line, (hitm.get(line) ?? 0) + rows.localHitm[row]! + rows.remoteHitm[row]!);
  }
  return [...hitm].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([line]) => line);
}

/** The index of a line by its name in the catalogue, or undefined when there is none. */
export function lineNamed(
  { catalog }: MeasuredRun,
  structure: string,
  lineNumber: number,
  instance = 0,
): number | undefined {
  const id = catalog.structures.indexOf(structure);
  const { lines } = catalog;
  for (let line = 0; line < lines.count; line++) {
    const isIt = lines.structure[line] === id && lines.lineNumber[line] === lineNumber;
    if (isIt && lines.instance[line] === instance) return line;
  }
  return undefined;
}

/** Metrics of one line (its index). */
export function lineMetrics(result: MeasuredRun, line: number): Measures {
  const { rows } = result;
  const at = everyRow(rows).filter((row) => rows.line[row] === line);
  const hitm = hitmOf(rows, at);
  const loads = sumOf(rows.loadCount, at);
  const longest = at.reduce((most, row) => Math.max(most, rows.maxCycles[row]!), 0);
  const place = ranking(rows).indexOf(line);
  return {
    line_load_cycles: loads > 0 ? sumOf(rows.loadCycles, at) / loads : 0,
    line_longest_load: longest,
    line_rank: place + 1,
    line_share: share(hitm, hitmOf(rows, everyRow(rows))),
    line_local_share: share(sumOf(rows.localHitm, at), hitm),
    line_waiting: result.waiting[line] ?? 0,
  };
}

/** Functions with most remote HITM on a line, most first; ties: by name. */
export function lineSymbols({ rows, catalog }: MeasuredRun, line: number): string[] {
  const remote = new Map<string, number>();
  for (let row = 0; row < rows.count; row++) {
    if (rows.line[row] !== line) continue;
    const name = catalog.symbols[rows.symbol[row]!] ?? '';
    remote.set(name, (remote.get(name) ?? 0) + rows.remoteHitm[row]!);
  }
  const sorted = [...remote].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return sorted.map(([name]) => name);
}

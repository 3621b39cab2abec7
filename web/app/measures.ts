// The metrics a scenario compares with published figures, computed from what an engine reports at its
// head. Metric names and meanings are those of web/scenario/metrics.ts. A metric that cannot be told
// yet, or not from what is at hand, is undefined: it is shown as missing, never guessed.

import type { C2cRows, Catalog, Headline } from '../engine/types.ts';
import type { LineReference } from '../scenario/index.ts';
import { resolveLine } from './firstSight.ts';

export type Measure = number | readonly string[];

/** What one side has reported. */
export interface Report {
  readonly catalog: Catalog;
  readonly headline: Headline;
  readonly rows: C2cRows | undefined;
}

/** Symbols a list of functions is cut to: as many as a published figure names. */
const leadingSymbols = 4;

function sumOf(rows: C2cRows, column: ArrayLike<number>, line?: number): number {
  let sum = 0;
  for (let at = 0; at < rows.count; at += 1) {
    if (line === undefined || rows.line[at] === line) sum += column[at]!;
  }
  return sum;
}

const ratio = (part: number, of: number): number | undefined => (of > 0 ? part / of : undefined);
const inPercent = (share: number | undefined) => (share === undefined ? undefined : share * 100);

function localShare(rows: C2cRows, line?: number): number | undefined {
  const local = sumOf(rows, rows.localHitm, line);
  return inPercent(ratio(local, local + sumOf(rows, rows.remoteHitm, line)));
}

function hitmByLine(rows: C2cRows): Map<number, number> {
  const hitm = new Map<number, number>();
  for (let at = 0; at < rows.count; at += 1) {
    const line = rows.line[at]!;
    hitm.set(line, (hitm.get(line) ?? 0) + rows.localHitm[at]! + rows.remoteHitm[at]!);
  }
  return hitm;
}

function rankOf(rows: C2cRows, line: number): number | undefined {
  const hitm = hitmByLine(rows);
  const own = hitm.get(line);
  if (own === undefined) return undefined;
  return 1 + [...hitm.values()].filter((other) => other > own).length;
}

function symbolsOf({ rows, catalog }: Report, line: number): string[] {
  const remote = new Map<string, number>();
  for (let at = 0; rows && at < rows.count; at += 1) {
    if (rows.line[at] !== line) continue;
    const name = catalog.symbols[rows.symbol[at]!] ?? '';
    remote.set(name, (remote.get(name) ?? 0) + rows.remoteHitm[at]!);
  }
  const ranked = [...remote].filter(([, hitm]) => hitm > 0).sort((a, b) => b[1] - a[1]);
  return ranked.slice(0, leadingSymbols).map(([name]) => name);
}

function measureOfLine(metric: string, report: Report, line: number): Measure | undefined {
  const { rows } = report;
  if (!rows) return undefined;
  switch (metric) {
    case 'line_load_cycles':
      return ratio(sumOf(rows, rows.loadCycles, line), sumOf(rows, rows.loadCount, line));
    case 'line_longest_load': {
      let longest = 0;
      for (let at = 0; at < rows.count; at += 1) {
        if (rows.line[at] === line) longest = Math.max(longest, rows.maxCycles[at]!);
      }
      return longest > 0 ? longest : undefined;
    }
    case 'line_rank':
      return rankOf(rows, line);
    case 'line_share': {
      const all = sumOf(rows, rows.localHitm) + sumOf(rows, rows.remoteHitm);
      const own = sumOf(rows, rows.localHitm, line) + sumOf(rows, rows.remoteHitm, line);
      return inPercent(ratio(own, all));
    }
    case 'line_local_share':
      return localShare(rows, line);
    case 'line_symbols':
      return symbolsOf(report, line);
    default:
      return undefined;
  }
}

/** One metric of one side; `first` is the side that gains are relative to. */
export function measure(
  metric: string,
  report: Report | undefined,
  first: Report | undefined,
  reference?: LineReference,
): Measure | undefined {
  if (!report?.headline.measuring) return undefined;
  if (reference) {
    const line = resolveLine(reference, report.catalog);
    return line === undefined ? undefined : measureOfLine(metric, report, line);
  }
  const { headline, rows } = report;
  switch (metric) {
    case 'kernel_share':
      return headline.kernelShare * 100;
    case 'busy_share':
      return headline.busyShare * 100;
    case 'throughput':
      return headline.throughput;
    case 'throughput_gain': {
      if (!first?.headline.measuring || first === report) return undefined;
      const gain = ratio(headline.throughput, first.headline.throughput);
      return gain === undefined ? undefined : (gain - 1) * 100;
    }
    case 'wake_latency':
      return headline.meanLatency;
    case 'local_share':
      return rows && localShare(rows);
    default:
      return undefined;
  }
}

// The figures a scenario compares with published ones, for one side: which metric, of which line. How
// each metric is computed stands in web/engine/metrics.ts. What cannot be told is undefined and shown
// as missing, never guessed.

import type { BatchResult } from '../engine/batch.ts';
import { lineMetrics, lineSymbols, runMetrics } from '../engine/metrics.ts';
import type { C2cRows, Catalog, Headline } from '../engine/types.ts';
import type { LineReference } from '../scenario/index.ts';
import { resolveLine } from './firstSight.ts';

export type Measure = number | readonly string[];

/** What one side has reported of its measured window, up to its head. */
export interface Report {
  readonly catalog: Catalog;
  readonly headline: Headline;
  readonly rows: C2cRows;
}

/** Functions a list is cut to: as many as the published tables name as leading. */
const leadingSymbols = 4;
/** Needs the waiting at the start of the window, which only whole runs of the command line keep. */
const notAtHand: ReadonlySet<string> = new Set(['line_waiting']);

/** The part of a whole run's result that the metrics read. */
const resultOf = (report: Report): BatchResult =>
  ({ ...report, waiting: new Float64Array(report.catalog.lines.count) }) as unknown as BatchResult;

/** Undefined also where a metric is 0 for want of samples: loads, ranks and shares start above it. */
function measureOfLine(metric: string, report: Report, line: number): Measure | undefined {
  if (metric === 'line_symbols')
    return lineSymbols(resultOf(report), line).slice(0, leadingSymbols);
  if (notAtHand.has(metric)) return undefined;
  return lineMetrics(resultOf(report), line)[metric] || undefined;
}

/** One metric of one side; gains are relative to `first`. */
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
  if (metric === 'throughput_gain') {
    const base = first?.headline.throughput ?? 0;
    return first === report || base === 0
      ? undefined
      : 100 * (report.headline.throughput / base - 1);
  }
  return runMetrics(resultOf(report))[metric];
}

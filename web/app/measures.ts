// The figures a scenario compares with published ones, for one side: which metric, of which line. How
// each metric is computed stands in web/engine/metrics.ts. What cannot be told is undefined and shown
// as missing, never guessed.

import { findLine } from '../engine/fields.ts';
import {
  lineMetrics,
  lineSymbols,
  type MeasuredRun,
  type Measures,
  runMetrics,
} from '../engine/metrics.ts';
import type { LineReference } from '../scenario/index.ts';

export type Measure = number | readonly string[];

/** What one side has reported of its measured window, up to its head. */
export type Report = MeasuredRun;

/** Functions a list is cut to: as many as the published tables name as leading. */
const leadingSymbols = 4;
/** The metrics of one report, each computed once: they walk thousands of rows. */
class Metrics {
  readonly #result: MeasuredRun;
  readonly #lines = new Map<number, Measures>();
  #run: Measures | undefined;

  constructor(report: Report) {
    this.#result = report;
  }

  ofRun(metric: string): Measure | undefined {
    this.#run ??= runMetrics(this.#result);
    return this.#run[metric];
  }

  /** Undefined also where a metric is 0 for want of samples: loads, ranks and shares start above. */
  ofLine(metric: string, line: number): Measure | undefined {
    if (metric === 'line_symbols') return lineSymbols(this.#result, line).slice(0, leadingSymbols);
    const known = this.#lines.get(line) ?? lineMetrics(this.#result, line);
    this.#lines.set(line, known);
    return metric === 'line_waiting' ? known[metric] : known[metric] || undefined;
  }
}

const metricsByReport = new WeakMap<Report, Metrics>();

function metricsOf(report: Report): Metrics {
  const known = metricsByReport.get(report) ?? new Metrics(report);
  metricsByReport.set(report, known);
  return known;
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
    const line = findLine(report.catalog, reference);
    return line === undefined ? undefined : metricsOf(report).ofLine(metric, line);
  }
  if (metric === 'throughput_gain') {
    const base = first?.headline.throughput ?? 0;
    return first === report || base === 0
      ? undefined
      : 100 * (report.headline.throughput / base - 1);
  }
  return metricsOf(report).ofRun(metric);
}

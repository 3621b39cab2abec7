// The figures a scenario compares with published ones, for one side: which metric, of which line. How
// each metric is computed stands in web/engine/metrics.ts. What cannot be told is undefined and shown
// as missing, never guessed.

import { findLine } from '../engine/fields.ts';
import {
  gainOf,
  gains,
  isGain,
  lineMetrics,
  lineSymbols,
  type MeasuredRun,
  type Measures,
  runMetrics,
} from '../engine/metrics.ts';
import type { LineReference } from '../scenario/index.ts';

export type Measure = number | readonly string[];

/** What one side has reported of its measured window, up to its head. */
export type RunReport = MeasuredRun;

/** Functions a list is cut to: as many as the published tables name as leading. */
const leadingSymbols = 4;
/** The metrics of one report, each computed once: they walk thousands of rows. */
class Metrics {
  readonly #result: MeasuredRun;
  readonly #lines = new Map<number, Measures>();
  readonly #known = new Map<string, Measure | undefined>();
  #run: Measures | undefined;

  constructor(report: RunReport) {
    this.#result = report;
  }

  of(metric: string, reference: LineReference | undefined): Measure | undefined {
    const key = JSON.stringify([metric, reference]);
    if (!this.#known.has(key)) this.#known.set(key, this.#compute(metric, reference));
    return this.#known.get(key);
  }

  #compute(metric: string, reference: LineReference | undefined): Measure | undefined {
    if (!reference) return this.#ofRun(metric);
    const line = findLine(this.#result.catalog, reference);
    return line === undefined ? undefined : this.#ofLine(metric, line);
  }

  #ofRun(metric: string): Measure | undefined {
    this.#run ??= runMetrics(this.#result);
    return this.#run[metric];
  }

  /** Undefined also where a metric is 0 for want of samples: loads, ranks and shares start above. */
  #ofLine(metric: string, line: number): Measure | undefined {
    if (metric === 'line_symbols') return lineSymbols(this.#result, line).slice(0, leadingSymbols);
    const known = this.#lines.get(line) ?? lineMetrics(this.#result, line);
    this.#lines.set(line, known);
    return metric === 'line_waiting' ? known[metric] : known[metric] || undefined;
  }
}

const metricsByReport = new WeakMap<RunReport, Metrics>();

function metricsOf(report: RunReport): Metrics {
  const known = metricsByReport.get(report) ?? new Metrics(report);
  metricsByReport.set(report, known);
  return known;
}

/** One metric of one side; gains are relative to `first`. */
export function measure(
  metric: string,
  report: RunReport | undefined,
  first: RunReport | undefined,
  reference?: LineReference,
): Measure | undefined {
  if (!report?.headline.measuring) return undefined;
  if (isGain(metric) && !reference) {
    const { of } = gains[metric]!;
    const [before, now] = [first, report].map((each) => each && metricsOf(each).of(of, undefined));
    if (first === report || !before || typeof now !== 'number') return undefined;
    return gainOf(metric, { [of]: before as number }, { [of]: now });
  }
  return metricsOf(report).of(metric, reference);
}

/** What a scenario compares: a metric, of the run or of a line. */
export interface Compared {
  readonly metric: string;
  readonly line?: LineReference | undefined;
}

/** A turn of the event loop for whatever else waits. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Computes figures of a report one by one, so that showing them takes no time: all at once they are the
 * longest task of a page whose run has just been computed to its end.
 */
export async function measureAhead(report: RunReport, figures: readonly Compared[]): Promise<void> {
  for (const { metric, line } of figures) {
    await turn();
    measure(metric, report, report, line);
  }
}

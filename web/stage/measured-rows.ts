// The measured window as a table: what the gauges of a story and the sentences of its steps name, with what they all have
// it from. One thing has one figure: the gauge, the sentence and the row of it are of one report, rounded alike.

import { gains, isGain } from '../engine/metrics.ts';
import type { GaugeName } from '../scenario/gauges-schema.ts';
import type { Scenario } from '../scenario/index.ts';
import { metrics } from '../scenario/index.ts';
import { pointsText, relative, theSame } from './difference-words.ts';
import { formatFigure } from './figure.ts';
import { gaugeWords as words } from './gauge-words.ts';
import { gaugeMeasured, isMomentary } from './gauges.ts';
import { type Compared, measure, type RunReport } from './measures.ts';
import { metricLabels } from './metric-words.ts';

export interface MeasuredRow {
  /** Name of a gauge or of a metric. */
  readonly name: string;
  readonly label: string;
  readonly text: (report: RunReport) => string | undefined;
  /** How a machine stands to the first one. */
  readonly against: (report: RunReport, first: RunReport) => string | undefined;
  /** Where that is so much of the first: in %, and of which metric. */
  readonly change?: (report: RunReport, first: RunReport) => MeasuredChange | undefined;
}

export interface MeasuredChange {
  readonly metric: string;
  readonly percent: number;
}

/** By how much of the first a figure is more; undefined where there is none, or of parts of a whole. */
function changeOf(metric: string, now?: number, before?: number): MeasuredChange | undefined {
  const unit = metrics.find(({ name }) => name === metric)?.unit;
  if (unit === '%' || now === undefined || before === undefined || before === 0) return undefined;
  return now === before ? undefined : { metric, percent: 100 * (now / before - 1) };
}

/** The metrics that a gauge shows, by their names in steps; the last where a run has page allocators. */
const metricsOfGauge: Readonly<Partial<Record<GaugeName, readonly string[]>>> = {
  'kernel-share': ['kernel_share'],
  'busy-share': ['busy_share'],
  'lock-wait-share': ['page_lock_share'],
  throughput: ['throughput', 'page_rate'],
  'wake-latency': ['wake_latency'],
};

function gaugeRow(of: GaugeName, label: string): MeasuredRow {
  return {
    name: of,
    label,
    text: (report) => {
      const score = gaugeMeasured(of, report);
      if (!score) return undefined;
      const { figure, unit } = words.figureOf(of, score);
      return unit.startsWith('/') ? `${figure}${unit}` : `${figure} ${unit}`.trim();
    },
    against: (report, first) => {
      const [now, before] = [gaugeMeasured(of, report), gaugeMeasured(of, first)];
      return now && before && words.against(of, now.value, before.value);
    },
    change: (report, first) => {
      const metric = metricsOfGauge[of]?.[0];
      const [now, before] = [gaugeMeasured(of, report), gaugeMeasured(of, first)];
      return metric === undefined ? undefined : changeOf(metric, now?.value, before?.value);
    },
  };
}

const numberOf = (metric: string, report: RunReport): number | undefined => {
  // The mean of no wake-ups is no figure, and no improvement.
  if (metric === 'wake_latency' && report.headline.wakeups === 0) return undefined;
  const value = measure(metric, report, undefined);
  return typeof value === 'number' ? value : undefined;
};

/** Parts of a whole differ by points, all else by so much of it. */
function differenceOf(metric: string, now: number, before: number): string | undefined {
  if (now === before) return theSame;
  const unit = metrics.find(({ name }) => name === metric)?.unit;
  if (unit === '%') {
    const areToldApart = formatFigure(now, metric) !== formatFigure(before, metric);
    return pointsText((now - before) / 100, areToldApart);
  }
  return before === 0 ? undefined : relative(now, before);
}

const metricRow = (metric: string): MeasuredRow => ({
  name: metric,
  label: metricLabels[metric] ?? metric,
  text: (report) => {
    const value = numberOf(metric, report);
    return value === undefined ? undefined : formatFigure(value, metric);
  },
  against: (report, first) => {
    const [now, before] = [numberOf(metric, report), numberOf(metric, first)];
    return now === undefined || before === undefined
      ? undefined
      : differenceOf(metric, now, before);
  },
  change: (report, first) => changeOf(metric, numberOf(metric, report), numberOf(metric, first)),
});

/** What a step says of a run or of a line of it; of a gain the figure that has gained. */
export function saidRow({ metric, line }: Compared): MeasuredRow {
  const of = gains[metric]?.of ?? metric;
  const told = (report: RunReport) => measure(of, report, undefined, line);
  return {
    name: of,
    label: metricLabels[of] ?? of,
    text: (report) => {
      const value = told(report);
      return value === undefined ? undefined : formatFigure(value, of);
    },
    against: (report, first) => {
      const [now, before] = [told(report), told(first)];
      const areNumbers = typeof now === 'number' && typeof before === 'number';
      return areNumbers ? differenceOf(of, now, before) : undefined;
    },
  };
}

/** In order: the gauges of the measured window, then what steps name of the run besides. */
export function measuredRows({ scores, steps = [] }: Pick<Scenario, 'scores' | 'steps'>) {
  const gauges = (scores?.show ?? []).filter(({ of }) => !isMomentary(of));
  const shown = gauges.flatMap(({ of }) => metricsOfGauge[of] ?? []);
  const named = steps.flatMap(({ values = [], claims = [] }) => [...values, ...claims]);
  const asked = named.filter(
    ({ metric, line }) => !line && !isGain(metric) && metricLabels[metric],
  );
  const others = new Set(['busy_share', ...asked.map(({ metric }) => metric)]);
  return [
    ...gauges.map(({ of, label = words.label(of) }) => gaugeRow(of, label)),
    ...[...others].filter((metric) => !shown.includes(metric)).map(metricRow),
  ];
}

// One thing, one figure: what the gauges over a machine say at the end of a run, what the sentences of the steps say of the
// same, and what the tab of figures says, read back as a person reads them. Knows no more of them than their texts.

import { gains, isGain } from '../../web/engine/metrics.ts';
import type { GaugeName } from '../../web/scenario/gauges-schema.ts';
import type { OpenedScenario } from '../../web/scenario/index.ts';
import { formatFigure } from '../../web/stage/figure.ts';
import { gaugeWords as words } from '../../web/stage/gauge-words.ts';
import { gaugeMeasured, isMomentary } from '../../web/stage/gauges.ts';
import { inSentence } from '../../web/stage/in-sentence.ts';
import { measuredRows } from '../../web/stage/measured-rows.ts';
import { measure, type RunReport } from '../../web/stage/measures.ts';

/** What a text says of a measure, and where it stands. */
interface Saying {
  readonly variant: string;
  readonly measure: string;
  readonly where: string;
  readonly text: string;
}

/** Measures that a gauge shows, by the names that steps and published figures have for them. */
const shownBy: Readonly<Partial<Record<GaugeName, readonly string[]>>> = {
  'kernel-share': ['kernel_share'],
  'busy-share': ['busy_share'],
  'wake-latency': ['wake_latency'],
  throughput: ['throughput'],
};
/** Those of runs with page allocators. */
const shownOfPages: typeof shownBy = {
  'lock-wait-share': ['page_lock_share'],
  throughput: ['page_rate'],
};

const scales: Readonly<Record<string, number>> = {
  ...{ '': 1, '%': 1, K: 1e3, M: 1e6, G: 1e9 },
  ...{ ns: 1, µs: 1e3, ms: 1e6, s: 1e9 },
};

/** A number as it is written, and how far it may be from what it was rounded from. */
export function readBack(
  text: string,
): { readonly value: number; readonly slack: number } | undefined {
  if (text === 'the same') return { value: 0, slack: 0 };
  const [, sign, digits, unit = ''] =
    /^([+−-]?)(\d[\d,]*(?:\.\d+)?)[ {2}]?(%|[KMG]|[nµm]?s)?(?![\w.])/u.exec(text) ?? [];
  const scale = scales[unit];
  if (digits === undefined || scale === undefined) return undefined;
  const plain = digits.replaceAll(',', '');
  const behind = plain.split('.')[1]?.length ?? 0;
  const value = scale * Number(plain) * (sign === '−' || sign === '-' ? -1 : 1);
  return { value, slack: 0.5001 * scale * 10 ** -behind };
}

/** Two texts agree if one number may have been rounded to both. */
export function agree(one: string, other: string): boolean {
  const [a, b] = [readBack(one), readBack(other)];
  // Zeros at the end are not written: "12 µs" may stand for 12.0, never for 12.6.
  return a !== undefined && b !== undefined && Math.abs(a.value - b.value) <= a.slack + b.slack;
}

type Runs = ReadonlyMap<string, RunReport>;

function sayingsOf(opened: OpenedScenario, variant: string, runs: Runs): Saying[] {
  const { scores, steps = [], published = [] } = opened.scenario;
  const [report, first] = [runs.get(variant)!, runs.get('A')!];
  const found: Saying[] = [];
  const say = (name: string, where: string, text: string | undefined) => {
    if (text !== undefined) found.push({ variant, measure: name, where, text });
  };
  const shown = report.zones.length > 0 ? { ...shownBy, ...shownOfPages } : shownBy;
  for (const { of } of scores?.show ?? []) {
    const score = isMomentary(of) ? undefined : gaugeMeasured(of, report);
    if (!score) continue;
    const { figure, unit } = words.figureOf(of, score);
    const text = `${figure} ${unit}`;
    for (const name of [of, ...(shown[of] ?? [])]) say(name, 'gauge', text);
    const before = variant === 'A' ? undefined : gaugeMeasured(of, first);
    if (before && of === 'throughput')
      say('throughput_gain', 'gauge', words.against(of, score.value, before.value));
  }
  for (const row of measuredRows(opened.scenario)) {
    say(row.name, 'table', row.text(report));
    const gain = Object.keys(gains).find((name) => gains[name]!.of === row.name);
    if (gain === 'throughput_gain' && variant !== 'A')
      say(gain, 'table', row.against(report, first));
  }
  const measuredText = (metric: string, write: (value: number) => string) => {
    const value = measure(metric, report, first);
    return typeof value === 'number' ? write(value) : undefined;
  };
  steps.forEach(({ values = [] }, at) => {
    for (const value of values) {
      if (value.line || value.variant !== variant) continue;
      // A sentence that says "less" has no sign of its own.
      const text = measuredText(value.metric, (each) =>
        inSentence(each, { ...value, unsigned: false }),
      );
      say(value.metric, `step ${at + 1}`, text);
    }
  });
  for (const { metric, line, label } of published) {
    if (line || (isGain(metric) && variant === 'A')) continue;
    say(
      metric,
      label,
      measuredText(metric, (each) => formatFigure(each, metric)),
    );
  }
  return found;
}

/** What contradicts at the end of the runs of a story: nothing, where all is well. */
export function contradictions(opened: OpenedScenario, runs: Runs): string[] {
  const faults: string[] = [];
  for (const variant of runs.keys()) {
    const sayings = sayingsOf(opened, variant, runs);
    for (const one of sayings) {
      for (const other of sayings) {
        if (one === other || one.measure !== other.measure || agree(one.text, other.text)) continue;
        faults.push(
          `${one.measure} of ${variant}: "${one.text}" (${one.where}), "${other.text}" (${other.where})`,
        );
      }
    }
  }
  return faults;
}

/** How many sayings there are of things that something else speaks of, too. */
export function comparedIn(opened: OpenedScenario, runs: Runs): number {
  let count = 0;
  for (const variant of runs.keys()) {
    const names = sayingsOf(opened, variant, runs).map((saying) => saying.measure);
    count += names.filter((name, at) => names.indexOf(name) !== at).length;
  }
  return count;
}

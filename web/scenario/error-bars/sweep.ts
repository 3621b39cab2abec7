// The error bars of a sweep: of every change that its summary has. A sweep varies a parameter, so only by chance is
// one of its cells a published setting; such cells stand beside the published figure in the Curves view.

import { canonicalJson } from '../../base/canonical.ts';
import { isGain } from '../../engine/metrics.ts';
import type { SweepWhole } from '../../engine/sweep/result.ts';
import { shippedBar } from './shipped.ts';
import type { ErrorBar } from './table.ts';
import { errorBarWords } from './words.ts';

/** As JSON of the command line has it; it only grows fields. */
export const barJson = (bar: ErrorBar) => {
  const { kind, low, high, within, level, family, near, rows, families, ownPolicy } = bar;
  return {
    ...{ kind, low, high, within, level, family, near, rows, families },
    own_policy: ownPolicy,
    says: errorBarWords(bar),
  };
};

type Bars = Readonly<Record<string, ReturnType<typeof barJson>>>;

/** The error bar of one change of a variant; undefined where the sweep does not say its workload. */
export const barOfSweep = (
  { workload, own_policy }: SweepWhole,
  variant: string,
  metric: string,
  value: number,
): ErrorBar | undefined =>
  workload === undefined
    ? undefined
    : shippedBar({ metric, value, workload, ownPolicy: own_policy === variant });

function barsOf(whole: SweepWhole, variant: string, cell: SweepWhole['summary'][number]): Bars {
  const differences = Object.entries(cell[variant]?.differences ?? {});
  return Object.fromEntries(
    differences
      .filter(([metric]) => isGain(metric))
      .flatMap(([metric, { median }]) => {
        const bar = barOfSweep(whole, variant, metric, median);
        return bar ? [[metric, barJson(bar)] as const] : [];
      }),
  );
}

/** The text of a whole sweep: its document, with how far changes like its own were off. Same sweep, same bytes. */
export function wholeText(whole: SweepWhole): string {
  const { summary, variants, workload } = whole;
  if (workload === undefined) return canonicalJson(whole);
  const expected_errors = summary.map((cell) =>
    Object.fromEntries(variants.slice(1).map((variant) => [variant, barsOf(whole, variant, cell)])),
  );
  return canonicalJson({ ...whole, expected_errors });
}

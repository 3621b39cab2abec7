// When the points of a curve have seeds enough: ten in any case, then as soon as the 95 % interval of what is looked at
// is narrow for every variant. The rule itself is engine/sweep/statistics.ts's.

import type { EarlyEnd, PairRuns } from '../../engine/sweep/collect.ts';
import type { PlannedSweep } from '../../scenario/index.ts';
import { bandSeeds, isCompared, measuredIn, narrow } from '../../views/curves/curve.ts';
import { type CurveChoice, type CurveContent, questionOf } from './curves.ts';

/** Below everything that is measured: a figure of 0 has a logarithm, too. */
const least = 1e-9;

/** Undefined where every point gets all its seeds. */
export function earlyEndOf(
  content: CurveContent,
  choice: Pick<CurveChoice, 'metric' | 'seeds'>,
  { head }: Pick<PlannedSweep, 'head'>,
): EarlyEnd | undefined {
  if (choice.seeds <= bandSeeds) return undefined;
  const asked = questionOf(content, choice, head);
  const [first, ...others] = head.variants;
  const isGain = isCompared(asked);
  const variants = isGain ? others : head.variants;
  const values = (runs: PairRuns) =>
    variants.map((variant) => {
      const value = measuredIn(runs, variant, first!, asked);
      // What no run of a place measured gets no narrower by more of them.
      if (value === undefined) return 0;
      // A hundredth of a logarithm is about one per cent.
      return isGain ? value : 100 * Math.log(Math.max(value, least));
    });
  return { least: bandSeeds, width: narrow, values };
}

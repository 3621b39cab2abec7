// The distance ruler of the machine on stage.

import type { Ruler as Distances } from '../engine/types.ts';
import { useSummaryPart } from '../stage/session.ts';
import { DistanceRuler } from '../views/topology/index.ts';

/** Whole nanoseconds above ten: the model's fractions say nothing to a reader. */
function rounded(ruler: Distances): Distances {
  const entries = Object.entries(ruler).map(([name, ns]) => [name, ns < 10 ? ns : Math.round(ns)]);
  return Object.fromEntries(entries) as Distances;
}

export default function Ruler() {
  const catalog = useSummaryPart(({ lanes }) => lanes.A.catalog ?? lanes.B.catalog);
  return catalog && <DistanceRuler ruler={rounded(catalog.ruler)} />;
}

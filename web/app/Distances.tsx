// How far it is from core to core in the machine on stage.

import type { Ruler } from '../engine/types.ts';
import { useSummaryPart } from '../stage/session.ts';
import { DistanceRuler } from '../views/topology/index.ts';

/** Whole nanoseconds above ten: the model's fractions say nothing to a reader. */
function rounded(ruler: Ruler): Ruler {
  const entries = Object.entries(ruler).map(([name, ns]) => [name, ns < 10 ? ns : Math.round(ns)]);
  return Object.fromEntries(entries) as Ruler;
}

export function Distances() {
  const catalog = useSummaryPart(({ variants }) => variants.A.catalog ?? variants.B.catalog);
  return catalog ? <DistanceRuler ruler={rounded(catalog.ruler)} /> : null;
}

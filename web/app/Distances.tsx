// How far it is from core to core in the machine on stage, as one line of text; the same as bars for who points
// at it, comes to it with the keyboard, or presses it.

import { useId, useState } from 'react';
import type { Ruler } from '../engine/types.ts';
import { useSummaryPart } from '../stage/session.ts';
import { DistanceRuler, distancesOf } from '../views/topology/index.ts';
import styles from './Distances.module.css';
import { distances as words } from './distances-words.ts';

/** Whole nanoseconds above ten: the model's fractions say nothing to a reader. */
function rounded(ruler: Ruler): Ruler {
  const entries = Object.entries(ruler).map(([name, ns]) => [name, ns < 10 ? ns : Math.round(ns)]);
  return Object.fromEntries(entries) as Ruler;
}

export function Distances() {
  const catalog = useSummaryPart(({ lanes }) => lanes.A.catalog ?? lanes.B.catalog);
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!catalog) return null;
  const ruler = rounded(catalog.ruler);
  return (
    <div className={styles.place}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {words.lead}
        {distancesOf(ruler).map(({ kind, least, most }, at) => (
          <span key={kind}>
            {at > 0 && ' ·'} <b>{words.ns(least, most)}</b> {at === 0 && words.unit}
            {words.kinds[kind]}
          </span>
        ))}
      </button>
      <div id={id} className={styles.bars} data-open={open}>
        <DistanceRuler ruler={ruler} />
      </div>
    </div>
  );
}

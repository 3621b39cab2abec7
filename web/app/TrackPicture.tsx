// The first gauge over the whole run, drawn in the track of the playhead as far as it is computed: the first machine on
// stage above, the second below. The samples come from the engines, which take them while they run ahead.

import { useEffect, useState } from 'react';
import { tallyWidth } from '../engine/track.ts';
import type { Side } from '../stage/playback/playback.ts';
import { scores as words } from '../stage/score-words.ts';
import { type Session, sideName, useSession } from '../stage/session.ts';
import { sidesOn, useStageState } from '../stage/store.ts';
import { pathOf, quantityOf, scaleOf, seriesOf } from '../stage/track-series.ts';
import styles from './Playhead.module.css';

/** ms between two looks for more samples. */
const interval = 1_000;
/** Stretches that are drawn of a machine. */
const most = 600;

function joined(before: Float64Array, more: Float64Array): Float64Array {
  const all = new Float64Array(before.length + more.length);
  all.set(before);
  all.set(more, before.length);
  return all;
}

/** All samples of a side so far: asked for again while there are more to come. */
function useSamples({ playback, opened }: Session, side: Side | undefined): Float64Array {
  const [samples, setSamples] = useState<Float64Array>(() => new Float64Array());
  useEffect(() => {
    let known: Float64Array = new Float64Array();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    const look = async () => {
      const engine = side && playback.engine(side);
      // A run that broke says so on its own machine; here what was known stays.
      const more = await engine?.track(known.length / tallyWidth).catch(() => undefined);
      if (!current) return;
      if (more?.length) {
        known = joined(known, more);
        setSamples(known);
      }
      const reached = (side && playback.summary().lanes[side].status?.headTime) ?? 0;
      if (reached < opened.duration || more?.length !== 0) timer = setTimeout(look, interval);
    };
    void look();
    return () => {
      current = false;
      clearTimeout(timer);
      setSamples(new Float64Array());
    };
  }, [playback, opened, side]);
  return samples;
}

export function TrackPicture() {
  const session = useSession();
  const [first, second] = sidesOn(useStageState((state) => state.stage));
  const one = useSamples(session, first);
  const two = useSamples(session, second);
  const { scenario, duration } = session.opened;
  const shown = scenario.scores?.show ?? [];
  const name = quantityOf(shown);
  if (!name || !first) return null;
  const [above, below] = [first, second].map((side) => side && sideName(session, side));
  const all = [one, two].map((samples) => seriesOf(name, samples, most));
  const scale = scaleOf(all);
  const label = shown.find(({ of }) => of === name)?.label ?? words.label(name);
  const place = second ? { base: 49, height: 49 } : { base: 100, height: 100 };
  return (
    <div className={styles.picture} data-quantity={name} aria-hidden="true">
      <p className={styles.label}>{words.track(label, above!, below)}</p>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={pathOf(all[0]!, { duration, scale, ...place })} />
        {second && <path d={pathOf(all[1]!, { duration, scale, base: 51, height: -49 })} />}
      </svg>
      {second && (
        <>
          <b className={styles.above}>{above}</b>
          <b className={styles.under}>{below}</b>
        </>
      )}
    </div>
  );
}

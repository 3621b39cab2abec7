// The first gauge over the whole run, drawn in the track of the playhead as far as it is computed: the first machine on
// stage above, the second below. The samples come from the engines, which take them while they run ahead.

import { firstGuess } from '../stage/GuessPlate.tsx';
import { gaugeWords as words } from '../stage/gauge-words.ts';
import type { VariantId } from '../stage/playback/playback.ts';
import { useSession, variantName } from '../stage/session.ts';
import { useStageState, variantsOn } from '../stage/store.ts';
import { useSamples } from '../stage/track-samples.ts';
import { quantityOf, seriesOf, seriesPath, seriesScale } from '../stage/track-series.ts';
import { useToldSides } from '../stage/withheld.ts';
import styles from './Playhead.module.css';

/** Stretches that are drawn of a machine. */
const most = 600;
const halves = ['above', 'under'] as const;

export function TrackPicture() {
  const session = useSession();
  const [first, second] = variantsOn(useStageState((state) => state.stage));
  const { scenario, duration } = session.opened;
  const shown = scenario.scores?.show ?? [];
  const name = quantityOf(shown);
  const told = useToldSides(name);
  const isTold = (side: VariantId | undefined) => side !== undefined && told.includes(side);
  const one = useSamples(isTold(first) ? first : undefined);
  const two = useSamples(isTold(second) ? second : undefined);
  if (!name || !first) return null;
  const [above, below] = [first, second].map((side) => side && variantName(session, side));
  const all = [one, two].map((samples) => seriesOf(name, samples, most));
  const scale = seriesScale(all);
  const label = shown.find(({ of }) => of === name)?.label ?? words.label(name);
  const place = second ? { base: 49, height: 49 } : { base: 100, height: 100 };
  return (
    <div className={styles.picture} data-quantity={name} aria-hidden="true">
      <p className={styles.label}>{words.track(label, above!, below)}</p>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={seriesPath(all[0]!, { duration, scale, ...place })} />
        {second && <path d={seriesPath(all[1]!, { duration, scale, base: 51, height: -49 })} />}
      </svg>
      {[first, second].map(
        (side, at) =>
          side &&
          !isTold(side) && (
            <span key={side} className={styles.cover} data-half={second && halves[at]}>
              {firstGuess}
            </span>
          ),
      )}
    </div>
  );
}

// A view in the place of the machines, as a hall reads it: without the dock around it and without its tools, under the figures
// of the slide. What a step of a talk shows.

import { Suspense } from 'react';
import { useFeatures } from '../stage/feature.ts';
import { dock as words } from '../stage/messages.ts';
import { useSession, variantName } from '../stage/session.ts';
import { useStageState, variantsOn } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import styles from './BareView.module.css';
import { SlideFigure } from './SlideFigure.tsx';

export default function BareView() {
  const session = useSession();
  const open = useStageState((state) => state.dock);
  const sides = variantsOn(useStageState((state) => state.stage));
  const tab = useFeatures().tabNamed(open);
  if (!tab) return null;
  const { view: View, title } = tab;
  return (
    <div className={styles.slide}>
      <div className={styles.figures}>
        {sides.map((side) => (
          <div key={side} className={styles.figure} data-side={side}>
            <span className={styles.letter} aria-hidden="true">
              {variantName(session, side)}
            </span>
            <SlideFigure side={side} />
          </div>
        ))}
      </div>
      <section className={styles.view} aria-label={title}>
        <Boundary key={open} name={title}>
          <Suspense fallback={<p>{words.loading}</p>}>
            <View side={sides[0] ?? 'A'} />
          </Suspense>
        </Boundary>
      </section>
    </div>
  );
}

// A view in the place of the machines, without the dock around it: what a step of a talk shows.

import { Suspense } from 'react';
import { useFeatures } from '../stage/feature.ts';
import { dock as words } from '../stage/messages.ts';
import { sidesOn, useStageState } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import styles from './BareView.module.css';

export default function BareView() {
  const open = useStageState((state) => state.dock);
  const [side = 'A'] = sidesOn(useStageState((state) => state.stage));
  const tab = useFeatures().tabNamed(open);
  if (!tab) return null;
  const { view: View, title } = tab;
  return (
    <section className={styles.view} aria-label={title}>
      <Boundary key={open} name={title}>
        <Suspense fallback={<p>{words.loading}</p>}>
          <View side={side} />
        </Suspense>
      </Boundary>
    </section>
  );
}

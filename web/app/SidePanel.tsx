// A panel beside the machines: a column where there is room, a sheet over the lower part of the page
// where there is not. Its width is a person's. Closed, it is not there at all.

import { type CSSProperties, lazy, Suspense, useId } from 'react';
import { useExported } from '../stage/export-registry.ts';
import { type SidePanelPart, useFeatures } from '../stage/feature.ts';
import { panels as words } from '../stage/messages.ts';
import { type SidePanelName, usePanelExtent } from '../stage/panels.ts';
import { choose, useStageState } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './SidePanel.module.css';

const Separator = lazy(() => import('./Separator.tsx'));

/** What features offer for the place, if it is open. */
export function SidePanel({ place }: { readonly place: SidePanelName }) {
  const open = useStageState((state) => state[place]);
  const { panels } = useFeatures();
  const shown = useStageState((choice) =>
    panels.find((each) => each.place === place && each.when(choice)),
  );
  return open && shown ? <OpenPanel key={shown.name} {...shown} /> : null;
}

function OpenPanel({ place: panel, name, view: View }: SidePanelPart) {
  const id = useId();
  const handed = useExported(panel === 'inspector' ? panel : undefined);
  const extent = usePanelExtent(panel);
  const answers = useStageState((state) => state.why) && panel === 'inspector';
  return (
    <div
      className={styles.place}
      data-answers={answers}
      style={{ '--panel-width': `${extent.now}px` } as CSSProperties}
    >
      <section ref={handed} id={id} className={styles.panel} data-panel={panel} aria-label={name}>
        <div className={styles.close}>
          <IconButton
            name={words.close(name)}
            icon="close"
            onPress={() => choose({ [panel]: false })}
          />
        </div>
        <Boundary name={name}>
          <Suspense>
            <View />
          </Suspense>
        </Boundary>
      </section>
      <Suspense>
        <Separator part={panel} name={words.width(name)} extent={extent} controls={id} />
      </Suspense>
    </div>
  );
}

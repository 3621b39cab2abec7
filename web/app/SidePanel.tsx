// A panel beside the machines: a column where there is room, a sheet over the lower part of the page
// where there is not. Its width is a person's. Closed, it is not there at all.

import { type CSSProperties, lazy, type ReactNode, Suspense, useId } from 'react';
import { panels as words } from '../stage/messages.ts';
import { type SidePanelName, usePanelExtent } from '../stage/panels.ts';
import { choose, useChoice } from '../stage/store.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './SidePanel.module.css';

const Separator = lazy(() => import('./Separator.tsx'));

export interface SidePanelProps {
  readonly panel: SidePanelName;
  readonly name: string;
  readonly children: ReactNode;
}

export function SidePanel(props: SidePanelProps) {
  const open = useChoice((choice) => choice[props.panel]);
  return open ? <OpenPanel {...props} /> : null;
}

function OpenPanel({ panel, name, children }: SidePanelProps) {
  const id = useId();
  const extent = usePanelExtent(panel);
  const answers = useChoice((choice) => choice.why) && panel === 'inspector';
  return (
    <div
      className={styles.place}
      data-answers={answers}
      style={{ '--panel-width': `${extent.now}px` } as CSSProperties}
    >
      <section id={id} className={styles.panel} data-panel={panel} aria-label={name}>
        <div className={styles.close}>
          <IconButton
            name={words.close(name)}
            icon="close"
            onPress={() => choose({ [panel]: false })}
          />
        </div>
        <Boundary name={name}>
          <Suspense>{children}</Suspense>
        </Boundary>
      </section>
      <Suspense>
        <Separator part={panel} name={words.width(name)} extent={extent} controls={id} />
      </Suspense>
    </div>
  );
}

// A panel beside the machines: a column where there is room, a sheet over the lower part of the page
// where there is not. Closed, it is not there at all.

import { type ReactNode, Suspense } from 'react';
import { panels as words } from '../messages.ts';
import { choose, useChoice } from '../store.ts';
import { Boundary } from './Boundary.tsx';
import { IconButton } from './IconButton.tsx';
import styles from './SidePanel.module.css';

export interface SidePanelProps {
  readonly panel: 'story' | 'inspector';
  readonly name: string;
  readonly children: ReactNode;
}

export function SidePanel({ panel, name, children }: SidePanelProps) {
  const open = useChoice((choice) => choice[panel]);
  if (!open) return null;
  return (
    <section className={styles.panel} data-panel={panel} aria-label={name}>
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
  );
}

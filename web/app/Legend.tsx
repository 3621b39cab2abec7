// The row under the machines: what features say of colours, and how far it is from core to core.

import { useStageState } from '../stage/store.ts';
import { Distances } from './Distances.tsx';
import styles from './Legend.module.css';
import { Parts } from './Parts.tsx';

export function Legend() {
  const isHall = useStageState((state) => state.theme === 'projector');
  if (isHall) return null;
  return (
    <div className={styles.row}>
      <div className={styles.parts}>
        <Parts place="legend" />
      </div>
      <Distances />
    </div>
  );
}

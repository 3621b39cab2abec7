// The row under the machines: what features say of their colours, and what the marks in their pictures mean.

import { useIsPhone } from '../stage/panels.ts';
import { picturesOf } from '../stage/pictures.ts';
import { useSession } from '../stage/session.ts';
import { useStageState } from '../stage/store.ts';
import { MachineKey, mechanismOf, tempoFor } from '../views/topology/index.ts';
import styles from './Legend.module.css';
import { ShellParts } from './Parts.tsx';

export function Legend() {
  const { stage } = useSession();
  const isHall = useStageState((state) => state.theme === 'projector');
  const presenting = useStageState((state) => state.presenting);
  const speed = useStageState((state) => state.speed);
  const mechanism = useStageState((state) => state.mechanism);
  const isBesideView = useStageState((state) => state.dock !== undefined);
  const isPhone = useIsPhone();
  // In a talk a hall has the words of the colours, and nothing to choose.
  if (isHall && !presenting) return null;
  return (
    <div className={styles.row}>
      <ShellParts place="legend" />
      {!isHall && !isBesideView && !isPhone && (
        <MachineKey
          tempo={tempoFor(speed)}
          mechanism={mechanism && mechanismOf(mechanism)?.name}
          pictures={picturesOf(stage)}
        />
      )}
    </div>
  );
}

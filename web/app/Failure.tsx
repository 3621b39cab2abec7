// What stands in the place of a machine whose run stopped: why, what to do, and another try.

import type { VariantId } from '../stage/playback/playback.ts';
import { useSession } from '../stage/session.ts';
import { Button } from '../ui/Button.tsx';
import { causeOf, failureWords as words } from './failure-words.ts';
import styles from './MachineStage.module.css';

export function Failure({ side, message }: { readonly side: VariantId; readonly message: string }) {
  const { playback, opened } = useSession();
  const cause = causeOf(message);
  const remedy = words.remedy(cause, opened.name ?? opened.scenario.title);
  return (
    <div className={styles.failure} role="alert">
      <p>
        <strong>{words.stopped(side, cause)}</strong>
      </p>
      <p className={styles.message}>{message}</p>
      {remedy && <p>{remedy}</p>}
      <Button onClick={() => playback.restart(side)}>{words.restart(side)}</Button>
    </div>
  );
}

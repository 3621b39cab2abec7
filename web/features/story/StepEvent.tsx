// The event that a step begins at: once more, on to the next one of its kind, or on with the run at full speed. Its figures
// stand in the caption.

import { useSession } from '../../stage/session.ts';
import { playOn, showAgain, showNext } from '../../stage/slow.ts';
import { useStageState } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './StepEye.module.css';
import { event as words } from './step-words.ts';

export function StepEventLine() {
  const session = useSession();
  const event = useStageState((state) => state.event);
  if (!event) return null;
  return (
    <div className={styles.event}>
      <p role="status">{words[event.phase]}</p>
      <p>
        {(event.phase === 'slow' || event.phase === 'shown') && (
          <Button onClick={() => showAgain(session)}>{words.again}</Button>
        )}{' '}
        {event.phase !== 'none' && (
          <Button disabled={event.phase === 'sought'} onClick={() => showNext(session)}>
            {words.next}
          </Button>
        )}{' '}
        <Button onClick={() => playOn(session)}>{words.full}</Button>
      </p>
    </div>
  );
}

// Says over a machine that the moment asked for is still to be computed, or the event of a step to be found. The picture
// below, of an earlier moment, is dimmed meanwhile (MachineStage.module.css). It says nothing while a run plays: then the
// playhead itself waits.

import { machine as words } from '../stage/messages.ts';
import type { Summary, VariantId } from '../stage/playback/playback.ts';
import { useSummaryPart } from '../stage/session.ts';
import { useStageState } from '../stage/store.ts';
import styles from './MachineStage.module.css';

/** How much of the way to the playhead is computed, in whole per cent; undefined where the picture is of its moment. */
function shareComputed({ time, head, playing, variants }: Summary, side: VariantId) {
  const { latestFrame, failure } = variants[side];
  if (playing || !latestFrame || failure !== undefined) return undefined;
  const isAhead = head < time && latestFrame.time < Math.floor(time);
  return isAhead ? Math.floor((100 * head) / time) : undefined;
}

export function MomentAhead({ side }: { readonly side: VariantId }) {
  const share = useSummaryPart((summary) => shareComputed(summary, side));
  const isSought = useStageState(({ event }) => event?.phase === 'sought');
  if (share === undefined && !isSought) return null;
  return (
    <p className={styles.ahead} role="status">
      {isSought ? words.sought : words.ahead}
      {/* Spoken once, not at every per cent. */}
      {share !== undefined && <span aria-hidden="true">{`: ${share} %`}</span>}
    </p>
  );
}

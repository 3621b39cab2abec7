// Says over a machine that the moment asked for is still to be computed or drawn, or the event of a step to be found. The
// picture below, of another moment, is dimmed meanwhile (MachineStage.module.css). It says nothing while a run plays: then
// the playhead itself waits.

import { machine as words } from '../stage/messages.ts';
import type { Summary, VariantId } from '../stage/playback/playback.ts';
import { useSession, useSummaryPart } from '../stage/session.ts';
import { useStageState } from '../stage/store.ts';
import styles from './MachineStage.module.css';

/** Per cent of the way to the playhead that are computed; undefined where the picture is of its moment. */
function shareComputed({ time, playing, variants }: Summary, side: VariantId): number | undefined {
  const { latestFrame, status, failure } = variants[side];
  const moment = Math.floor(time);
  if (failure !== undefined || (latestFrame && (playing || latestFrame.time === moment)))
    return undefined;
  const head = status?.headTime ?? 0;
  return head < moment ? Math.floor((100 * head) / moment) : 100;
}

export function MomentAhead({ side }: { readonly side: VariantId }) {
  const { recorded } = useSession();
  const share = useSummaryPart((summary) => shareComputed(summary, side));
  // With another picture, as while the playhead is dragged, the wait begins anew.
  const shown = useSummaryPart(({ variants }) => variants[side].latestFrame?.time);
  const isSought = useStageState(({ event }) => event?.phase === 'sought');
  if ((share === undefined && !isSought) || recorded === side) return null;
  return (
    <p key={shown} className={styles.ahead} role="status">
      {isSought ? words.sought : words.ahead}
      {/* Spoken once, not at every per cent. */}
      {share !== undefined && share < 100 && <span aria-hidden="true">{`: ${share} %`}</span>}
    </p>
  );
}

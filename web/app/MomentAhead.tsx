// Says over a machine that the moment asked for is still to be computed or drawn, or the event of a step to be found. The
// picture below, of another moment, is dimmed meanwhile (MachineStage.module.css). While a run plays the playhead itself
// waits for what is computed, and pictures follow it closely.

import { machine as words } from '../stage/messages.ts';
import type { Summary, VariantId } from '../stage/playback/playback.ts';
import { useSession, useSummaryPart } from '../stage/session.ts';
import { useStageState } from '../stage/store.ts';
import styles from './MachineStage.module.css';

/** Whether a picture is of the moment of the playhead: while it plays, of one that the playhead passed within a second. */
function isOfMoment(shown: number, { time, playing, speed }: Summary): boolean {
  if (!playing) return shown === Math.floor(time);
  return shown <= time && time - shown <= speed;
}

/** Per cent of the way to the playhead that are computed; undefined where the picture is of its moment. */
function shareComputed(summary: Summary, side: VariantId): number | undefined {
  const { latestFrame, status, failure } = summary.variants[side];
  if (failure !== undefined || (latestFrame && isOfMoment(latestFrame.time, summary)))
    return undefined;
  const head = status?.headTime ?? 0;
  const moment = Math.floor(summary.time);
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

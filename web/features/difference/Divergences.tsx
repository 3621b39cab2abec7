// Where the two runs on stage part, and why: three moments beside the progress of the computation.
// Pressing one moves the playhead there and says the reason.

import { useEffect, useState } from 'react';
import type { RunDifference } from '../../engine/difference/types.ts';
import * as commands from '../../stage/commands.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession, useSummaryPart } from '../../stage/session.ts';
import { type StageLayout, useStageState, variantsOn } from '../../stage/store.ts';
import { useTaskTitle } from '../../stage/task-title.ts';
import { useWithheldSide } from '../../stage/withheld.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Divergences.module.css';
import { comparingOn, useDifference } from './difference.ts';
import { type DivergenceKind, divergenceKinds, words } from './divergence-words.ts';

/** ms: runs that take long to compute are compared all the same. */
const longestWait = 10_000;

/**
 * True once the sides on stage have been shown and are computed as far ahead as they may, or take long:
 * the comparison runs both again, and would keep them from what is seen first.
 */
function useIsSettled(session: Session, stage: StageLayout): boolean {
  const [settled, setSettled] = useState<{
    readonly session: Session;
    readonly stage: StageLayout;
  }>();
  const standing = useSummaryPart(({ variants }) => {
    const on = variantsOn(stage).map((side) => variants[side]);
    if (on.some(({ latestFrame }) => !latestFrame)) return 'starting';
    return on.some(({ status }) => status?.state === 'running') ? 'running' : 'ahead';
  });
  useEffect(() => {
    if (standing === 'starting') return;
    const settle = () => setSettled({ session, stage });
    const timer = setTimeout(settle, standing === 'ahead' ? 0 : longestWait);
    return () => clearTimeout(timer);
  }, [session, stage, standing]);
  return settled?.session === session && settled.stage === stage;
}

/** Compares what is on stage, as soon as both runs leave room for it. */
function useComparison(): () => void {
  const session = useSession();
  const stage = useStageState((state) => state.stage);
  const [turn, setTurn] = useState(0);
  const isSettled = useIsSettled(session, stage);
  useEffect(() => {
    const sides = variantsOn(stage);
    if (sides.length < 2 || !isSettled) return;
    // What was recorded cannot be run again to look for where it parts.
    if (session.recorded && sides.includes(session.recorded)) return;
    void turn;
    // Of more than two the first two: what is asked for first is A beside B.
    return comparingOn(session.stage).compare(session, [sides[0]!, sides[1]!]);
  }, [session, stage, isSettled, turn]);
  return () => setTurn((before) => before + 1);
}

export default function Divergences() {
  const session = useSession();
  const again = useComparison();
  const { sides, state, difference, message } = useDifference();
  const [open, setOpen] = useState<DivergenceKind>();
  // Where they part tells of both.
  const isWithheld = useWithheldSide() !== undefined;
  const nameOf = useTaskTitle(sides?.[0]);
  if (!sides || state === 'off' || isWithheld) return null;
  const share = `${Math.floor((100 * (difference?.compared ?? 0)) / session.opened.duration)} %`;
  const found = divergenceKinds.filter((kind) => difference?.[kind]);
  const press = (kind: DivergenceKind) => {
    setOpen(open === kind ? undefined : kind);
    commands.drag(session, difference![kind]!.time);
  };
  return (
    <section className={styles.row} aria-label={words.region}>
      {found.length > 0 && <span className={styles.lead}>{words.lead(sides)}</span>}
      {found.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.parting}
          aria-pressed={open === kind}
          aria-label={words.name(kind, difference![kind]!.time)}
          title={words.sentence(kind, difference!, sides, nameOf)}
          onClick={() => press(kind)}
        >
          <span aria-hidden="true">{words.mark[kind]}</span> {words.short[kind]}{' '}
          <span className={styles.time}>{words.at(difference![kind]!.time)}</span>
        </button>
      ))}
      <span role="status">{statusOf(state, { found, difference, message, sides, share })}</span>
      {state === 'running' && (
        <button type="button" className={styles.parting} onClick={comparingOn(session.stage).stop}>
          {words.stop}
        </button>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <button type="button" className={styles.parting} onClick={again}>
          {words.again}
        </button>
      )}
      {open && difference?.[open] && (
        <div className={styles.reason} role="note" data-parting={open}>
          <p>{unbroken(words.sentence(open, difference, sides, nameOf))}</p>
          <button type="button" className={styles.parting} onClick={() => setOpen(undefined)}>
            {words.close}
          </button>
        </div>
      )}
    </section>
  );
}

interface Standing {
  readonly found: readonly DivergenceKind[];
  readonly difference: RunDifference | undefined;
  readonly message: string | undefined;
  readonly sides: readonly [VariantId, VariantId];
  readonly share: string;
}

/** What to say besides the moments found. */
function statusOf(
  state: string,
  { found, difference, message, sides, share }: Standing,
): string | undefined {
  if (state === 'failed') return words.failed(message ?? '');
  const isFound = found.length > 0;
  if (state === 'running') return isFound ? words.searching(share) : words.comparing(sides, share);
  const compared = words.at(difference?.compared ?? 0);
  if (state === 'stopped') {
    return isFound ? words.stopped(compared) : words.noneSoFar(sides, compared);
  }
  return isFound ? undefined : words.none(sides);
}

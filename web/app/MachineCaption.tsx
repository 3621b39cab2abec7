// Says in one sentence under a machine what its picture shows: who waits for what. Made from the frame on stage and
// nothing else, so that it is never older than the picture.

import { useRef } from 'react';
import { ACTIVITY } from '../engine/abi.gen.ts';
import type { Frame } from '../engine/types.ts';
import { cpusInStep } from '../stage/first-sight.ts';
import { lineName, symbolName } from '../stage/names.ts';
import type { Side, Summary } from '../stage/playback/playback.ts';
import { lineSelectedOn } from '../stage/selection.ts';
import { sideName, useSession, useSummary, useSummaryPart } from '../stage/session.ts';
import type { StageStep } from '../stage/stage-content.ts';
import { useStageState } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import type { Selection } from '../views/topology/index.ts';
import { Announcer } from './Announcer.tsx';
import { captionOf, windowCaption } from './caption.ts';
import { captions as words } from './caption-words.ts';
import styles from './MachineCaption.module.css';

const activities: Readonly<Record<number, 'idle' | 'user' | 'kernel' | 'stalled' | 'spinning'>> = {
  [ACTIVITY.IDLE]: 'idle',
  [ACTIVITY.USER]: 'user',
  [ACTIVITY.KERNEL]: 'kernel',
  [ACTIVITY.STALLED]: 'stalled',
  [ACTIVITY.SPINNING]: 'spinning',
};
const codes = { idle: ACTIVITY.IDLE, user: ACTIVITY.USER, spinning: ACTIVITY.SPINNING };

interface Subject {
  readonly step: StageStep | undefined;
  readonly selection: Selection;
}

/** What a trace tells of a moment: who runs something, and of whom nothing is known. */
function recordedCaption({ cpus }: Frame): string {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const activity of cpus.activity) counts[activity]! += 1;
  return words.ofRecording(
    counts[ACTIVITY.USER]!,
    counts[ACTIVITY.IDLE]!,
    counts[ACTIVITY.UNKNOWN]!,
  );
}

/**
 * What is said of a side, of the very frame that its picture and its gauges show: of the window that ends there while
 * it plays, of the moment at rest. A selected CPU is spoken of as it is now, always.
 */
function useCaption(summary: Summary, side: Side, { step, selection }: Subject) {
  const { still, catalog } = summary.lanes[side];
  const { recorded } = useSession();
  const last = useRef(-1);
  if (!still || !catalog) return undefined;
  if (recorded === side) return recordedCaption(still);
  if (summary.playing && selection.cpu === undefined) {
    const window = windowCaption(still);
    if (window) return words.ofWindow(window);
  }
  const caption = captionOf(still, codes, {
    follow: last.current,
    selected: selection.cpu,
    visible: step && cpusInStep(step, catalog),
    line: lineSelectedOn(side, selection, summary),
  });
  // Whom it spoke of it goes on to speak of, from event to event, as long as that one waits.
  last.current = caption.kind === 'waiting' ? caption.cpu : -1;
  return words.sentence(caption, {
    line: (each) => lineName(catalog, each),
    symbol: (each) => symbolName(catalog, each),
    activity: (code) => activities[code],
  });
}

/** Its engine owes an answer: what is shown is older than what was asked for, so that nothing is said of it. */
function Silence({ side }: { readonly side: Side }) {
  const session = useSession();
  const { playback } = session;
  const name = sideName(session, side);
  return (
    <div className={styles.silence} role="status">
      <span>{words.silent(name)}</span>
      <Button onClick={() => playback.restart(side)}>{words.restart(name)}</Button>
    </div>
  );
}

export function MachineCaption({ side }: { readonly side: Side }) {
  const silent = useSummaryPart(({ lanes }) => lanes[side].silent && !lanes[side].failure);
  return silent ? <Silence side={side} /> : <Sentence side={side} />;
}

function Sentence({ side }: { readonly side: Side }) {
  const session = useSession();
  const { steps } = session;
  const summary = useSummary();
  const selection = useStageState((state) => state.selection);
  const index = useStageState((state) => state.step);
  const step = index === undefined ? undefined : steps[index];
  const sentence = useCaption(summary, side, { step, selection });
  const said = sentence && words.onSide(sideName(session, side), sentence);
  return (
    <>
      <p className={styles.caption} data-side={side} title={said}>
        {said}
      </p>
      <Announcer text={summary.playing ? '' : (said ?? '')} />
    </>
  );
}

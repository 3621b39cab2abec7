// Says in one sentence what the picture of a machine shows: which CPUs wait, and for what. Made from the frame on stage and
// nothing else, so that it is never older than the picture. Where the caption has something else to say it is read out alone.

import { useRef, useSyncExternalStore } from 'react';
import { ACTIVITY } from '../engine/abi.gen.ts';
import { taskName } from '../engine/task-names.ts';
import type { Frame } from '../engine/types.ts';
import { cpusInStep } from '../stage/first-sight.ts';
import { lineName, lockName, symbolName } from '../stage/names.ts';
import { picturesOf } from '../stage/pictures.ts';
import type { Summary, VariantId } from '../stage/playback/playback.ts';
import { lineSelectedOn } from '../stage/selection.ts';
import { useSession, useSummary, useSummaryPart, variantName } from '../stage/session.ts';
import type { StageStep } from '../stage/stage-content.ts';
import { useStageState } from '../stage/store.ts';
import { useAskedIn } from '../stage/withheld.ts';
import { Button } from '../ui/Button.tsx';
import { unbroken } from '../ui/unbroken.tsx';
import { shownAccessQueue } from '../views/topology/access-queue.ts';
import { emptyAccessQueue } from '../views/topology/empty-access-queue.ts';
import type { Selection } from '../views/topology/index.ts';
import { Announcer } from './Announcer.tsx';
import styles from './Caption.module.css';
import { captionOf, windowCaption } from './caption.ts';
import { captions as words } from './caption-words.ts';

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

/** The caption of a recorded moment: the number of CPUs that run something, and the number whose state is unknown. */
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
 * The line or the lock whose queue stands under the picture, as that tells; undefined: there is no picture, or it has none.
 * The picture has seen frames that never come here, so that it may have stayed with another one.
 */
function useDrawnAccessQueue(side: VariantId) {
  const pictures = picturesOf(useSession().stage);
  const told = useSyncExternalStore(
    (hear) => pictures.onTold(hear),
    () => {
      const { line = -1, lock = -1 } = pictures.reportOf(side)?.notes?.accessQueue ?? {};
      return line < 0 && lock < 0 ? undefined : `${line} ${lock}`;
    },
  );
  if (told === undefined) return undefined;
  const [line, lock] = told.split(' ').map(Number);
  return { line: line!, lock: lock! };
}

/**
 * What is said of a side, of the very frame that its picture and its gauges show: of the window that ends there while
 * it plays, of the moment at rest. A selected CPU is spoken of as it is now, always.
 */
function useCaption(summary: Summary, side: VariantId, { step, selection }: Subject) {
  const { latestFrame, catalog } = summary.variants[side];
  const { recorded } = useSession();
  const isKernelTold = useAskedIn()(side, 'kernel-share') === undefined;
  const last = useRef(-1);
  const accessQueue = useRef(emptyAccessQueue);
  const drawn = useDrawnAccessQueue(side);
  if (!latestFrame || !catalog) return undefined;
  if (recorded === side) return recordedCaption(latestFrame);
  const line = lineSelectedOn(side, selection, summary);
  // Without a picture the queue is followed in the frames that come here. It keeps its line or lock where another has hardly
  // more CPUs; after a jump it owes nothing to where it came from.
  const before = latestFrame.continuous ? accessQueue.current : emptyAccessQueue;
  accessQueue.current = shownAccessQueue(latestFrame, { ...selection, line }, before, catalog);
  if (summary.playing && selection.cpu === undefined) {
    const window = windowCaption(latestFrame);
    if (window) return words.ofWindow(window, isKernelTold);
  }
  const caption = captionOf(latestFrame, codes, {
    follow: last.current,
    selected: selection.cpu,
    visible: step && cpusInStep(step, catalog),
    accessQueue: drawn ?? accessQueue.current,
    isAsked: line !== undefined || selection.lock !== undefined,
  });
  // The caption stays with the CPU that it spoke of, from event to event, as long as that CPU waits.
  last.current = caption.kind === 'waiting' ? caption.cpu : -1;
  return words.sentence(caption, {
    line: (each) => lineName(catalog, each),
    lock: (each) => lockName(catalog, each),
    task: (each) => taskName(catalog, each),
    symbol: (each) => symbolName(catalog, each),
    activity: (code) => activities[code],
  });
}

/** Its engine owes an answer: what is shown is older than what was asked for, so that nothing is said of it. */
function Silence({ side }: { readonly side: VariantId }) {
  const session = useSession();
  const { playback } = session;
  const name = variantName(session, side);
  return (
    <div className={styles.silence} role="status">
      <span>{words.silent(name)}</span>
      <Button onClick={() => playback.restart(side)}>{words.restart(name)}</Button>
    </div>
  );
}

export function MachineCaption({
  side,
  isSeen,
}: {
  readonly side: VariantId;
  readonly isSeen: boolean;
}) {
  const silent = useSummaryPart(
    ({ variants }) => variants[side].unresponsive && !variants[side].failure,
  );
  return silent ? <Silence side={side} /> : <Sentence side={side} isSeen={isSeen} />;
}

function Sentence({ side, isSeen }: { readonly side: VariantId; readonly isSeen: boolean }) {
  const session = useSession();
  const { steps } = session;
  const summary = useSummary();
  const selection = useStageState((state) => state.selection);
  const index = useStageState((state) => state.step);
  const step = index === undefined ? undefined : steps[index];
  const sentence = useCaption(summary, side, { step, selection });
  const said = sentence && words.onSide(variantName(session, side), sentence);
  return (
    <>
      {isSeen && (
        <p className={styles.sentence} data-side={side}>
          {said && unbroken(said)}
        </p>
      )}
      <Announcer text={summary.playing ? '' : (said ?? '')} />
    </>
  );
}

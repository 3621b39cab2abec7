// Says in one sentence under a machine what its picture shows: who waits for what. Made from the frame on stage.

import { useRef } from 'react';
import { ACTIVITY } from '../engine/abi.gen.ts';
import { cpusInShot } from '../stage/first-sight.ts';
import { lineName, symbolName } from '../stage/names.ts';
import type { Side, Summary } from '../stage/playback/playback.ts';
import { lineSelectedOn } from '../stage/selection.ts';
import { useSession, useSummary } from '../stage/session.ts';
import type { StageShot } from '../stage/stage-content.ts';
import { useStageState } from '../stage/store.ts';
import type { Selection } from '../views/topology/index.ts';
import { Announcer } from './Announcer.tsx';
import { type Caption, captionOf } from './caption.ts';
import { captions as words } from './caption-words.ts';
import styles from './MachineCaption.module.css';

/** ms a sentence stays while the run plays: time to read it. */
const readingTime = 2_000;
const activities: Readonly<Record<number, 'idle' | 'user' | 'kernel' | 'stalled' | 'spinning'>> = {
  [ACTIVITY.IDLE]: 'idle',
  [ACTIVITY.USER]: 'user',
  [ACTIVITY.KERNEL]: 'kernel',
  [ACTIVITY.STALLED]: 'stalled',
  [ACTIVITY.SPINNING]: 'spinning',
};
const codes = { idle: ACTIVITY.IDLE, user: ACTIVITY.USER, spinning: ACTIVITY.SPINNING };

interface Shown {
  readonly at: number;
  readonly time: number;
  readonly about: string;
  readonly caption: Caption;
}

interface Subject {
  readonly shot: StageShot | undefined;
  readonly selection: Selection;
}

/** The caption of one side: renewed at once while paused, else when it could be read. */
function useCaption(summary: Summary, side: Side, { shot, selection }: Subject) {
  const last = useRef<Shown>(undefined);
  const { still, catalog } = summary.lanes[side];
  if (!still || !catalog) return undefined;
  const now = performance.now();
  const before = last.current;
  const line = lineSelectedOn(side, selection, summary);
  const about = `${shot?.caption ?? ''} ${line ?? ''} ${selection.cpu ?? ''}`;
  const moved = before?.time !== still.time;
  const isRead = !before || now - before.at >= readingTime;
  if (before?.about !== about || (moved && (isRead || !summary.playing))) {
    const followed = before?.caption.kind === 'waiting' ? before.caption.cpu : -1;
    const focus = {
      follow: followed,
      selected: selection.cpu,
      visible: shot && cpusInShot(shot, catalog),
      line,
    };
    const caption = captionOf(still, codes, focus);
    last.current = { at: now, time: still.time, about, caption };
  }
  return words.sentence(last.current!.caption, {
    line: (each) => lineName(catalog, each),
    symbol: (each) => symbolName(catalog, each),
    activity: (code) => activities[code],
  });
}

export function MachineCaption({ side }: { readonly side: Side }) {
  const { shots } = useSession();
  const summary = useSummary();
  const selection = useStageState((state) => state.selection);
  const index = useStageState((state) => state.shot);
  const shot = index === undefined ? undefined : shots[index];
  const sentence = useCaption(summary, side, { shot, selection });
  const said = sentence && words.onSide(side, sentence);
  return (
    <>
      <p className={styles.caption} data-side={side} title={said}>
        {said}
      </p>
      <Announcer text={summary.playing ? '' : (said ?? '')} />
    </>
  );
}

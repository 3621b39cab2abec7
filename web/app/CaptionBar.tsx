// Says in sentences what the picture shows: the shot of the first-sight sequence while it runs, and
// for each machine on stage who waits for what. Beside it the distance ruler.

import { useEffect, useRef, useState } from 'react';
import { ACTIVITY } from '../engine/abi.gen.ts';
import { cpusInShot, endFirstSight } from '../stage/first-sight.ts';
import { lineName, symbolName } from '../stage/names.ts';
import type { Side, Summary } from '../stage/playback/playback.ts';
import { lineSelectedOn } from '../stage/selection.ts';
import { useSession, useSummary } from '../stage/session.ts';
import type { StageShot } from '../stage/stage-content.ts';
import { choose, sidesOn, useStageState } from '../stage/store.ts';
import { Button } from '../ui/Button.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import type { Selection } from '../views/topology/index.ts';
import styles from './CaptionBar.module.css';
import { type Caption, captionOf } from './caption.ts';
import { captions as words } from './caption-words.ts';
import Ruler from './Ruler.tsx';

/** ms a sentence stays while the run plays: time to read it. */
const readingTime = 2_000;
/** ms a piece of news stays. */
const newsTime = 8_000;
/** ms between two announcements to assistive technology. */
const announcing = 1_000;
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

export default function CaptionBar() {
  const { shots } = useSession();
  const summary = useSummary();
  const stage = useStageState((state) => state.stage);
  const selection = useStageState((state) => state.selection);
  const index = useStageState((state) => state.shot);
  const presenting = useStageState((state) => state.presenting);
  const tight = useStageState((state) => state.dock !== undefined && state.shot === undefined);
  const shot = index === undefined ? undefined : shots[index];
  const sentences: Record<Side, string | undefined> = {
    A: useCaption(summary, 'A', { shot, selection }),
    B: useCaption(summary, 'B', { shot, selection }),
    C: useCaption(summary, 'C', { shot, selection }),
    D: useCaption(summary, 'D', { shot, selection }),
  };
  const sides = sidesOn(stage);
  const said = sides.map((side) => sentences[side] && words.onSide(side, sentences[side]));
  const news = useNews();
  const state = summary.playing ? '' : said.filter(Boolean).join(' ');
  const announced = news ?? (shot ? shot.caption : state);
  return (
    <div className={styles.bar} data-tight={tight}>
      <div className={styles.captions}>
        {shot && index !== undefined && (
          <p className={styles.shot}>
            <span className={styles.index}>{words.shot(index + 1, shots.length)}</span>
            {shot.caption}
            {!presenting && (
              <Button title={words.skipHint} onClick={endFirstSight}>
                {words.skip}
              </Button>
            )}
          </p>
        )}
        {!shot && news && <p className={styles.news}>{news}</p>}
        {sides.map((side, at) => (
          <p key={side} className={styles.sentence} data-side={side}>
            {said[at]}
          </p>
        ))}
      </div>
      <div className={styles.ruler}>
        <Ruler />
      </div>
      <Announcer text={announced} />
    </div>
  );
}

/** A piece of news, as long as it is one. */
function useNews(): string | undefined {
  const notice = useStageState((state) => state.notice);
  const news = notice?.tone === 'news' ? notice : undefined;
  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => {
      if (useStageState.getState().notice === news) choose({ notice: undefined });
    }, newsTime);
    return () => clearTimeout(timer);
  }, [news]);
  return news?.text;
}

/** Reads `text` out when it has changed, at most once a second. */
function Announcer({ text }: { readonly text: string }) {
  const [spoken, setSpoken] = useState('');
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const wait = Math.max(0, last.current + announcing - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setSpoken(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <VisuallyHidden>
      <div aria-live="polite">{spoken}</div>
    </VisuallyHidden>
  );
}

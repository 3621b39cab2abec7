// Says in sentences what the picture shows: the shot of the first-sight sequence while it runs, and
// for each machine on stage who waits for what. Beside it the distance ruler.

import { useEffect, useRef, useState } from 'react';
import { ACTIVITY } from '../../engine/abi.gen.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { type Caption, captionOf } from '../caption.ts';
import { cpusInShot, endFirstSight, type Shot, shotsOf } from '../firstSight.ts';
import { captions as words } from '../messages.ts';
import { lineName } from '../names.ts';
import type { Side, Summary } from '../playback/playback.ts';
import { useSession, useSummary } from '../session.ts';
import { sidesOn, useChoice } from '../store.ts';
import styles from './CaptionBar.module.css';
import controls from './controls.module.css';
import { DistanceRuler } from './DistanceRuler.tsx';

/** ms a sentence stays while the run plays: time to read it. */
const readingTime = 2_500;
/** ms between two announcements to assistive technology. */
const announcing = 1_000;
const codes = { idle: ACTIVITY.IDLE, user: ACTIVITY.USER };

interface Shown {
  readonly at: number;
  readonly time: number;
  readonly caption: Caption;
}

/** The caption of one side: renewed at once while paused, else when it could be read. */
function useCaption(summary: Summary, side: Side, shot: Shot | undefined, cpu: number | undefined) {
  const last = useRef<Shown>(undefined);
  const { still, catalog } = summary.lanes[side];
  if (!still || !catalog) return undefined;
  const now = performance.now();
  const { current } = last;
  const due =
    !current ||
    now - current.at >= readingTime ||
    (!summary.playing && current.time !== still.time);
  if (due) {
    const before = current?.caption;
    const follow = cpu ?? (before?.kind === 'waiting' ? before.cpu : -1);
    const visible = shot && cpusInShot(shot, catalog);
    const caption = captionOf(still, codes, follow, visible);
    last.current = { at: now, time: still.time, caption };
  }
  return words.sentence(last.current!.caption, (line) => lineName(catalog, line));
}

export function CaptionBar() {
  const { opened } = useSession();
  const summary = useSummary();
  const stage = useChoice((choice) => choice.stage);
  const cpu = useChoice((choice) => choice.selection.cpu);
  const index = useChoice((choice) => choice.shot);
  const shots = shotsOf(opened);
  const shot = index === undefined ? undefined : shots[index];
  const sentences: Record<Side, string | undefined> = {
    A: useCaption(summary, 'A', shot, cpu),
    B: useCaption(summary, 'B', shot, cpu),
  };
  const sides = sidesOn(stage);
  const catalog = summary.lanes.A.catalog ?? summary.lanes.B.catalog;
  const said = sides.map((side) => sentences[side] && words.onSide(side, sentences[side]));
  const announced = shot ? shot.caption : summary.playing ? '' : said.filter(Boolean).join(' ');
  return (
    <div className={styles.bar}>
      <div className={styles.captions}>
        {shot && index !== undefined && (
          <p className={styles.shot}>
            <span className={styles.index}>{words.shot(index + 1, shots.length)}</span>
            {shot.caption}
            <button
              type="button"
              className={controls.button}
              title={words.skipHint}
              onClick={endFirstSight}
            >
              {words.skip}
            </button>
          </p>
        )}
        {sides.map((side, at) => (
          <p key={side} className={styles.sentence} data-side={side}>
            {said[at]}
          </p>
        ))}
      </div>
      {catalog && <DistanceRuler ruler={catalog.ruler} />}
      <Announcer text={announced} />
    </div>
  );
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

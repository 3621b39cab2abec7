// The playhead: a slider over the whole run, with how far the runs are computed drawn in its track.
// The thumb follows the playback by itself, without React.

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { drag } from '../stage/commands.ts';
import { useFeatures } from '../stage/feature.ts';
import { press } from '../stage/keys.ts';
import { transport } from '../stage/messages.ts';
import { useSession, variantName } from '../stage/session.ts';
import { useStageState, variantsOn } from '../stage/store.ts';
import { quantityOf } from '../stage/track-series.ts';
import { duration, moment } from '../ui/format.ts';
import { ShellParts } from './Parts.tsx';
import styles from './Playhead.module.css';
import { TrackPicture } from './TrackPicture.tsx';

/** ms between two changes of what is said of it, while it moves. */
const saidInterval = 500;
/** Movements of the thumb there are on the track: finer ones cannot be seen. */
const thumbPlaces = 2_000;

/** Of the end of a run: what stands before it never reads as more than it. */
const endDigits = 6;

export function Playhead() {
  const features = useFeatures();
  const session = useSession();
  const { playback, opened } = session;
  const slider = useRef<HTMLInputElement>(null);
  const head = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let lastSaid = Number.NEGATIVE_INFINITY;
    let thumb = Number.NEGATIVE_INFINITY;
    const show = (time: number, computed: number) => {
      const now = performance.now();
      const playing = playback.summary().playing;
      const at = Math.floor(time);
      // Moving the thumb forces a layout of the page: skip moves too small to see.
      const moved = Math.abs(at - thumb) * thumbPlaces >= opened.duration;
      if (slider.current && (!playing || moved)) {
        thumb = at;
        slider.current.value = String(at);
      }
      if (playing && now - lastSaid < saidInterval) return;
      lastSaid = now;
      const text = transport.position(moment(at), duration(opened.duration, endDigits));
      slider.current?.setAttribute('aria-valuetext', text);
      if (head.current) head.current.style.scale = `${computed / opened.duration} 1`;
    };
    show(playback.time, playback.summary().head);
    return playback.onTime(show);
  }, [playback, opened]);

  // The slider's own keys move by a nanosecond; the bar's keys are the useful ones here too.
  const onKeyDown = (event: KeyboardEvent) => {
    if (press(session, features, event.nativeEvent)) event.preventDefault();
  };

  return (
    <div className={styles.row}>
      <div className={styles.track} data-mark="track">
        <div ref={head} className={styles.computed} />
        <TrackPicture />
        <div
          className={styles.warmUp}
          style={{ width: `${(100 * opened.window.from) / opened.duration}%` }}
          title={`${transport.warmUpMark}: ${duration(opened.window.from)}`}
        />
        <ShellParts place="track" />
        <input
          ref={slider}
          type="range"
          aria-label={transport.playhead}
          min={0}
          max={opened.duration}
          step={1}
          defaultValue={0}
          onInput={(event) => drag(session, Number(event.currentTarget.value))}
          onKeyDown={onKeyDown}
        />
      </div>
      <TrackSides />
    </div>
  );
}

/** Which machine is which half of the track: beside it, since a letter on it would hide the end of the run. */
function TrackSides() {
  const session = useSession();
  const [first, second] = variantsOn(useStageState((state) => state.stage));
  if (!first || !second || !quantityOf(session.opened.scenario.scores?.show ?? [])) return null;
  return (
    <div className={styles.sides} aria-hidden="true">
      <b>{variantName(session, first)}</b>
      <b>{variantName(session, second)}</b>
    </div>
  );
}

/** Where the playhead stands, for the eye: the slider says it to all others. */
export function Readout() {
  const { playback, opened } = useSession();
  const readout = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const show = (time: number) => {
      if (readout.current) readout.current.value = moment(Math.floor(time));
    };
    show(playback.time);
    return playback.onTime(show);
  }, [playback]);
  return (
    <p className={styles.readout} aria-hidden="true">
      <output ref={readout} className={styles.time} />{' '}
      {transport.position('', duration(opened.duration, endDigits))}
    </p>
  );
}

// A talk on the stage: walks the scenario's shots by hand or remote, with a key map of its own. The
// shots are those of the first sight; here nobody but the speaker moves on.

import { useEffect, useRef, useState } from 'react';
import { type TalkCommand, talkCommand } from '../../present/keys.ts';
import { TalkBar } from '../../present/TalkBar.tsx';
import {
  beginWalk,
  nextShot,
  previousShot,
  resetWalk,
  startOfShot,
  toggleBlack,
  type Walk,
} from '../../present/walk.ts';
import { showShot } from '../../stage/first-sight.ts';
import { topBar } from '../../stage/messages.ts';
import { type Session, useSession, useSummaryPart } from '../../stage/session.ts';
import { choose, useStageState } from '../../stage/store.ts';
import { Button } from '../../ui/Button.tsx';

/** ns: the measured window if it is computed, else the beginning: a talk does not wait. */
function startOf({ opened, playback }: Session): number {
  return playback.summary().head >= opened.start ? opened.start : 0;
}

function fullScreen(): void {
  const { fullscreenElement, documentElement } = document;
  // A frame may not be allowed to; the talk goes on as it is.
  const change = fullscreenElement
    ? document.exitFullscreen()
    : documentElement.requestFullscreen();
  change.catch(() => {});
}

function leave(): void {
  choose({ presenting: false, shot: undefined, camera: { kind: 'all' } });
}

/** Shows where a walk stands; `isElsewhere`: the playhead has to go there first. */
function show(session: Session, walk: Walk, isElsewhere: boolean): void {
  const { playback, shots } = session;
  const { A, B } = playback.summary().lanes;
  const catalog = A.catalog ?? B.catalog;
  if (isElsewhere) playback.seek(startOfShot(walk));
  if (catalog) showShot(shots[walk.shot]!, walk.shot, catalog);
  choose({ playing: !walk.isBlack });
}

export default function Talk() {
  const session = useSession();
  const { playback, shots, opened } = session;
  const singleKeys = useStageState((state) => state.singleKeys);
  const isReady = useSummaryPart(({ lanes }) => Boolean(lanes.A.catalog ?? lanes.B.catalog));
  const [walk, setWalk] = useState(() => beginWalk(startOf(session)));
  const latest = useRef(walk);
  const go = (next: Walk, isElsewhere: boolean) => {
    latest.current = next;
    setWalk(next);
    show(session, next, isElsewhere);
  };
  const obey = (command: TalkCommand) => {
    const now = latest.current;
    if (command === 'leave') leave();
    else if (command === 'fullScreen') fullScreen();
    else if (command === 'black') go(toggleBlack(now), false);
    else if (command === 'reset') go(resetWalk(now), true);
    else if (command === 'previous') go(previousShot(now), true);
    else {
      const at = shots[now.shot + 1]?.at;
      const hasMoment = at !== undefined && playback.summary().head >= at;
      go(nextShot(now, shots.length, hasMoment ? at : Math.floor(playback.time)), hasMoment);
    }
  };
  const obeyLatest = useRef(obey);
  obeyLatest.current = obey;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first shot is shown once
  useEffect(() => {
    if (isReady) show(session, latest.current, true);
  }, [isReady]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const command = talkCommand(event, singleKeys);
      const isOnButton = event.target instanceof Element && event.target.closest('button, input');
      if (!command || useStageState.getState().help || (event.key === ' ' && isOnButton)) return;
      // The stage listens after this and leaves alone what was dealt with.
      event.preventDefault();
      obeyLatest.current(command);
    };
    document.addEventListener('keydown', pressed, { capture: true });
    return () => document.removeEventListener('keydown', pressed, { capture: true });
  }, [singleKeys]);
  const title = opened.scenario.question ?? opened.scenario.title;
  return <TalkBar title={title} walk={walk} shots={shots.length} onCommand={obey} />;
}

/** Begins a talk, where the scenario has shots to walk. */
export function PresentButton() {
  if (useSession().shots.length === 0) return null;
  return (
    <Button onClick={() => choose({ presenting: true, shot: undefined })}>{topBar.present}</Button>
  );
}

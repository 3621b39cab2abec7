// Opens a scene (a recipe on stage) and closes the one before. A recipe that cannot be opened leaves
// the running scene as it is and says why.

import { type Recipe, ScenarioError } from '../scenario/index.ts';
import { choiceOf } from './address.ts';
import { listenToKeys } from './commands.ts';
import { connectEngine } from './connect.ts';
import { openContent } from './content.ts';
import { beginFirstSight, endFirstSight, shotsOf } from './firstSight.ts';
import { duration } from './format.ts';
import { followChoices } from './history.ts';
import { notices } from './messages.ts';
import { Playback } from './playback/playback.ts';
import type { Session } from './session.ts';
import { type Choice, choose, firstChoice, sidesOn, useChoice } from './store.ts';

/** ns the head runs ahead: runs up to this length are computed to their end, so dragging anywhere is quick. */
const lead = 250_000_000;

/** A scene and the way to take it off the stage. */
export interface Scene extends Session {
  readonly close: () => void;
}

/** What a refused recipe says in front of people. */
export function noticeOf(error: unknown): NonNullable<Choice['notice']> {
  if (error instanceof ScenarioError) {
    const where = error.path ? `${error.path}: ` : '';
    return {
      tone: 'problem',
      text: `${notices.badLink} ${where}${error.problem}.`,
      remedy: sentence(error.remedy),
    };
  }
  const text = error instanceof Error ? error.message : String(error);
  return { tone: 'problem', text: `${notices.badLink} ${text}`, remedy: notices.badLinkRemedy };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Opens a recipe; throws ScenarioError, and then nothing has changed. */
export async function openScene(recipe: Recipe): Promise<Scene> {
  const content = await openContent(recipe);
  const { opened } = content;
  const firstSight = recipe.playhead === undefined && shotsOf(opened).length > 0;
  // What went wrong before stays readable, for instance over the scenario that opens instead.
  const { notice } = useChoice.getState();
  choose({ ...firstChoice, ...choiceOf(recipe, opened), notice });
  document.title = `${opened.scenario.title} – Schedscape`;
  const { playing, speed, stage } = useChoice.getState();
  const playback = new Playback({
    connect: (side) => connectEngine(content, side),
    duration: opened.duration,
    // The first shots begin with the run itself: its warm-up is computed meanwhile.
    start: firstSight ? 0 : opened.playhead,
    speed,
    playing,
    stage: sidesOn(stage),
    lead,
    nextPicture: (callback) => {
      const request = requestAnimationFrame(callback);
      return () => cancelAnimationFrame(request);
    },
  });
  const session = { opened, playback };
  const stops = [
    obeyChoices(playback),
    reportMoment(playback),
    listenToKeys(session, document),
    followChoices(recipe),
    ...(firstSight ? [runFirstSight(session)] : []),
  ];
  return {
    ...session,
    close: () => {
      for (const stop of stops) stop();
      playback.close();
    },
  };
}

/** The playback does what the choices say. */
function obeyChoices(playback: Playback): () => void {
  return useChoice.subscribe((choice, before) => {
    if (choice.playing !== before.playing) playback.setPlaying(choice.playing);
    if (choice.speed !== before.speed) playback.setSpeed(choice.speed);
    if (choice.stage !== before.stage) playback.setStage(sidesOn(choice.stage));
  });
}

/** Where the playhead stands, and that it stopped by itself, become part of the choices. */
function reportMoment(playback: Playback): () => void {
  return playback.onSummary(() => {
    const { time, playing } = playback.summary();
    const choice = useChoice.getState();
    if (choice.playing && !playing) choose({ playing: false, playhead: time });
    else if (choice.playhead !== time) choose({ playhead: time });
  });
}

/** Calls `act` as soon as all on stage is computed to `time`, unless somebody touches the page first. */
function whenComputed(playback: Playback, time: number, act: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const look = () => {
    if (signal.aborted || playback.summary().head < time) return;
    over.abort();
    act();
  };
  signal.addEventListener('abort', playback.onSummary(look));
  const touch = () => over.abort();
  for (const event of ['pointerdown', 'keydown']) {
    document.addEventListener(event, touch, { capture: true, signal });
  }
  look();
  return touch;
}

/** Shows the shots as soon as a machine can be drawn; any key ends them. */
function runFirstSight({ opened, playback }: Session): () => void {
  let stop: () => void = () => {};
  let stopAfter: () => void = () => {};
  // The first shots begin with the run. As soon as it is computed to where the scenario wants playback
  // to begin (the measured window, say), the sequence goes on there.
  const goToStart = (): boolean => {
    const { time, head } = playback.summary();
    const isDue = time < opened.start && head >= opened.start;
    if (isDue) playback.seek(opened.start);
    return isDue;
  };
  const ended = () => {
    stopAfter = whenComputed(playback, opened.start, () => {
      const text = notices.atStart(duration(opened.start));
      if (goToStart()) choose({ notice: { tone: 'news', text } });
    });
  };
  const stopWaiting = playback.onSummary(() => {
    const { A, B } = playback.summary().lanes;
    const catalog = A.still && A.catalog ? A.catalog : B.still && B.catalog;
    if (!catalog) return;
    stopWaiting();
    stop = beginFirstSight(shotsOf(opened), catalog, { between: goToStart, ended });
  });
  const anyKey = (event: KeyboardEvent) => {
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) endFirstSight();
  };
  document.addEventListener('keydown', anyKey, { capture: true });
  return () => {
    stopWaiting();
    stop();
    stopAfter();
    document.removeEventListener('keydown', anyKey, { capture: true });
  };
}

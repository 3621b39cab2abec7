// Opens a scene (a recipe on stage) and closes the one before. A recipe that cannot be opened leaves
// the running scene as it is and says why.

import type { ScenarioError } from '../scenario/index.ts';
import { messageOf } from '../ui/errors.ts';
import { duration } from '../ui/format.ts';
import { listenToKeys } from './commands.ts';
import { connectEngine } from './connect.ts';
import type { Features } from './feature.ts';
import { beginFirstSight, endFirstSight } from './first-sight.ts';
import type { AddressBar } from './history.ts';
import { notices } from './messages.ts';
import { Playback, type Side } from './playback/playback.ts';
import { startConductor } from './playback/start-conductor.ts';
import { type Stage as PageStage, type Session, variantOn } from './session.ts';
import type { Content } from './stage-content.ts';
import {
  choose,
  firstState,
  type Stage,
  type StageState,
  sidesOn,
  useStageState,
} from './store.ts';

/** A scene and the way to take it off the stage. */
export interface Scene extends Session {
  readonly close: () => void;
}

/** By name, because the class comes with code that only links need. */
function isRefusal(error: unknown): error is ScenarioError {
  return error instanceof Error && error.name === ('ScenarioError' satisfies ScenarioError['name']);
}

/** What a refused recipe says in front of people. */
export function noticeOf(
  error: unknown,
  what: string = notices.badLink,
): NonNullable<StageState['notice']> {
  if (isRefusal(error)) {
    const where = error.path ? `${error.path}: ` : '';
    return {
      tone: 'problem',
      text: `${what} ${where}${error.problem}.`,
      remedy: sentence(error.remedy),
    };
  }
  const text = messageOf(error);
  return { tone: 'problem', text: `${what} ${text}`, remedy: notices.badLinkRemedy };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What is chosen when content comes on stage. */
function firstStateOf({ opened, choice }: Content): StageState {
  const hasB = opened.scenario.variants.some(({ id }) => id === 'B');
  const stage = hasB ? firstState.stage : 'A';
  // What went wrong before stays readable, for instance over the scenario that opens instead.
  const { notice, theme, singleKeys, sizes, layout: before } = useStageState.getState();
  // An editor's layout that has just been run keeps what can be undone.
  const isSame = JSON.stringify(choice.layout?.now) === JSON.stringify(before?.now);
  const layout = isSame ? before : choice.layout;
  const own = { theme, singleKeys, notice };
  return { ...firstState, stage, sizes, playhead: opened.playhead, ...choice, layout, ...own };
}

/** Which runs begin at once: A, whose lines a selection speaks of, and B unless C or D took its place. */
function runsBeside({ opened }: Content, stage: Stage): readonly Side[] {
  const isUsual = sidesOn(stage).every((side) => side === 'A' || side === 'B');
  const wanted: readonly Side[] = isUsual ? ['A', 'B'] : ['A'];
  return wanted.filter((side) => variantOn(opened, side));
}

/**
 * Puts content on stage. `leave` takes the scene before off it, as soon as nothing can go wrong any more
 * and before the choices change, which that scene obeys.
 */
export function openScene(
  content: Content,
  page: PageStage,
  features: Features,
  bar: AddressBar,
  leave: () => void,
): Scene {
  const { opened, shots } = content;
  const { recipe } = opened;
  const firstSight = recipe.playhead === undefined && shots.length > 0;
  const choice = firstStateOf(content);
  const { playing, speed, stage } = choice;
  const playback = new Playback({
    connect: (side, over) => connectEngine(content, side, over),
    duration: opened.duration,
    // The first shots begin with the run itself: its warm-up is computed meanwhile.
    start: firstSight ? 0 : opened.playhead,
    speed,
    playing,
    stage: sidesOn(stage),
    beside: runsBeside(content, stage),
    conductor: startConductor,
  });
  leave();
  choose(choice);
  document.title = `${opened.scenario.title} – Schedscape`;
  const { definitions } = content;
  const session = { stage: page, opened, playback, shots, definitions };
  const stops = [
    obeyChoices(playback),
    reportMoment(playback),
    listenToKeys(session, features, document),
    bar.follow(recipe, firstSight),
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
  return useStageState.subscribe((choice, before) => {
    if (choice.playing !== before.playing) playback.setPlaying(choice.playing);
    if (choice.speed !== before.speed) playback.setSpeed(choice.speed);
    if (choice.stage !== before.stage) playback.setStage(sidesOn(choice.stage));
  });
}

/** Where the playhead stands, and that it stopped by itself, become part of the choices. */
function reportMoment(playback: Playback): () => void {
  return playback.onSummary(() => {
    const { time, playing } = playback.summary();
    const choice = useStageState.getState();
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
function runFirstSight({ opened, playback, shots }: Session): () => void {
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
    // In a task of its own: the one that brought the first frames is long enough.
    const begin = () => {
      stop = beginFirstSight(shots, catalog, { between: goToStart, ended });
    };
    const timer = setTimeout(begin);
    stop = () => clearTimeout(timer);
  });
  const anyKey = (event: KeyboardEvent) => {
    // In a talk the keys are the speaker's.
    if (useStageState.getState().presenting) return;
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

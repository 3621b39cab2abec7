// Opens a scene (a recipe on stage) and closes the one before. A recipe that cannot be opened leaves
// the running scene as it is and says why.

import { capitalised } from '../base/capital.ts';
import type { ScenarioError } from '../scenario/index.ts';
import { isUnfetched, messageOf } from '../ui/errors.ts';
import { connectEngine } from './connect.ts';
import type { Features } from './feature.ts';
import type { AddressBar } from './history.ts';
import { notices } from './messages.ts';
import { Playback, type VariantId } from './playback/playback.ts';
import { startConductor } from './playback/start-conductor.ts';
import { type Session, type StageController, variantOn } from './session.ts';
import type { Content } from './stage-content.ts';
import {
  choose,
  firstState,
  type StageLayout,
  type StageState,
  useStageState,
  variantsOn,
} from './store.ts';

/** A scene and the way to take it off the stage. */
export interface Scene extends Session {
  readonly close: () => void;
}

/** By name, because the class comes with code that only links need. */
export function isRefusal(error: unknown): error is ScenarioError {
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
      remedy: `${capitalised(error.remedy)}.`,
    };
  }
  const text = messageOf(error);
  if (isUnfetched(text)) {
    return { tone: 'problem', text: `${what} ${notices.gone}`, remedy: notices.unfetchedRemedy };
  }
  return { tone: 'problem', text: `${what} ${text}`, remedy: notices.badLinkRemedy };
}

/** What is chosen when content comes on stage. */
function firstStateOf({ opened, choice }: Content): StageState {
  const hasB = opened.scenario.variants.some(({ id }) => id === 'B');
  const stage = hasB ? firstState.stage : 'A';
  // What went wrong before stays readable, for instance over the scenario that opens instead.
  const kept = useStageState.getState();
  const { notice, theme, ownTheme, singleKeys, sizes, layout: before } = kept;
  // An editor's layout that has just been run keeps what can be undone.
  const isSame = JSON.stringify(choice.layout?.now) === JSON.stringify(before?.now);
  const layout = isSame ? before : choice.layout;
  // With other settings it is the same story: its answered questions are not asked again.
  const scenario = opened.name ?? '';
  const guesses = scenario && scenario === kept.scenario ? kept.guesses : {};
  const own = { theme, ownTheme, singleKeys, notice, scenario, guesses };
  return { ...firstState, stage, sizes, playhead: opened.playhead, ...choice, layout, ...own };
}

/** The step of the story that is shown first, from 1. */
interface Beginning {
  readonly number: number;
  /** A link leads to it, and says itself how it was left. */
  readonly isLinked: boolean;
}

/** Undefined: none is shown, but the end of the story. */
function beginningOf({ opened, steps, step, choice }: Content, { playing }: StageState) {
  const asked = step ?? (choice.step === undefined ? undefined : choice.step + 1);
  const number = asked ?? 1;
  // A paused scene shows a step only if one was asked for, or if nothing moves by itself.
  const isFresh = opened.recipe.playhead === undefined && (playing || !firstState.playing);
  if (number > steps.length || (asked === undefined && !isFresh)) return undefined;
  return { number, isLinked: choice.step !== undefined } satisfies Beginning;
}

/** Which runs begin at once: A, whose lines a selection speaks of, and B unless C or D took its place. */
function runsBeside({ opened }: Content, stage: StageLayout): readonly VariantId[] {
  const isUsual = variantsOn(stage).every((side) => side === 'A' || side === 'B');
  const wanted: readonly VariantId[] = isUsual ? ['A', 'B'] : ['A'];
  return wanted.filter((side) => variantOn(opened, side));
}

/** The runs of a scene, as they begin. */
function playbackOf(content: Content, { speed, playing, stage }: StageState, start: number) {
  return new Playback({
    connect: (side, over) => connectEngine(content, side, over),
    duration: content.opened.duration,
    start,
    speed,
    playing,
    stage: variantsOn(stage),
    beside: runsBeside(content, stage),
    conductor: startConductor,
  });
}

/**
 * Puts content on stage. `leave` takes the scene before off it, as soon as nothing can go wrong any more
 * and before the choices change, which that scene obeys.
 */
export function openScene(
  content: Content,
  page: StageController,
  features: Features,
  bar: AddressBar,
  leave: () => void,
): Scene {
  const { opened, steps } = content;
  const choice = firstStateOf(content);
  const { playing, stage } = choice;
  const begin = beginningOf(content, choice);
  // A step begins with the run itself: its warm-up is computed meanwhile. Where nothing moves, none of it is seen.
  const start = begin && !begin.isLinked && playing ? 0 : opened.playhead;
  const playback = content.kept ?? playbackOf(content, choice, start);
  leave();
  content.kept?.setStage(variantsOn(stage));
  // The story column is not to begin with its end while the machines are still on their way.
  choose({ ...choice, step: begin && begin.number - 1 });
  document.title = `${opened.scenario.title} – Schedscape`;
  const { definitions } = content;
  const recorded = content.recording?.side;
  const session = { stage: page, opened, playback, steps, definitions, recorded };
  const stops = [
    obeyChoices(playback),
    reportMoment(playback),
    // A talk says itself where it stands, and what is shown when.
    content.kept ? afterMachines(session, features) : afterMachines(session, features, bar, begin),
  ];
  return {
    ...session,
    close: () => {
      for (const stop of stops) stop();
      if (content.kept) playback.setPlaying(false);
      else playback.close();
    },
  };
}

/** The playback does what the choices say. */
function obeyChoices(playback: Playback): () => void {
  return useStageState.subscribe((choice, before) => {
    if (choice.playing !== before.playing) playback.setPlaying(choice.playing);
    if (choice.speed !== before.speed) playback.setSpeed(choice.speed);
    if (choice.stage !== before.stage) playback.setStage(variantsOn(choice.stage));
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

/** ms between two tries for what a scene cannot do without, while there is no network. */
const untilAgain = 5_000;

/** Keys, the first step and the address, as soon as their code is there: the machines do not wait for it. */
function afterMachines(
  session: Session,
  features: Features,
  bar?: AddressBar,
  first?: Beginning,
): () => void {
  const begun = useStageState.getState();
  const stops: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isTold = false;
  const early = keepKeys(document);
  const ask = () => import('./scene-chunk.ts').then(begin, missing);
  const begin = (chunk: typeof import('./scene-chunk.ts')) => {
    if (isOver) return;
    if (useStageState.getState().notice === withoutKeys) choose({ notice: undefined });
    stops.push(chunk.listenToKeys(session, features, document));
    if (bar) stops.push(chunk.followChoices({ bar, base: session.opened.recipe, begun }));
    stops.push(() => chunk.leaveStep(session));
    if (first) stops.push(chunk.beginSteps(session, first.number, first.isLinked));
    early.replay();
  };
  // The scene is there all the same, for the pointer.
  const missing = () => {
    if (isOver) return;
    if (!isTold) choose({ notice: withoutKeys });
    isTold = true;
    timer = setTimeout(ask, untilAgain);
  };
  void ask();
  return () => {
    isOver = true;
    early.stop();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/**
 * Keeps keys that are pressed before the keyboard code is loaded; keys that a control has taken, or the browser may
 * take, are left alone.
 */
function keepKeys(page: Document) {
  const kept: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey;
    if (!isHeld && !event.defaultPrevented && !event.repeat) kept.push(event);
  };
  page.addEventListener('keydown', keep);
  const stop = () => page.removeEventListener('keydown', keep);
  const replay = () => {
    stop();
    for (const event of kept.splice(0))
      event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
  };
  return { stop, replay };
}

const withoutKeys = {
  tone: 'problem',
  text: notices.keysMissing,
  remedy: notices.keysMissingRemedy,
} as const;

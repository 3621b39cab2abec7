// The first-sight sequence: the steps a scenario names, one after the other, of one and the same run.
// A step only points the camera and sets the speed; what moves in it is the run.

import { findLine } from '../engine/fields.ts';
import type { Catalog } from '../engine/types.ts';
import { duration } from '../ui/format.ts';
import type { CameraTarget } from '../views/topology/index.ts';
import { endFirstSight } from './commands.ts';
import type { Playback } from './playback/playback.ts';
import type { Session } from './session.ts';
import type { StageStep } from './stage-content.ts';
import { choose, PHONE_WIDTH, type Stage, sidesOn, useStageState } from './store.ts';

const atStart = (when: string) =>
  `Playback goes on at ${when}, where the measured window begins; the time before it is computed.`;

/** The CPUs of the cores, every SMT sibling included. */
function cpusOfCores(catalog: Catalog, cores: readonly number[]): number[] {
  const { core, cpus } = catalog.topology;
  return Array.from({ length: cpus }, (_, cpu) => cpu).filter((cpu) => cores.includes(core[cpu]!));
}

export function cameraOf(step: StageStep, catalog: Catalog): CameraTarget {
  const { frame } = step;
  switch (frame.of) {
    case 'cores':
      return { kind: 'cpus', cpus: cpusOfCores(catalog, frame.cores) };
    case 'llc':
      return { kind: 'llc', llc: frame.llc };
    case 'node':
      return { kind: 'node', node: frame.node };
    case 'machine':
      return { kind: 'all' };
  }
}

/** The CPUs in the picture, or undefined for all. */
export function cpusInStep(step: StageStep, catalog: Catalog): ReadonlySet<number> | undefined {
  const { frame } = step;
  const { cpus, llc, node } = catalog.topology;
  if (frame.of === 'machine') return undefined;
  if (frame.of === 'cores') return new Set(cpusOfCores(catalog, frame.cores));
  const all = Array.from({ length: cpus }, (_, cpu) => cpu);
  return new Set(
    all.filter((cpu) => (frame.of === 'llc' ? llc[cpu] === frame.llc : node[cpu] === frame.node)),
  );
}

/** The variants of a step; where one machine fits, the one that differs from the others. */
const fitting = (stage: Stage): Stage =>
  window.innerWidth < PHONE_WIDTH ? sidesOn(stage).at(-1)! : stage;

/** Shows one step; the line it speaks of is lit. */
export function showStep(step: StageStep, index: number, catalog: Catalog): void {
  const line = step.line && findLine(catalog, step.line);
  choose({
    ...(step.stage && { stage: fitting(step.stage) }),
    step: index,
    camera: cameraOf(step, catalog),
    speed: step.rate,
    selection: line === undefined ? {} : { line },
  });
}

/**
 * To a step of the story, from 1; behind the last: the whole machine, and what the story was about.
 * Whether it went there: before the machine is known there is nothing to look at.
 */
export function goToStep({ steps, playback }: Session, number: number): boolean {
  const step = steps[number - 1];
  const { A, B } = playback.summary().lanes;
  const catalog = A.catalog ?? B.catalog;
  if (step && !catalog) return false;
  waiting.get(playback)?.();
  if (!step) endFirstSight();
  else if (catalog) {
    showStep(step, number - 1, catalog);
    waiting.set(playback, whenAtMoment(playback, step));
  }
  return true;
}

/** What waits for the moment of a step: another step ends it. */
const waiting = new WeakMap<Playback, () => void>();

/** Moves the playhead to where a step begins, as soon as the run is computed to there. */
function whenAtMoment(playback: Playback, { at }: StageStep): () => void {
  return at === undefined ? () => {} : whenComputed(playback, at, () => playback.seek(at));
}

export interface FirstSightEvents {
  /** A step has come. */
  readonly comes: (step: StageStep) => void;
  /** After the last step, if nobody ended the sequence before. */
  readonly ended: () => void;
}

/**
 * Runs the sequence from its beginning; ends by itself or when endFirstSight is called. While somebody
 * has paused, the step stays; it has its whole time again when the run goes on.
 */
export function beginFirstSight(
  steps: readonly StageStep[],
  catalog: Catalog,
  events: FirstSightEvents,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let goOn = () => {};
  let own: number | undefined;
  const next = (index: number) => {
    const step = steps[index];
    if (!step) {
      endFirstSight();
      events.ended();
      return;
    }
    own = index;
    showStep(step, index, catalog);
    events.comes(step);
    goOn = () => {
      timer = setTimeout(() => next(index + 1), step.hold);
    };
    goOn();
  };
  next(0);
  const stop = useStageState.subscribe(({ step, playing }, before) => {
    const isStopped = before.playing && !playing;
    // Who goes to another step by hand goes on by hand.
    if (step !== own || isStopped) clearTimeout(timer);
    else if (!before.playing && playing) goOn();
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** The keys of steps do not end them. */
const stepKeys = ['n', 'N', 'p', 'P'];

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

/** Keys that press what has the focus, or lead there: the steps are gone through by them, too. */
const pressing = ['Shift', 'Control', 'Alt', 'Meta', 'Tab'];
function isForControl({ key, target }: KeyboardEvent): boolean {
  const isPress = key === 'Enter' || key === ' ';
  return pressing.includes(key) || (isPress && target instanceof HTMLButtonElement);
}

/** Shows the steps as soon as a machine can be drawn; any key ends them. With a `number` that one alone. */
export function runFirstSight({ opened, playback, steps }: Session, number?: number): () => void {
  let stop: () => void = () => {};
  let stopAfter: () => void = () => {};
  // The first step begins with the run. As soon as that is computed to where the step, or the scenario, wants playback to
  // begin (the measured window, say), the sequence goes on there.
  const goToStart = (): boolean => {
    const { time, head } = playback.summary();
    const isDue = time < opened.start && head >= opened.start;
    if (isDue) playback.seek(opened.start);
    return isDue;
  };
  let stopMoment: () => void = () => {};
  const toMoment = (step: StageStep) => {
    stopMoment();
    if (step.at === undefined) stopMoment = whenComputed(playback, opened.start, goToStart);
    else stopMoment = whenAtMoment(playback, step);
  };
  // Who ends the steps, goes to another one or pauses has the playhead.
  const stopWatching = useStageState.subscribe(({ step, playing }, before) => {
    if (step !== before.step || (before.playing && !playing)) stopMoment();
  });
  const ended = () => {
    stopAfter = whenComputed(playback, opened.start, () => {
      const text = atStart(duration(opened.start));
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
      // Who ended it before there was a machine has ended it.
      if (useStageState.getState().step === undefined) return;
      if (number === undefined) {
        stop = beginFirstSight(steps, catalog, { comes: toMoment, ended });
      } else {
        const step = steps[number - 1]!;
        showStep(step, number - 1, catalog);
        toMoment(step);
      }
    };
    const timer = setTimeout(begin);
    stop = () => clearTimeout(timer);
  });
  const anyKey = (event: KeyboardEvent) => {
    // In a talk the keys are the speaker's.
    if (useStageState.getState().presenting) return;
    if (!isForControl(event) && !stepKeys.includes(event.key)) endFirstSight();
  };
  document.addEventListener('keydown', anyKey, { capture: true });
  return () => {
    stopWaiting();
    stop();
    stopWatching();
    stopMoment();
    stopAfter();
    document.removeEventListener('keydown', anyKey, { capture: true });
  };
}

// The steps of a story on stage: the one that is shown first, and the effects of showing one. A step points the
// camera, sets the speed and has a moment; what moves in it is the run. No step goes on by itself: only Back, Next
// and Skip leave a reader's place.

import { findLine } from '../engine/fields.ts';
import type { Catalog } from '../engine/types.ts';
import type { CameraTarget } from '../views/topology/index.ts';
import { skipSteps } from './commands.ts';
import type { Playback } from './playback/playback.ts';
import { whenComputed } from './playback/when.ts';
import type { Session } from './session.ts';
import type { EventScene } from './slow.ts';
import type { StageStep } from './stage-content.ts';
import {
  choose,
  PHONE_WIDTH,
  phoneLayout,
  type ShownEvent,
  type StageLayout,
  type StageState,
  useStageState,
} from './store.ts';
import { goPast } from './withheld.ts';

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

/** The variants of a step, as many as have room. */
const fitting = (stage: StageLayout): StageLayout =>
  window.innerWidth < PHONE_WIDTH ? phoneLayout(stage) : stage;

/** Shows one step; the line it speaks of is lit, and the mechanism that it names. */
export function showStep(step: StageStep, index: number, catalog: Catalog): void {
  const line = step.line && findLine(catalog, step.line);
  choose({
    ...(step.stage && { stage: fitting(step.stage) }),
    step: index,
    camera: cameraOf(step, catalog),
    mechanism: step.layer,
    focus: step.focus,
    event: undefined,
    ring: undefined,
    speed: step.rate,
    selection: line === undefined ? {} : { line },
  });
}

/**
 * To a step of the story, from 1; behind the last: the whole machine, and what the story was about.
 * Whether it went there: before the machine is known there is nothing to look at.
 */
export function goToStep(session: Session, number: number): boolean {
  const { opened, steps, playback } = session;
  const step = steps[number - 1];
  const { A, B } = playback.summary().variants;
  const catalog = A.catalog ?? B.catalog;
  if (step && !catalog) return false;
  leaveStep(session);
  if (!step) skipSteps(session);
  else if (catalog) {
    goPast(opened.scenario, number - 1);
    showStep(step, number - 1, catalog);
    waiting.set(playback, step.event ? atEvent(session, step) : whenAtMoment(playback, step));
  }
  return true;
}

/** What waits for the moment of a step, or plays its event: another step ends it, and the end of the scene. */
const waiting = new WeakMap<Playback, () => void>();

/** Ends what the step on stage is waiting for, or playing. */
export function leaveStep({ playback }: Pick<Session, 'playback'>): void {
  waiting.get(playback)?.();
  waiting.delete(playback);
}

/** The step begins at an event of the run, which is played slowly; or a link shows one that was. */
export function atEvent(
  session: EventScene,
  step: StageStep,
  linked?: NonNullable<ShownEvent['place']>,
): () => void {
  let stop = () => {};
  let isOver = false;
  import('./slow.ts').then(
    ({ beginAtEvent, recallEvent }) => {
      if (isOver) return;
      stop = linked ? recallEvent(session, step, linked) : beginAtEvent(session, step);
    },
    () => {}, // without a network the step is shown where the run is
  );
  return () => {
    isOver = true;
    stop();
  };
}

/** Moves the playhead to where a step begins, as soon as the run is computed to there. */
function whenAtMoment(playback: Playback, { at }: StageStep): () => void {
  return at === undefined ? () => {} : unlessTaken(playback, at, () => playback.seek(at));
}

/** True if the viewer has taken the playhead: paused, or moved it while it stood. */
const isTaken = ({ playing, playhead }: StageState, before: StageState): boolean =>
  !playing && (before.playing || playhead !== before.playhead);

/**
 * Calls `act` as soon as everything on stage is computed to `time`, unless the viewer takes the playhead or another
 * step first.
 */
function unlessTaken(playback: Playback, time: number, act: () => void): () => void {
  let stop = () => {};
  const stopWatching = useStageState.subscribe((choice, before) => {
    if (choice.step !== before.step || isTaken(choice, before)) stop();
  });
  const stopLooking = whenComputed(playback, time, () => {
    stopWatching();
    act();
  });
  stop = () => {
    stopLooking();
    stopWatching();
  };
  return stop;
}

/** The first step begins with the run itself, and goes on where playback is to begin (the measured window, say) once that is computed. */
function toBeginning(session: Session, step: StageStep): () => void {
  const { opened, playback } = session;
  if (step.at !== undefined) return whenAtMoment(playback, step);
  if (step.event) return atEvent(session, step);
  return unlessTaken(playback, opened.start, () => {
    if (playback.summary().time < opened.start) playback.seek(opened.start);
  });
}

/**
 * Shows a step, from 1, as soon as a machine can be drawn. One that a link leads to is found as it was left: what was
 * chosen and the playhead are the link's.
 */
export function beginSteps(session: Session, number: number, isLinked = false): () => void {
  const { playback, steps } = session;
  const step = steps[number - 1]!;
  let stop = () => {};
  const begin = (catalog: Catalog) => {
    // The reader may have gone on before there was a machine.
    if (useStageState.getState().step !== number - 1) return;
    if (isLinked) {
      const { mechanism, camera, event } = useStageState.getState();
      choose({
        ...(camera.kind !== 'place' && { camera: cameraOf(step, catalog) }),
        ...(mechanism === step.layer && { focus: step.focus }),
      });
      if (event?.place && step.event) waiting.set(playback, atEvent(session, step, event.place));
      return;
    }
    showStep(step, number - 1, catalog);
    waiting.set(playback, toBeginning(session, step));
  };
  const stopWaiting = playback.onSummary(() => {
    const { A, B } = playback.summary().variants;
    const catalog = A.latestFrame && A.catalog ? A.catalog : B.latestFrame && B.catalog;
    if (!catalog) return;
    stopWaiting();
    // In a task of its own: the one that brought the first frames is long enough.
    const timer = setTimeout(() => begin(catalog));
    stop = () => clearTimeout(timer);
  });
  return () => {
    stopWaiting();
    stop();
  };
}

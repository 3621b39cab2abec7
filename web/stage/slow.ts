// One event in slow motion: a step that begins at an event of its run goes there, plays it 20 to 100 times slower than the
// step goes on, and stops behind it; the caption then has the figures of that very event. From there to the next one of its
// kind, or on at full speed. What finds the event is the engine; what draws it are the machines.

import type { FoundEvent } from '../engine/types.ts';
import { wantsLessMotion } from '../ui/less-motion.ts';
import type { VariantId } from './playback/playback.ts';
import { whenComputed } from './playback/when.ts';
import type { Session } from './session.ts';
import { eventSaid } from './slow-words.ts';
import type { AskedEvent, StageStep } from './stage-content.ts';
import { choose, type ShownEvent, type StageState, useStageState } from './store.ts';
import { SLOWEST } from './tempo.ts';
import { openQuestion } from './withheld.ts';

/** Seconds that an event takes at most where its step lets it, and what of the run is seen before and behind it. */
const seconds = 5;
const before = 1;
const behind = 1.5;
/** How much slower than its step. */
const leastSlow = 20;
const mostSlow = 100;

/** What of a scene an event is shown on. */
export type EventScene = Pick<Session, 'playback' | 'opened' | 'steps'>;

/**
 * The shown span. The wait that leads to an event belongs to it: a CPU that refills a list has waited for the lock
 * first.
 */
interface Shown {
  readonly from: number;
  readonly to: number;
}

/** ns a second at which an event of that length is seen; `rate`: of its step. */
export function slowSpeed({ from, to }: Shown, rate: number): number {
  const wanted = (to - from) / seconds;
  return Math.max(SLOWEST, Math.min(rate / leastSlow, Math.max(rate / mostSlow, wanted)));
}

const sideOf = ({ variant = 'A' }: AskedEvent): VariantId => variant;
const stepNow = ({ steps }: EventScene): StageStep | undefined =>
  steps[useStageState.getState().step ?? -1];

/** True if the viewer changed the speed, played or paused, or took another step; the playback reports seeks. */
const isTaken = (choice: StageState, was: StageState): boolean =>
  choice.step !== was.step || choice.speed !== was.speed || choice.playing !== was.playing;

/** The phase of an event that is given up: an event seen in part counts as shown. */
const left: { readonly [Phase in ShownEvent['phase']]: ShownEvent['phase'] } = {
  ...{ sought: 'left', slow: 'shown' },
  ...{ shown: 'shown', none: 'none', left: 'left' },
};

/** What of the run is seen of an event, and what the caption says of it. */
async function telling(
  { playback }: EventScene,
  { rate }: StageStep,
  asked: AskedEvent,
  event: FoundEvent,
): Promise<{ readonly shown: Shown; readonly said: string | undefined }> {
  const side = sideOf(asked);
  const story =
    event.explain === undefined
      ? undefined
      : await playback
          .engine(side)
          ?.decisionStory(event.explain, 'step')
          .catch(() => undefined);
  const { catalog } = playback.summary().variants[side];
  const waited = story?.steps.find(({ kind }) => kind === 'lock')?.waited ?? 0;
  const isHold = event.kind === 'refill' || event.kind === 'flush';
  const shown = { from: event.begin - (isHold ? waited : 0), to: event.end };
  const times = Math.round(rate / slowSpeed(shown, rate));
  return { shown, said: catalog && eventSaid(catalog, side, event, story, times) };
}

/** The next event that a step asks for. Rejects where the run has failed. */
async function findNext(
  { playback }: EventScene,
  step: StageStep,
  asked: AskedEvent,
  after: FoundEvent['place'] | number,
): Promise<FoundEvent | undefined> {
  const { kind, reason, cpu } = asked;
  const line = kind === 'store' ? step.line : undefined;
  const engine = playback.engine(sideOf(asked));
  return engine?.find({ kind, reason, cpu, line, after, asker: 'step' });
}

/**
 * One event from the first look for it to its end. Taking the playhead or the speed ends it, and so does another
 * step.
 */
class Showing {
  readonly #session: EventScene;
  readonly #step: StageStep;
  readonly #asked: AskedEvent;
  readonly #stops: (() => void)[];
  #isOver = false;
  /** While it moves the playhead itself. */
  #isOwn = false;

  constructor(session: EventScene, step: StageStep, asked: AskedEvent) {
    this.#session = session;
    this.#step = step;
    this.#asked = asked;
    choose({ event: { phase: 'sought' }, playing: false });
    takeStop();
    const taken = () => {
      if (!this.#isOwn) this.end();
    };
    this.#stops = [
      useStageState.subscribe((choice, was) => {
        if (isTaken(choice, was)) taken();
      }),
      session.playback.onSeek(taken),
    ];
  }

  /** It has not been shown yet, and nobody took the playhead meanwhile. */
  get isSought(): boolean {
    return !this.#isOver && useStageState.getState().event?.phase === 'sought';
  }

  readonly end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const stop of this.#stops) stop();
    choose(({ event }) => ({ event: event && { ...event, phase: left[event.phase] } }));
  };

  /** Has it found, and plays it. */
  async begin(after: FoundEvent['place'] | number): Promise<void> {
    const event = await this.#find(after);
    if (this.#isOver) return;
    if (event) {
      await this.present(event);
      return;
    }
    choose({ event: { phase: 'none' } });
    this.end();
  }

  /** Plays one that was found. */
  async present(event: FoundEvent): Promise<void> {
    presented = event;
    const { shown, said } = await telling(this.#session, this.#step, this.#asked, event);
    if (this.#isOver) return;
    this.#play(shown, { phase: 'slow', place: event.place, said });
  }

  async #find(after: FoundEvent['place'] | number): Promise<FoundEvent | undefined> {
    const engine = this.#session.playback.engine(sideOf(this.#asked));
    this.#stops.push(() => void engine?.stopFinding('step'));
    try {
      return await findNext(this.#session, this.#step, this.#asked, after);
    } catch {
      this.end(); // a run that failed says so itself
      return undefined;
    }
  }

  /**
   * Plays what is shown once, and stops behind it. Until the run is computed to its end the event is still sought: no
   * caption tells of it beside the picture of another moment.
   */
  #play({ from, to }: Shown, told: ShownEvent): void {
    const { playback, opened } = this.#session;
    const speed = slowSpeed({ from, to }, this.#step.rate);
    const begin = Math.max(0, from - before * speed);
    const end = Math.min(opened.duration, to + behind * speed);
    const play = () => {
      playback.seek(begin);
      choose({ speed, playing: true });
    };
    const isEnd = (time: number) => time >= end && playback.summary().playing;
    const stop = () => {
      this.end();
      choose({ playing: false });
      playback.seek(end);
      const stops = [
        playback.onSeek(takeStop),
        useStageState.subscribe(({ playing }, was) => void (playing !== was.playing && takeStop())),
      ];
      forgetStop = () => stops.forEach((each) => void each());
    };
    const start = () => {
      choose({ event: told });
      // Nothing moves by itself where a person asked for that: the event stands at its end.
      this.#own(wantsLessMotion() ? () => playback.seek(to) : play);
      if (wantsLessMotion()) this.end();
      else this.#stops.push(playback.onTime((time) => isEnd(time) && stop()));
    };
    this.#stops.push(whenComputed(playback, end, start));
  }

  #own(act: () => void): void {
    this.#isOwn = true;
    act();
    this.#isOwn = false;
  }
}

/** What is shown now; one at a time. */
let showing: Showing | undefined;
/** The event that was played last. */
let presented: FoundEvent | undefined;
/**
 * Set while the playhead stands behind its event because that is over, not because the viewer paused it or went
 * elsewhere.
 */
let forgetStop: (() => void) | undefined;

/** Whether it stood there by itself; from now on it does not. */
function takeStop(): boolean {
  const didStop = forgetStop !== undefined;
  forgetStop?.();
  forgetStop = undefined;
  return didStop;
}

/** Shows the event of a step, or the next of its kind behind a place. */
function show(session: EventScene, step: StageStep, after: FoundEvent['place'] | number): void {
  if (!step.event) return;
  showing?.end();
  showing = new Showing(session, step, step.event);
  void showing.begin(after);
}

/** Goes to the event that a step begins at. Returns the way to end it: another step goes on where the event alone had stopped. */
export function beginAtEvent(session: EventScene, step: StageStep): () => void {
  const stopWaiting = whenNotAsked(session, () => show(session, step, step.event?.after ?? 0));
  return () => {
    stopWaiting();
    // What stands for an event alone goes on with the next step: where it was played, and where it was still sought.
    const isSought = showing?.isSought === true;
    showing?.end();
    if (takeStop() || isSought) choose({ playing: true });
  };
}

/**
 * Finds the event that a link shows, with its figures; nothing moves. Where this run has another event there, none is
 * shown. Returns the way to end it, as beginAtEvent does.
 */
export function recallEvent(
  session: EventScene,
  step: StageStep,
  place: FoundEvent['place'],
): () => void {
  let isOver = false;
  choose({ event: undefined });
  const recall = async (asked: AskedEvent) => {
    const event = await findNext(session, step, asked, { ...place, record: place.record - 1 });
    if (event?.place.time !== place.time || event.place.record !== place.record) return;
    const { said } = await telling(session, step, asked, event);
    if (isOver || useStageState.getState().event) return;
    presented = event;
    choose({ event: { phase: 'shown', place, said } });
  };
  // A run that failed says so itself.
  const begin = () => void (step.event && recall(step.event).catch(() => {}));
  const stopWaiting = whenNotAsked(session, begin);
  return () => {
    isOver = true;
    stopWaiting();
    showing?.end();
    takeStop();
  };
}

/**
 * Calls `act` once no question of the step is open: its machine may be covered until then. Going on past the
 * question settles it, too; then it is another step.
 */
function whenNotAsked({ opened }: EventScene, act: () => void): () => void {
  const { step } = useStageState.getState();
  const isAsked = () => openQuestion(opened.scenario, useStageState.getState()) !== undefined;
  if (!isAsked()) {
    act();
    return () => {};
  }
  let isOver = false;
  const actHere = () => {
    if (!isOver && useStageState.getState().step === step) act();
  };
  const stop = useStageState.subscribe((choice) => {
    const isElsewhere = choice.step !== step;
    if (!isElsewhere && isAsked()) return;
    stop();
    if (!isElsewhere) queueMicrotask(actHere);
  });
  return () => {
    isOver = true;
    stop();
  };
}

/** The next event of the step's kind, behind the one shown. */
export function showNext(session: EventScene): void {
  const step = stepNow(session);
  const place = useStageState.getState().event?.place;
  if (step?.event) show(session, step, place ?? step.event.after);
}

/** The event that was shown last, once more. */
export function showAgain(session: EventScene): void {
  const step = stepNow(session);
  if (!step?.event || !presented) return;
  showing?.end();
  showing = new Showing(session, step, step.event);
  void showing.present(presented);
}

/** On from here at the speed of the step. */
export function playOn(session: EventScene): void {
  const step = stepNow(session);
  showing?.end();
  if (step) choose({ speed: step.rate, playing: true });
}

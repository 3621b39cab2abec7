// Moves one playhead over the runs of all variants: play, pause, step, drag. It asks each engine for the moment the
// playhead stands at and hands the frames on; it never simulates, never draws, and knows nothing of React or of the
// thread it runs in. All sides on stage show the same moment: the next is asked for when each has delivered the last.

import type { Frame, StepFilter } from '../../engine/types.ts';
import { messageOf } from '../../ui/errors.ts';
import { UNBOUNDED } from '../tempo.ts';
import { longestQueue, OneAtATime } from './one-at-a-time.ts';
import {
  type ClockState,
  type FrameListener,
  forVariants,
  type VariantId,
  variantIds,
} from './types.ts';
import {
  type ConductorOptions,
  closeRun,
  connectRun,
  emitFrame,
  frameOfStep,
  framesAt,
  isSamePlace,
  isShowing,
  isStarting,
  newRun,
  pollRun,
  progressOf,
  restartRun,
  runToEnd,
  runUpTo,
  type StepKind,
  showFrame,
  updateProgress,
  type VariantRun,
  variantState,
  wholeFrame,
} from './variant-run.ts';

export type { ConductorOptions } from './variant-run.ts';

const stateInterval = 250;
/** A pause between pictures longer than this (a hidden tab) does not make the playhead jump. */
const longestStep = 250;

export class Conductor {
  readonly #options: ConductorOptions;
  readonly #runs: Record<VariantId, VariantRun> = forVariants(newRun);
  #onStage: readonly VariantId[];
  #time: number;
  #playing: boolean;
  #speed: number;
  #waiting = false;
  #polling = false;
  #closed = false;
  /** Counts jumps of the playhead, so that a step notices a jump made while it was under way. */
  #jumps = 0;
  /** Counts the moves of the playhead alone: what is shown then does not go on from what was. */
  #seeks = 0;
  /** True at a place between two records of one moment, which its time alone does not name. */
  #stepped = false;
  /** Counts changes of what has to be shown at the same moment: a side came, went or began anew. */
  #changes = 0;
  /** Gives up waiting for the step that is under way. */
  #interrupt: () => void = () => {};
  readonly #questions = new OneAtATime();
  #stepsWaiting = 0;
  /** The moment the last question was about. */
  #shown = Number.NaN;
  /** A picture came while its moment could not be asked for yet. */
  #isLate = false;
  /** ms; negative before the first picture. */
  #lastPicture = -1;
  #lastState = Number.NEGATIVE_INFINITY;
  #lastPoll = Number.NEGATIVE_INFINITY;
  #cancelPicture: () => void = () => {};
  #state: ClockState;
  readonly #stateListeners = new Set<() => void>();
  readonly #timeListeners = new Set<(time: number, head: number) => void>();

  constructor(options: ConductorOptions) {
    this.#options = options;
    this.#onStage = options.stage;
    this.#time = Math.min(Math.max(0, options.start), options.duration);
    this.#playing = options.playing;
    this.#speed = options.speed;
    this.#state = this.#describe();
    for (const side of [...options.stage, ...(options.beside ?? [])]) this.#begin(side);
    this.#cancelPicture = options.nextPicture(this.#picture);
  }

  // ---- what others read ------------------------------------------------------------------------

  readonly state = (): ClockState => this.#state;

  /** `listener` is called when state() has changed. Returns the way to stop. */
  readonly onState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  /** Called for every picture whose moment changed, for controls that follow the playhead. */
  onTime(listener: (time: number, head: number) => void): () => void {
    this.#timeListeners.add(listener);
    return () => this.#timeListeners.delete(listener);
  }

  /**
   * Every frame of one side, as it comes; the latest at once, and if that goes on from another while the
   * run stands, the moment whole after it. Listeners leave its buffer alone.
   */
  onFrame(side: VariantId, listener: FrameListener): () => void {
    const run = this.#runs[side];
    run.listeners.add(listener);
    if (run.frame) listener(run.frame);
    if (run.frame?.continuous && !this.#playing)
      void this.#askInTurn(side, wholeFrame).then(
        (whole) => whole && run.listeners.has(listener) && listener(whole),
      );
    return () => run.listeners.delete(listener);
  }

  /** What has led to the moment that a side stands at since `from` (ns); undefined between two records, and while it plays. */
  runUp = async (side: VariantId, from: number) =>
    this.#stepped ? undefined : this.#askInTurn(side, (run) => runUpTo(run, from));

  get time(): number {
    return this.#time;
  }

  // ---- what a person does ----------------------------------------------------------------------

  setPlaying(playing: boolean): void {
    if (playing === this.#playing) return;
    // Playing on from the very end starts over: nothing else could happen.
    if (playing && this.#time >= this.#options.duration) this.seek(0);
    if (playing) this.#jump();
    this.#playing = playing;
    this.#publish();
  }

  setSpeed(speed: number): void {
    this.#speed = speed;
    this.#publish();
  }

  setStage(stage: readonly VariantId[]): void {
    this.#onStage = stage;
    for (const side of stage) this.#begin(side);
    this.#lookAgain();
    this.#publish();
  }

  /** Moves the playhead to `time` (ns), exactly; a drag may call this as often as it likes. */
  seek(time: number): void {
    this.#time = Math.round(Math.min(Math.max(0, time), this.#options.duration));
    this.#seeks += 1;
    this.#jump();
    this.#lookAgain();
    this.#publish();
  }

  /** Pauses and moves to just after the next (+1) or previous (-1) event or decision. False: there is none. */
  async step(kind: StepKind, by: 1 | -1, filter?: StepFilter): Promise<boolean> {
    this.setPlaying(false);
    if (this.#stepsWaiting >= longestQueue) return true;
    const jumps = this.#jumps;
    this.#stepsWaiting += 1;
    while (this.#questions.asked) await this.#questions.asked;
    this.#stepsWaiting -= 1;
    if (jumps !== this.#jumps) return true;
    return this.#questions.ask(() => this.#step(kind, by, filter));
  }

  /** Delivers the moment that the run stands at once more: frames carry something else now. While it plays the next do. */
  refresh(): void {
    for (const side of this.#live()) {
      void this.#askInTurn(side, wholeFrame).then(
        (frame) => frame && this.#deliver([[side, frame]]),
      );
    }
  }

  /** Throws the run of one side away and starts it again. */
  restart(side: VariantId): void {
    const run = this.#runs[side];
    restartRun(run);
    this.#lookAgain();
    this.#begin(side);
    this.#publish();
  }

  /** The worker of one side is gone. */
  lose(side: VariantId, message: string): void {
    const { generation, failure } = this.#runs[side];
    if (failure === undefined) this.#fail(side, generation, new Error(message));
  }

  close(): void {
    this.#closed = true;
    this.#cancelPicture();
    for (const side of variantIds) closeRun(this.#runs[side]);
  }

  // ---- inside ----------------------------------------------------------------------------------

  /** Asks for the present moment again, although it was asked for before. */
  #lookAgain(): void {
    this.#shown = Number.NaN;
    this.#changes += 1;
  }

  /** The playhead goes elsewhere: steps that were asked for before are over. */
  #jump(): void {
    this.#jumps += 1;
    this.#interrupt();
  }

  #begin(side: VariantId): void {
    const run = this.#runs[side];
    if (run.begun) return;
    run.begun = true;
    void this.#connect(side);
  }

  async #connect(side: VariantId): Promise<void> {
    const run = this.#runs[side];
    const generation = run.generation;
    try {
      const reached = this.#options.connect(side);
      if (!(await connectRun(run, reached, () => this.#closed))) return;
      this.#lookAgain();
      this.#publish();
    } catch (error) {
      this.#fail(side, generation, error);
    }
  }

  /** The sides on stage that can be asked. */
  #live(): VariantId[] {
    return this.#onStage.filter((side) => this.#runs[side].connection && !this.#runs[side].failure);
  }

  readonly #picture = (now: number): void => {
    if (this.#closed) return;
    this.#cancelPicture = this.#options.nextPicture(this.#picture);
    const passed = this.#lastPicture < 0 ? 0 : Math.min(longestStep, now - this.#lastPicture);
    this.#lastPicture = now;
    const starting = this.#onStage.some((side) => isStarting(this.#runs[side]));
    if (this.#playing && !starting) this.#advance(passed);
    if (this.#time !== this.#shown) {
      if (this.#questions.asked) this.#isLate = true;
      else this.#askNow();
    }
    if (now - this.#lastPoll >= stateInterval) {
      this.#lastPoll = now;
      void this.#poll();
    }
    if (this.#playing && now - this.#lastState >= stateInterval) this.#publish(now);
  };

  #head(): number {
    const heads = this.#live().map((side) => this.#runs[side].head);
    return heads.length > 0 ? Math.min(...heads) : 0;
  }

  #advance(passedMs: number): void {
    const head = this.#head();
    const { duration } = this.#options;
    const wanted =
      this.#speed === UNBOUNDED ? duration : this.#time + (this.#speed * passedMs) / 1_000;
    // Never back: a side that was just put on stage may have a head behind the playhead.
    const next = Math.max(this.#time, Math.min(wanted, head));
    this.#waiting = wanted > head && head < duration;
    this.#time = next;
    if (next >= duration) this.setPlaying(false);
    this.#emitTime();
  }

  /** An answer that came after the next picture is followed by a question at once, not with the picture after that. */
  #askNow(): void {
    this.#isLate = false;
    this.#shown = this.#time;
    void this.#questions
      .ask(() => this.#ask())
      .then(() => {
        const isDue = this.#isLate && !this.#closed && this.#time !== this.#shown;
        if (isDue && !this.#questions.asked) this.#askNow();
      });
  }

  async #ask(): Promise<void> {
    // Engines count whole nanoseconds; the playhead keeps its fraction.
    const time = Math.floor(this.#time);
    // Asked again while the run stands, it would go on from itself: without the records that lead to it.
    const stands = !this.#playing && !this.#stepped;
    const live = this.#live().filter(
      (s) => !(stands && isShowing(this.#runs[s], time, this.#seeks)),
    );
    if (live.length === 0) return;
    this.#stepped = false;
    this.#deliver(await this.#framesAt(time, live));
  }

  async #step(kind: StepKind, by: 1 | -1, filter?: StepFilter): Promise<boolean> {
    const [leader, ...others] = this.#live();
    if (!leader) return true;
    const run = this.#runs[leader];
    const { generation, frame: before } = run;
    const [jumps, changes] = [this.#jumps, this.#changes];
    const interrupted = new Promise<undefined>((resolve) => {
      this.#interrupt = () => resolve(undefined);
    });
    try {
      const frame = await Promise.race([frameOfStep(run, kind, by, filter), interrupted]);
      if (!frame || jumps !== this.#jumps) return true;
      const rest = await this.#framesAt(frame.time, others);
      if (jumps !== this.#jumps) return true;
      this.#time = frame.time;
      this.#stepped = true;
      // A side that came meanwhile has not been asked for this moment.
      this.#shown = changes === this.#changes ? frame.time : Number.NaN;
      this.#deliver([[leader, frame], ...rest]);
      return !isSamePlace(frame, before);
    } catch (error) {
      this.#fail(leader, generation, error);
      return true;
    }
  }

  /** Asks one side for more of the moment that it stands at; undefined while it plays. */
  #askInTurn<Answer>(side: VariantId, ask: (run: VariantRun) => Promise<Answer>) {
    return this.#questions.inTurn(async () => {
      const run = this.#runs[side];
      const { generation, connection, frame } = run;
      if (this.#playing || !connection || !frame) return undefined;
      return ask(run).catch((error) => this.#fail(side, generation, error));
    });
  }

  #framesAt(time: number, of: readonly VariantId[]): Promise<[VariantId, Frame][]> {
    const fail = this.#fail.bind(this);
    return framesAt(this.#runs, of, { time, seeks: this.#seeks }, fail);
  }

  #deliver(frames: readonly [VariantId, Frame][]): void {
    for (const [side, frame] of frames) {
      showFrame(this.#runs[side], frame);
      runToEnd(this.#runs[side], this.#options.duration);
    }
    // While playing the state is told with the pictures, four times a second.
    if (!this.#playing) this.#publish();
    for (const [side, frame] of frames) emitFrame(this.#runs[side], frame);
  }

  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    const news = await Promise.all(variantIds.map((side) => this.#pollSide(side)));
    this.#polling = false;
    // While playing the state is told anyway.
    if (news.includes(true) && !this.#playing) this.#publish();
  }

  #pollSide(side: VariantId): Promise<boolean> {
    const ask = () => this.#updateProgress(side);
    return pollRun(this.#runs[side], ask, () => this.#publish());
  }

  /** Asks one side how it is getting on; true if it got on. */
  async #updateProgress(side: VariantId): Promise<boolean> {
    const run = this.#runs[side];
    const { generation } = run;
    try {
      const answer = await progressOf(run);
      if (!answer) return false;
      // A side that runs beside the stage goes on once something is shown there: one press shows it.
      const isShown = this.#onStage.some((one) => this.#runs[one].frame);
      if (!this.#onStage.includes(side) && isShown) runToEnd(run, this.#options.duration);
      return updateProgress(run, answer);
    } catch (error) {
      this.#fail(side, generation, error);
      return false;
    }
  }

  #fail(side: VariantId, generation: number, error: unknown): void {
    const run = this.#runs[side];
    if (generation !== run.generation || this.#closed) return;
    run.failure = messageOf(error);
    run.markClosed();
    this.#publish();
  }

  #emitTime(): void {
    for (const listener of this.#timeListeners) listener(this.#time, this.#head());
  }

  #publish(now = this.#lastPicture): void {
    this.#lastState = now;
    this.#state = this.#describe();
    this.#emitTime();
    for (const listener of this.#stateListeners) listener();
  }

  #describe(): ClockState {
    return {
      time: this.#time,
      duration: this.#options.duration,
      head: this.#head(),
      playing: this.#playing,
      speed: this.#speed,
      waiting: this.#waiting,
      variants: forVariants((side) => variantState(this.#runs[side])),
    };
  }
}

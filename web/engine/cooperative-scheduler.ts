// The scheduler of a run's thread: it divides the thread between calls, background replays and the head that runs
// ahead. Work is done in slices, with time for the host in between. The scheduler does not know what a slice does.

import type { CooperativeTask } from './cursor.ts';
import type { Head } from './head.ts';
import { closed, type Job, type SimulationOptions, yieldToHost } from './simulation-options.ts';

/** A slice ends after so many milliseconds: short enough for 60 pictures a second. */
const SLICE_MS = 8;
/**
 * A slice of the head while the run is watched: a request for a picture waits for the slice under way, and its
 * answer must get to the screen before the next refresh.
 */
const WATCHED_SLICE_MS = 3;
/** ms after a request during which further requests are expected. */
const WATCHED_MS = 200;

export interface SchedulerOptions {
  readonly head: Head;
  /** ns: how far the head runs without a request. */
  readonly headLimit: () => number;
  /** A run that is read again for observers that came late; it gets the thread when nothing else wants it. */
  readonly replayHead: () => Head | undefined;
  /** Called after each slice of the head. */
  readonly afterHead: () => void;
  readonly host: Pick<SimulationOptions, 'clock' | 'throttle' | 'yieldToEventLoop'>;
}

export class CooperativeScheduler {
  readonly #options: SchedulerOptions;
  readonly #yield: () => Promise<void>;
  readonly #clock: () => number;
  readonly #throttleTime: (isWatched: boolean) => number;
  #jobs: Job[] = [];
  /** Replays for the timeline: they take turns with the head and never keep a frame waiting. */
  #background: Job[] = [];
  #isBackgroundTurn = true;
  #isPumping = false;
  #isClosed = false;
  #sliceEnd = 0;
  #lastAsked = Number.NEGATIVE_INFINITY;
  /** A call was answered since the head last had the thread. */
  #isHeadDue = false;
  /** The time, by the host's clock, at which the head goes on, unless a call waits for it. */
  #throttleEnd = 0;
  /** Ends the rest that is under way. */
  #wake: () => void = () => {};

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#yield = options.host.yieldToEventLoop ?? yieldToHost;
    this.#clock = options.host.clock ?? (() => performance.now());
    this.#throttleTime = options.host.throttle ?? (() => 0);
  }

  readonly sliceIsOver = (): boolean => this.#clock() >= this.#sliceEnd;

  /** What was asked before and may be replaced is answered with undefined. */
  supersede(): void {
    for (const job of this.#jobs.filter((older) => older.replaceable)) job.resolve(undefined);
    this.#jobs = this.#jobs.filter((older) => !older.replaceable);
  }

  /** Begins when the head has come to `needs` (ns). Rejects if the run ended or failed before. */
  schedule<Result>(
    needs: number,
    replaceable: boolean,
    begin: () => CooperativeTask<Result>,
  ): Promise<Result | undefined> {
    if (this.#isClosed) return Promise.reject(closed());
    this.#lastAsked = this.#clock();
    return new Promise<Result | undefined>((resolve, reject) => {
      const done = resolve as (result: unknown) => void;
      this.#jobs.push({ needs, replaceable, begin, resolve: done, reject });
      void this.pump();
    });
  }

  /** A replay; it replaces an older one of the same kind, which then gives undefined. */
  scheduleBackground<Result>(
    kind: string,
    begin: () => CooperativeTask<Result>,
  ): Promise<Result | undefined> {
    if (this.#isClosed) return Promise.reject(closed());
    this.cancelBackground(kind);
    return new Promise<Result | undefined>((resolve, reject) => {
      const done = resolve as (result: unknown) => void;
      this.#background.push({ needs: 0, replaceable: true, begin, reject, kind, resolve: done });
      void this.pump();
    });
  }

  /** Cancels replays of that kind: they resolve with undefined. */
  cancelBackground(kind: string): void {
    for (const older of this.#background.filter((job) => job.kind === kind))
      older.resolve(undefined);
    this.#background = this.#background.filter((job) => job.kind !== kind);
  }

  /** Closes the run; calls that still wait are rejected, or resolve with undefined if they may be replaced. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
    for (const job of [...this.#jobs.splice(0), ...this.#background.splice(0)]) {
      if (job.replaceable) job.resolve(undefined);
      else job.reject(closed());
    }
  }

  /** Calls come before the head, unless the first of them waits for it; replays take turns with it. */
  async pump(): Promise<void> {
    if (this.#isPumping) return this.#wake();
    this.#isPumping = true;
    await this.#yield();
    const { head, replayHead, headLimit } = this.#options;
    while (!this.#isClosed) {
      this.#sliceEnd = this.#clock() + SLICE_MS;
      const job = this.#jobs[0];
      const isReady = job && (head.time >= job.needs || head.ended);
      const limit = Math.max(headLimit(), job?.needs ?? 0);
      const aside = this.#background[0];
      const hasWork = head.hasWork(limit);
      const replay = replayHead();
      // A caller that asks again as soon as it is answered does not keep the head from its turn.
      const isHeadDue = this.#isHeadDue && hasWork && this.#clock() >= this.#throttleEnd;
      if (isReady && !isHeadDue) this.#advance(job);
      else if (aside && (this.#isBackgroundTurn || !hasWork)) this.#advance(aside);
      else if (hasWork && !job && this.#clock() < this.#throttleEnd) await this.#throttle();
      else if (hasWork) this.#runHead(limit);
      else if (replay?.hasWork(replay.duration)) replay.slice(replay.duration, this.sliceIsOver);
      else break;
      if (!isReady) this.#isBackgroundTurn = !this.#isBackgroundTurn;
      await this.#yield();
    }
    this.#isPumping = false;
  }

  #runHead(limit: number): void {
    this.#isHeadDue = false;
    const now = this.#clock();
    const isWatched = now - this.#lastAsked < WATCHED_MS;
    if (isWatched) this.#sliceEnd = now + WATCHED_SLICE_MS;
    this.#options.head.slice(limit, this.sliceIsOver);
    // The head is throttled only while it runs ahead; a call that waits for it ends the pause.
    this.#throttleEnd = this.#clock() + this.#throttleTime(isWatched);
    this.#options.afterHead();
  }

  /** Leaves the thread to others until the pause of the head is over or a call arrives. */
  async #throttle(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#throttleEnd - this.#clock());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #advance(job: Job): void {
    const { head } = this.#options;
    try {
      if (head.failure && head.time < job.needs) throw head.failure;
      job.steps ??= job.begin();
      const { done, value } = job.steps.next();
      if (!done) return;
      job.resolve(value);
      this.#isHeadDue = true;
    } catch (error) {
      job.reject(error);
    }
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#background = this.#background.filter((other) => other !== job);
  }
}

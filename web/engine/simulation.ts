// One variant at work: a head that runs ahead of the viewer and is recorded, a cursor that goes to
// whatever moment is asked for, and the order in which they get the thread. Meant for a worker but
// needs none: it asks its host only for time to breathe between slices.

import { RECORD } from './abi.gen.ts';
import type { Backend } from './backend.ts';
import { captureExplain, captureFrame, captureHeadline, captureRows } from './capture.ts';
import { catalogOf } from './catalog.ts';
import { Cursor, type Position, type Sliced } from './cursor.ts';
import type { DefinitionInput } from './definition.ts';
import { encodeFrame } from './frame.ts';
import { Head } from './head.ts';
import { Recording } from './recording.ts';
import type {
  C2cRows,
  Catalog,
  Explain,
  Headline,
  Measured,
  RunState,
  RunStatus,
  StepFilter,
  VariantEngine,
} from './types.ts';
import { World } from './world.ts';

/** A slice ends after so many milliseconds: short enough for 60 pictures a second. */
const sliceMilliseconds = 8;

export interface SimulationOptions {
  /** ns: the run ends there. */
  readonly duration: number;
  /** Bytes the recording may take. */
  readonly recordingLimit?: number;
  /** Gives way to whatever else waits in this thread. */
  readonly breathe?: () => Promise<void>;
  /** Milliseconds of the host's clock: only says when a slice is over, never what it computes. */
  readonly clock?: () => number;
}

interface Job {
  /** ns the head must have reached first. */
  readonly needs: number;
  /** Gives way to a newer frameAt. */
  readonly replaceable: boolean;
  readonly begin: () => Sliced<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  steps?: Sliced<unknown>;
}

const closed = () => new Error('the run was closed');

/** A turn of the host's event loop: setTimeout would cost browsers 4 ms each time. */
function breatheDefault(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

export class Simulation implements VariantEngine {
  readonly #backends: readonly Backend[];
  readonly #head: Head;
  readonly #cursor: Cursor;
  readonly #recording: Recording;
  readonly #catalog: Catalog;
  readonly #breathe: () => Promise<void>;
  readonly #clock: () => number;
  #sliceEnd = 0;
  #lead = 0;
  #playhead: Position = { time: 0 };
  /** Records at the last frame handed out, to say which are new in the next. */
  #shown: number | undefined;
  #jobs: Job[] = [];
  #isPumping = false;
  #isDisposed = false;

  /**
   * Two worlds of one definition, each in an instance of its own, which are disposed of with the
   * simulation. Throws what World.create throws.
   */
  constructor(
    headBackend: Backend,
    cursorBackend: Backend,
    input: DefinitionInput,
    options: SimulationOptions,
  ) {
    const { duration } = options;
    this.#backends = [headBackend, cursorBackend];
    this.#breathe = options.breathe ?? breatheDefault;
    this.#clock = options.clock ?? (() => performance.now());
    this.#recording = new Recording(duration, options.recordingLimit);
    const definition = { ...input, keyframes: 1 };
    const world = World.create(headBackend, definition);
    this.#catalog = catalogOf(world);
    this.#head = new Head(world, this.#recording, duration);
    const second = World.create(cursorBackend, definition);
    this.#cursor = new Cursor(second, this.#recording, duration, () => this.#sliceIsOver());
  }

  catalog = (): Catalog => this.#catalog;

  status = (): RunStatus => {
    const { world, duration, failure } = this.#head;
    const status: RunStatus = {
      state: this.#state(),
      headTime: this.#head.time,
      duration,
      measuring: world.clock().measuring === 1,
      worldBytes: world.at.bytes + this.#cursor.world.at.bytes,
      recordingBytes: this.#recording.bytes,
      recordingLimit: this.#recording.limit,
      keyframes: this.#recording.count,
      keyframeSpacing: this.#recording.spacing,
    };
    return failure ? { ...status, message: failure.message } : status;
  };

  headline = (): Headline => captureHeadline(this.#head.world, this.#catalog);

  measured = (): Measured | undefined => {
    const waiting = this.#head.waiting();
    return waiting && { headline: this.headline(), rows: captureRows(this.#head.world), waiting };
  };

  setLead = (ns: number): void => {
    this.#lead = Math.max(0, ns);
    this.#pump();
  };

  frameAt = (time: number): Promise<ArrayBuffer | undefined> => {
    this.#replaceOlder();
    const target = { time: this.#clamp(time) };
    this.#playhead = target;
    return this.#enqueue(target.time, true, () => this.#show(this.#cursor.seek(target)));
  };

  stepEvent = (by: 1 | -1, filter: StepFilter = {}): Promise<ArrayBuffer | undefined> =>
    this.#enqueue(0, true, () => this.#show(this.#stepFromPlayhead(by, filter)));

  stepDecision = (by: 1 | -1, filter: StepFilter = {}): Promise<ArrayBuffer | undefined> =>
    this.stepEvent(by, { ...filter, kinds: [RECORD.DECISION] });

  rows = (time: number): Promise<C2cRows> => {
    const target = { time: this.#clamp(time) };
    const rows = this.#enqueue(target.time, false, () => this.#rowsAt(target));
    return rows as Promise<C2cRows>; // never replaced, so never undefined
  };

  explain = (id: number): Promise<Explain | undefined> =>
    this.#enqueue(0, false, () => this.#explainOf(id));

  dispose = (): void => {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const job of this.#jobs.splice(0)) {
      if (job.replaceable) job.resolve(undefined);
      else job.reject(closed());
    }
    for (const backend of this.#backends) backend.dispose();
  };

  // ---- what the calls do, in slices ---------------------------------------------------------------

  *#show(go: Sliced<unknown>): Sliced<ArrayBuffer> {
    yield* go;
    const { world, time } = this.#cursor;
    const draft = captureFrame(world, { time, headTime: this.#head.time, since: this.#shown });
    this.#shown = draft.counters.records;
    return encodeFrame(draft);
  }

  *#stepFromPlayhead(by: 1 | -1, filter: StepFilter): Sliced<void> {
    const from = this.#playhead;
    yield* this.#cursor.seek(from);
    this.#playhead = yield* by > 0
      ? this.#cursor.stepForward(from, filter)
      : this.#cursor.stepBack(from, filter);
  }

  *#rowsAt(target: Position): Sliced<C2cRows> {
    yield* this.#cursor.seek(target);
    return captureRows(this.#cursor.world);
  }

  *#explainOf(id: number): Sliced<Explain | undefined> {
    const known = captureExplain(this.#cursor.world, id) ?? captureExplain(this.#head.world, id);
    if (known || !(id >= 0 && id < this.#head.world.clock().explains)) return known;
    const isThere = yield* this.#cursor.reachExplain(id);
    return isThere ? captureExplain(this.#cursor.world, id) : undefined;
  }

  // ---- who gets the thread ------------------------------------------------------------------------

  #clamp(time: number): number {
    return Math.min(Math.max(0, Math.floor(time)), this.#head.duration);
  }

  #state(): RunState {
    if (this.#head.failure) return 'failed';
    if (this.#head.ended) return 'finished';
    return this.#head.hasWork(this.#headLimit()) ? 'running' : 'waiting';
  }

  #sliceIsOver(): boolean {
    return this.#clock() >= this.#sliceEnd;
  }

  #headLimit(): number {
    return this.#playhead.time + this.#lead;
  }

  #replaceOlder(): void {
    for (const job of this.#jobs.filter((older) => older.replaceable)) job.resolve(undefined);
    this.#jobs = this.#jobs.filter((older) => !older.replaceable);
  }

  #enqueue<Result>(
    needs: number,
    replaceable: boolean,
    begin: () => Sliced<Result>,
  ): Promise<Result | undefined> {
    if (this.#isDisposed) return Promise.reject(closed());
    return new Promise<Result | undefined>((resolve, reject) => {
      const done = resolve as (result: unknown) => void;
      this.#jobs.push({ needs, replaceable, begin, resolve: done, reject });
      this.#pump();
    });
  }

  /** Calls come before the head, unless the first of them waits for it. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    await this.#breathe();
    while (!this.#isDisposed) {
      this.#sliceEnd = this.#clock() + sliceMilliseconds;
      const job = this.#jobs[0];
      const isReady = job && (this.#head.time >= job.needs || this.#head.ended);
      const limit = Math.max(this.#headLimit(), job?.needs ?? 0);
      if (isReady) this.#advance(job);
      else if (this.#head.hasWork(limit)) this.#head.slice(limit, () => this.#sliceIsOver());
      else break;
      await this.#breathe();
    }
    this.#isPumping = false;
  }

  #advance(job: Job): void {
    try {
      if (this.#head.failure && this.#head.time < job.needs) throw this.#head.failure;
      job.steps ??= job.begin();
      const { done, value } = job.steps.next();
      if (!done) return;
      job.resolve(value);
    } catch (error) {
      job.reject(error);
    }
    this.#jobs = this.#jobs.filter((other) => other !== job);
  }
}

// One variant at work: a head that runs ahead of the viewer and is recorded, a cursor that goes to
// whatever moment is asked for, and the order in which they get the thread. Meant for a worker but
// needs none: it asks its host only for a turn of its event loop between slices.

import { RECORD } from './abi.gen.ts';
import type { Backend } from './backend.ts';
import { Backlog } from './backlog.ts';
import { captureFrame, type MechanismReader, nothingYet } from './capture.ts';
import { catalogOf } from './catalog.ts';
import { CooperativeScheduler } from './cooperative-scheduler.ts';
import { type CooperativeTask, Cursor, type Position } from './cursor.ts';
import type { DefinitionInput } from './definition.ts';
import { encodeFrame } from './frame.ts';
import { Head } from './head.ts';
import { Instances } from './instances.ts';
import * as lazy from './lazy-chunks.ts';
import type { MarkQuestion } from './marks.ts';
import type { Observers } from './observers.ts';
import type { PagesMoment } from './pages-moment.ts';
import type { PolicyCounts } from './policy.ts';
import { Recording, recordingLimitDefault, recordingMoment } from './recording.ts';
import type { SimulationOptions } from './simulation-options.ts';
import {
  type DetailQuery,
  type SumsQuery,
  type TimelineDetail,
  type TimelineQuery,
  type TimelineSums,
  type TimelineWindow,
  timelineLimit,
} from './slices.ts';
import type { SliceRecorder } from './slices-recorder.ts';
import { Track } from './track.ts';
import type { Catalog } from './types/catalog.ts';
import type { RunState, RunStatus, StepFilter, VariantEngine } from './types/engine.ts';
import type { EventQuestion, FoundEvent } from './types/event.ts';
import type {
  DecisionMark,
  DecisionStory,
  DecisionsQuery,
  Explain,
  Pick,
} from './types/explain.ts';
import type { C2cRows, Headline, Measured } from './types/measured.ts';
import type { MechanismPart } from './types/mechanism.ts';
import type { WarmStartKeeper } from './warm-start-keeper.ts';
import { World } from './world.ts';
import { ZoneHistory } from './zones-history.ts';

/** Bytes of records: a first picture that waits for more of the run than that waits for its readers, too. */
const backlogBeforePicture = 2 ** 22;

/** The kind of the jobs with which an asker looks for events. */
const findKind = (asker: string | undefined): string => `find ${asker}`;

export class Simulation implements VariantEngine {
  readonly #instances: Instances;
  readonly #head: Head;
  readonly #cursor: Cursor;
  readonly #recording: Recording;
  readonly #zones: ZoneHistory;
  readonly #questions: readonly MarkQuestion[];
  /** A run that goes on from a warm start has none: what was before is read by a head from zero, on request. */
  readonly #backlog: Backlog | undefined;
  readonly #keeper: WarmStartKeeper | undefined;
  /** Reads the run from zero for observers that need every record, if the head went on from a warm start. */
  #replayHead: Head | undefined;
  /** The observers are asked for when the first picture is out, or when an answer of theirs is wanted. */
  #observersAsked: Promise<Observers> | undefined;
  #observers: Observers | undefined;
  #areInvited = false;
  readonly #track: Track;
  readonly #catalog: Catalog;
  readonly #definition: DefinitionInput;
  /** A third world, for the timeline: its replays leave the playhead's cursor where it is. */
  #reader: Promise<Cursor> | undefined;
  readonly #scheduler: CooperativeScheduler;
  readonly #headEnd: number;
  #lead = 0;
  #playhead: Position = { time: 0 };
  /** Records at the last frame handed out, to say which are new in the next. */
  #shown: number | undefined;
  /** Of frames; none where no mechanism is on stage. */
  #mechanisms: MechanismReader | undefined;
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
    this.#headEnd = options.headEnd ?? duration;
    this.#instances = new Instances([headBackend, cursorBackend], options.reader);
    const { recordingLimit = recordingLimitDefault - timelineLimit } = options;
    this.#recording = new Recording(duration, recordingLimit);
    this.#definition = { ...input, keyframes: 1 };
    const world = World.create(headBackend, this.#definition);
    this.#catalog = catalogOf(world);
    this.#zones = new ZoneHistory(duration);
    this.#questions = options.marks ?? [];
    this.#track = new Track(duration, options.window ?? duration / 100);
    const parts = { recording: this.#recording, track: this.#track, zones: this.#zones };
    const { keeper } = options;
    this.#keeper = keeper;
    const resumed = keeper?.resume(world, parts);
    const backlog = resumed === undefined ? new Backlog(world) : undefined;
    this.#backlog = backlog;
    const observers = [this.#recording, this.#zones, ...(backlog ? [backlog] : [])];
    const onWindow = () => keeper?.windowBegins(this.#head, parts);
    this.#head = new Head(world, observers, this.#track, duration, { onWindow, resumed });
    this.#scheduler = new CooperativeScheduler({
      head: this.#head,
      headLimit: () => this.#headLimit(),
      replayHead: () => this.#replayHead,
      afterHead: () => this.#afterHead(),
      host: options,
    });
    this.#cursor = this.#cursorIn(cursorBackend);
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
      timelineBytes: this.#observers?.slices.bytes ?? 0,
      timelineLimit,
      marks: this.#marks(),
    };
    return failure ? { ...status, message: failure.message } : status;
  };

  headline = async (): Promise<Headline> => {
    const { world } = this.#head;
    if (world.clock().measuring !== 1) return nothingYet;
    // Without a network it cannot be loaded: that is no end of the run, and is tried again when asked again.
    const chunk = await lazy.measured().catch(() => undefined);
    return chunk?.captureHeadline(world, this.#catalog) ?? { ...nothingYet, unfetched: true };
  };

  measured = async (): Promise<Measured | undefined> => {
    const { captureMeasured } = await lazy.measured();
    return captureMeasured(this.#head, this.#catalog);
  };

  // The worker overrides this with the figures that are kept (worker.ts).
  keptFigures = async (): Promise<undefined> => undefined;

  setLead = (ns: number): void => {
    this.#lead = Math.max(0, ns);
    void this.#scheduler.pump();
  };

  setMechanisms = async (parts: readonly MechanismPart[]): Promise<void> => {
    const reader = parts.length > 0 ? (await lazy.mechanisms()).mechanismReader(parts) : undefined;
    this.#mechanisms = reader;
  };

  frameAt = (time: number, since?: number | null): Promise<ArrayBuffer | undefined> => {
    this.#scheduler.supersede();
    const target = { time: this.#clamp(time) };
    this.#playhead = target;
    return this.#scheduler.schedule(target.time, true, () =>
      this.#show(this.#cursor.seek(target), since),
    );
  };

  wholeFrame = (): Promise<ArrayBuffer | undefined> =>
    this.#scheduler.schedule(this.#playhead.time, true, () =>
      this.#show(this.#cursor.seek(this.#playhead), null),
    );

  stepEvent = async (by: 1 | -1, filter: StepFilter = {}): Promise<ArrayBuffer | undefined> => {
    const { stepBack, stepForward } = await lazy.afterPicture();
    const go = by > 0 ? stepForward : stepBack;
    return this.#scheduler.schedule(0, true, () => this.#show(this.#stepFromPlayhead(go, filter)));
  };

  stepDecision = (by: 1 | -1, filter: StepFilter = {}): Promise<ArrayBuffer | undefined> =>
    this.stepEvent(by, { ...filter, kinds: [RECORD.DECISION] });

  policyCounts = async (): Promise<PolicyCounts | undefined> =>
    (await lazy.measured()).capturePolicy(this.#head.world);

  rows = async (time: number): Promise<C2cRows> => {
    const { captureRows } = await lazy.measured();
    const target = { time: this.#clamp(time) };
    const cursor = this.#cursor;
    const rows = this.#scheduler.schedule(target.time, false, function* () {
      yield* cursor.seek(target);
      return captureRows(cursor.world);
    });
    return rows as Promise<C2cRows>; // never replaced, so never undefined
  };

  pages = async (time: number): Promise<PagesMoment | undefined> => {
    const [{ capturePages }, { captureExplain }] = await Promise.all([
      lazy.pages(),
      lazy.measured(),
    ]);
    const target = { time: this.#clamp(time) };
    const known = (id: number) => captureExplain(this.#head.world, id);
    const cursor = this.#cursor;
    const history = () => this.#zones.samples;
    return this.#scheduler.schedule(target.time, false, function* () {
      yield* cursor.seek(target);
      return { time: target.time, ...capturePages(cursor.world, known), history: history() };
    });
  };

  explain = async (id: number): Promise<Explain | undefined> => {
    const { captureExplain } = await lazy.measured();
    return this.#scheduler.schedule(0, false, () => this.#explainOf(id, captureExplain));
  };

  decisions = async (query: DecisionsQuery): Promise<DecisionMark[] | undefined> => {
    const { decisionsBefore } = await lazy.decisions();
    return this.#askAside(`decisions ${query.asker}`, (cursor) => decisionsBefore(cursor, query));
  };

  decisionStory = async (
    id: number,
    asker: DecisionsQuery['asker'] = 'why',
  ): Promise<DecisionStory | undefined> => {
    const { decisionStory } = await lazy.decisions();
    return this.#askAside(`story ${asker}`, (cursor) => decisionStory(cursor, id));
  };

  picks = async (query: DecisionsQuery): Promise<Pick[] | undefined> => {
    const { picksBefore } = await lazy.decisions();
    return this.#askAside('picks', (cursor) => picksBefore(cursor, query));
  };

  find = async (question: EventQuestion): Promise<FoundEvent | undefined> => {
    const { findEvent } = await lazy.findEvent();
    const kind = findKind(question.asker);
    return this.#askAside(kind, (cursor) => findEvent(cursor, this.#catalog, question));
  };

  stopFinding = (asker?: string): void => this.#scheduler.cancelBackground(findKind(asker));

  track = (from: number): Float64Array<ArrayBuffer> => this.#track.since(from);

  timelineWindow = async (query: TimelineQuery): Promise<TimelineWindow> =>
    (await lazy.window()).timelineWindow(await this.#slices(), query);

  timelineNext = async (time: number, by: 1 | -1, cpu?: number): Promise<number | undefined> =>
    (await lazy.window()).timelineNext(await this.#slices(), time, by, cpu);

  timelineDetail = async (query: DetailQuery): Promise<TimelineDetail | undefined> => {
    const { timelineDetail } = await lazy.replay();
    const slices = await this.#slices();
    return this.#askAside('detail', (cursor) => timelineDetail(cursor, slices, query));
  };

  timelineSums = async (query: SumsQuery): Promise<TimelineSums | undefined> => {
    const { timelineSums } = await lazy.replay();
    const slices = await this.#slices();
    return this.#askAside('sums', (cursor) => timelineSums(cursor, slices, query));
  };

  dispose = (): void => {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#scheduler.close();
    this.#instances.dispose();
  };

  // ---- what the calls do, in slices ---------------------------------------------------------------

  *#show(
    go: CooperativeTask<unknown>,
    since: number | null | undefined = this.#shown,
  ): CooperativeTask<ArrayBuffer> {
    yield* go;
    const { world, time } = this.#cursor;
    const draft = captureFrame(world, {
      time,
      headTime: this.#head.time,
      since: since ?? undefined,
      windowStart: this.#track.before(time),
      mechanisms: this.#mechanisms,
    });
    this.#shown = draft.counters.records;
    this.#inviteObservers();
    return encodeFrame(draft);
  }

  #marks(): readonly (number | undefined)[] {
    const here = this.#observers?.marks.found ?? this.#questions.map(() => undefined);
    return this.#keeper?.marksAt(this.#head.time) ?? here;
  }

  #reportWarmStart(): void {
    const found = this.#questions.length === 0 ? [] : this.#observers?.marks.found;
    if (found) this.#keeper?.know(found, this.#head.ended && !this.#head.failure);
  }

  /** Loads the observers. Without a network that fails; the next call that needs them tries again. */
  #inviteObservers(): void {
    if (this.#areInvited || !this.#backlog) return;
    this.#areInvited = true;
    this.#slices().catch(() => {});
  }

  /** The slices of the run so far. Rejects while what gathers them cannot be loaded, and where it came too late. */
  async #slices(): Promise<SliceRecorder> {
    this.#observersAsked ??= this.#openObservers();
    try {
      return (await this.#observersAsked).slices;
    } catch (error) {
      this.#observersAsked = undefined;
      throw error;
    }
  }

  async #openObservers(): Promise<Observers> {
    const { Observers, replayFromStart } = await lazy.afterPicture();
    if (!this.#backlog) {
      const { duration } = this.#head;
      const again = await this.#instances.more((backend) =>
        replayFromStart(backend, this.#definition, this.#catalog, duration, this.#questions),
      );
      this.#replayHead = again.head;
      this.#observers = again.observers;
      void this.#scheduler.pump();
      return again.observers;
    }
    if (this.#backlog.isLost) throw new Error('the timeline came too late for this run');
    const { duration } = this.#head;
    this.#observers = this.#backlog.show(
      (start) => new Observers(start, this.#catalog, duration, this.#questions),
    );
    this.#reportWarmStart();
    return this.#observers;
  }

  *#stepFromPlayhead(
    go: (cursor: Cursor, from: Position, filter: StepFilter) => CooperativeTask<Position>,
    filter: StepFilter,
  ): CooperativeTask<void> {
    const from = this.#playhead;
    yield* this.#cursor.seek(from);
    this.#playhead = yield* go(this.#cursor, from, filter);
  }

  *#explainOf(
    id: number,
    read: (world: World, id: number) => Explain | undefined,
  ): CooperativeTask<Explain | undefined> {
    const known = read(this.#cursor.world, id) ?? read(this.#head.world, id);
    if (known || !(id >= 0 && id < this.#head.world.clock().explains)) return known;
    const isThere = yield* this.#cursor.reachExplain(id);
    return isThere ? read(this.#cursor.world, id) : undefined;
  }

  // ---- the thread of the run ----------------------------------------------------------------------

  #clamp(time: number): number {
    return Math.min(Math.max(0, Math.floor(time)), this.#head.duration);
  }

  #state(): RunState {
    if (this.#head.failure) return 'failed';
    if (this.#head.ended) return 'finished';
    return this.#head.hasWork(this.#headLimit()) ? 'running' : 'waiting';
  }

  #afterHead(): void {
    const isLong = (this.#backlog?.bytes ?? 0) > backlogBeforePicture;
    if (isLong || this.#head.ended) this.#inviteObservers();
    this.#reportWarmStart();
    const { ended, failure, world } = this.#head;
    if (!ended) return;
    const figures = failure ? undefined : this.measured;
    this.#keeper?.end({ figures, work: recordingMoment(world).work, traceHash: world.traceHash() });
  }

  #headLimit(): number {
    return Math.min(this.#playhead.time + this.#lead, this.#headEnd);
  }

  /** A cursor of this run in an instance of its own. */
  #cursorIn(backend: Backend, input: DefinitionInput = this.#definition): Cursor {
    const world = World.create(backend, input);
    return new Cursor(world, this.#recording, this.#head.duration, this.#scheduler.sliceIsOver);
  }

  /** The cursor of replays; one that there was no memory for is opened anew when asked for again. */
  async #aside(): Promise<Cursor> {
    // Only replays that say why pay for the steps.
    const definition = { ...this.#definition, explain_steps: 1 };
    this.#reader ??= this.#instances.more((backend) => this.#cursorIn(backend, definition));
    try {
      return await this.#reader;
    } catch (error) {
      this.#reader = undefined;
      throw error;
    }
  }

  /** Enqueues a replay; it replaces an older one of the same kind, which then gives undefined. */
  async #askAside<Result>(
    kind: string,
    begin: (cursor: Cursor) => CooperativeTask<Result>,
  ): Promise<Result | undefined> {
    const cursor = await this.#aside();
    return this.#scheduler.scheduleBackground(kind, () => begin(cursor));
  }
}

// The main thread's side of a playback: passes on what the viewer wants, starts the engines, and keeps what React
// reads. The clock and the frames belong to the conductor, in a worker of its own; nothing here runs for every
// picture unless a listener asks for frames.

import type { RemoteEngine, RunningVariant } from '../../engine/start.ts';
import type { Catalog, Frame, MechanismPart, StepFilter } from '../../engine/types.ts';
import { messageOf } from '../../ui/errors.ts';
import type {
  Channel,
  FromConductor,
  PlaybackCommand,
  ToConductor,
  VariantNews,
} from './messages.ts';
import {
  type FrameListener,
  forVariants,
  type StageOptions,
  type Summary,
  type VariantId,
  type VariantSummary,
  variantIds,
} from './types.ts';

export { type Summary, type VariantId, type VariantSummary, variantIds } from './types.ts';

/**
 * Starts the run of one side, unless `over` says that it is no longer wanted; rejects with an Error whose
 * message is meant for a reader.
 */
export type Connect = (side: VariantId, over: AbortSignal) => Promise<RunningVariant>;
export type TimeListener = (time: number, head: number) => void;

/** The conductor's end of things: a channel to it, and the way to end it. */
export interface ConductorChannel extends Channel<ToConductor, FromConductor> {
  readonly close: () => void;
}

export interface PlaybackOptions extends StageOptions {
  readonly connect: Connect;
  /** `onFailure` is called if the conductor cannot run. */
  readonly conductor: (onFailure: (message: string) => void) => ConductorChannel;
}

/** The run of one side, from the moment its engine is asked for. */
interface Run {
  readonly started: Promise<RunningVariant>;
  readonly over: AbortController;
  variant: RunningVariant | undefined;
}

const emptyVariant: VariantSummary = {
  catalog: undefined,
  latestFrame: undefined,
  status: undefined,
  headline: undefined,
  failure: undefined,
  unresponsive: false,
};

export class Playback {
  readonly #options: PlaybackOptions;
  #conductor: ConductorChannel;
  /** Counts conductors: what one that failed still says is not heard. */
  #life = 0;
  /** The reason why the conductor failed; restarting any side then starts all of them anew. */
  #broken: string | undefined;
  readonly #runs = new Map<VariantId, Run>();
  #closed = false;
  /** The number of the last command. */
  #sent = 0;
  #subscriptionCount = 0;
  /** The number of each side's last restart: news from before it is of the run thrown away. */
  readonly #restarts: Record<VariantId, number> = forVariants(() => 0);
  #stage: readonly VariantId[];
  /** Parts of frames, in the order in which they were asked for. */
  #mechanisms: readonly MechanismPart[] = [];
  #time: number;
  #summary: Summary;
  readonly #steps = new Map<number, (found: boolean) => void>();
  readonly #summaryListeners = new Set<() => void>();
  readonly #readingListeners = new Set<TimeListener>();
  readonly #pictureListeners = new Set<TimeListener>();
  readonly #seekListeners = new Set<() => void>();
  /** The last frame of each side with a listener. */
  readonly #latest = new Map<VariantId, Frame>();
  readonly #frameListeners = forVariants(() => new Set<FrameListener>());

  constructor(options: PlaybackOptions) {
    this.#options = options;
    const begin = this.#beginning();
    this.#time = Math.min(Math.max(0, begin.start), begin.duration);
    const { duration, playing, speed } = begin;
    this.#summary = {
      time: this.#time,
      duration,
      head: 0,
      playing,
      speed,
      waiting: false,
      variants: forVariants(() => emptyVariant),
    };
    this.#stage = begin.stage;
    this.#conductor = this.#conduct(begin);
  }

  // ---- what others read ------------------------------------------------------------------------

  readonly summary = (): Summary => this.#summary;

  /** `listener` is called when summary() has changed. Returns the way to stop. */
  readonly onSummary = (listener: () => void): (() => void) => {
    this.#summaryListeners.add(listener);
    return () => this.#summaryListeners.delete(listener);
  };

  /** Called when the moment changed, eight times a second while it moves, or with every picture. */
  onTime(listener: TimeListener, rate: 'reading' | 'picture' = 'reading'): () => void {
    const listeners = rate === 'picture' ? this.#pictureListeners : this.#readingListeners;
    listeners.add(listener);
    this.#sendSubscriptions();
    return () => {
      listeners.delete(listener);
      this.#sendSubscriptions();
    };
  }

  /** Called when the playhead is sent somewhere. */
  onSeek(listener: () => void): () => void {
    this.#seekListeners.add(listener);
    return () => this.#seekListeners.delete(listener);
  }

  /** Every frame of one side, as it comes, the latest first. Listeners leave its buffer alone. */
  onFrame(side: VariantId, listener: FrameListener): () => void {
    const listeners = this.#frameListeners[side];
    // The first listener gets the latest with all that follow; later ones what came last.
    const latest = listeners.size > 0 ? this.#latest.get(side) : undefined;
    listeners.add(listener);
    if (latest) listener(latest);
    this.#sendSubscriptions();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#latest.delete(side);
      this.#sendSubscriptions();
    };
  }

  /** Sends the buffer of every frame of one side to `port`, past this thread; the latest at once. */
  subscribeFrames(side: VariantId, port: MessagePort): () => void {
    this.#subscriptionCount += 1;
    const number = this.#subscriptionCount;
    this.#conductor.send({ kind: 'subscribe', number, side, port }, [port]);
    return () => this.#conductor.send({ kind: 'unsubscribe', number });
  }

  engine(side: VariantId): RemoteEngine | undefined {
    return this.#runs.get(side)?.variant?.engine;
  }

  /** ns; while it moves, at most an eighth of a second behind what is drawn. */
  get time(): number {
    return this.#time;
  }

  // ---- what a person does ----------------------------------------------------------------------

  setPlaying(playing: boolean): void {
    if (playing === this.#summary.playing) return;
    // Playing on from the very end starts over: nothing else could happen.
    if (playing && this.#time >= this.#options.duration) this.#time = 0;
    this.#command({ name: 'play', playing });
    this.#publish({ playing });
  }

  setSpeed(speed: number): void {
    this.#command({ name: 'speed', speed });
    this.#publish({ speed });
  }

  setStage(stage: readonly VariantId[]): void {
    this.#stage = stage;
    this.#command({ name: 'stage', stage });
    if (this.#broken !== undefined) this.#fail(stage, this.#broken);
  }

  /** Moves the playhead to `time` (ns), exactly; a drag may call this as often as it likes. */
  seek(time: number): void {
    this.#time = Math.round(Math.min(Math.max(0, time), this.#options.duration));
    this.#command({ name: 'seek', time: this.#time });
    this.#publish({});
    this.#emitSeek();
  }

  /** Pauses and moves to just after the next (+1) or previous (-1) event or decision. False: there is none. */
  async step(kind: 'event' | 'decision', by: 1 | -1, filter?: StepFilter): Promise<boolean> {
    this.#command({ name: 'step', kind, by, filter });
    this.#publish({ playing: false });
    const number = this.#sent;
    this.#emitSeek();
    return new Promise<boolean>((resolve) => this.#steps.set(number, resolve));
  }

  /** What frames carry for mechanisms on the stage, from now on; of a moment that stands they come again. */
  setMechanisms(parts: readonly MechanismPart[]): void {
    if (parts.join() === this.#mechanisms.join()) return;
    this.#mechanisms = parts;
    for (const { variant } of this.#runs.values()) if (variant) this.#askMechanisms(variant);
  }

  /** Throws the run of one side away and starts it again; all of them where the conductor failed. */
  restart(side: VariantId): void {
    if (this.#broken !== undefined) {
      this.#startOver();
      return;
    }
    this.#end(side);
    this.#setVariant(side, emptyVariant);
    this.#command({ name: 'restart', side });
    this.#restarts[side] = this.#sent;
    this.#publish({});
  }

  close(): void {
    this.#closed = true;
    this.#conductor.close();
    for (const side of variantIds) this.#end(side);
    this.#endSteps();
  }

  // ---- inside ----------------------------------------------------------------------------------

  /** How the stage began, without the ways to its parts. */
  #beginning(): StageOptions {
    const { connect: _, conductor: __, ...begin } = this.#options;
    return begin;
  }

  /** Starts engines, and a conductor for them. */
  #conduct(begin: StageOptions): ConductorChannel {
    this.#life += 1;
    const generation = this.#life;
    // Engines take longest to start: they begin before the conductor asks for them.
    for (const side of [...begin.stage, ...(begin.beside ?? [])]) this.#run(side);
    const conductor = this.#options.conductor((message) => {
      if (generation === this.#life) this.#break(message);
    });
    conductor.onMessage((message) => {
      if (generation === this.#life) this.#receive(message);
    });
    conductor.send({ kind: 'start', options: begin });
    return conductor;
  }

  /** Without a conductor nothing on stage moves any more. */
  #break(message: string): void {
    if (this.#closed) return;
    this.#life += 1;
    this.#broken = message;
    this.#conductor.close();
    this.#endSteps();
    this.#fail(this.#stage, message);
  }

  /** Another conductor and other runs, where the playhead stands: the old ones' ports went with it. */
  #startOver(): void {
    this.#broken = undefined;
    this.#sent = 0;
    for (const side of variantIds) {
      this.#end(side);
      this.#setVariant(side, emptyVariant);
      this.#restarts[side] = 0;
    }
    const { playing, speed } = this.#summary;
    const now = { start: this.#time, stage: this.#stage, playing, speed };
    this.#conductor = this.#conduct({ ...this.#beginning(), ...now });
    this.#sendSubscriptions();
    this.#publish({});
  }

  #askMechanisms({ engine }: RunningVariant): void {
    void engine.setMechanisms(this.#mechanisms).then(
      () => this.#closed || this.#command({ name: 'refresh' }),
      () => {}, // a run that failed says so itself
    );
  }

  #endSteps(): void {
    for (const stepped of this.#steps.values()) stepped(true);
    this.#steps.clear();
  }

  #run(side: VariantId): Run {
    const known = this.#runs.get(side);
    if (known) return known;
    const over = new AbortController();
    const started = this.#options.connect(side, over.signal);
    const run: Run = { started, over, variant: undefined };
    this.#runs.set(side, run);
    void run.started.then(
      (variant) => this.#adopt(side, run, variant),
      () => {}, // the conductor hears of it when it asks
    );
    return run;
  }

  /** Ends a run, also one that is still being started. */
  #end(side: VariantId): void {
    const run = this.#runs.get(side);
    run?.over.abort();
    run?.variant?.close();
    this.#runs.delete(side);
  }

  /** An engine that failed may be running wild: it is ended, and cannot be asked any more. */
  #giveUp(side: VariantId): void {
    const run = this.#runs.get(side);
    run?.variant?.close();
    if (run) run.variant = undefined;
  }

  async #adopt(side: VariantId, run: Run, variant: RunningVariant): Promise<void> {
    const isCurrent = () => !this.#closed && this.#runs.get(side) === run;
    if (!isCurrent()) return variant.close();
    run.variant = variant;
    if (this.#mechanisms.length > 0) this.#askMechanisms(variant);
    variant.gone.catch((error) => {
      if (isCurrent() && run.variant === variant) this.#reportGone(side, messageOf(error));
    });
    try {
      const catalog = await variant.engine.catalog();
      if (isCurrent()) this.#setCatalog(side, catalog);
    } catch (error) {
      if (isCurrent()) this.#fail([side], messageOf(error));
    }
  }

  /** The worker of a side is gone: callers that wait for its answers need not wait until its silence is noticed. */
  #reportGone(side: VariantId, message: string): void {
    this.#conductor.send({ kind: 'gone', side, message });
  }

  #setCatalog(side: VariantId, catalog: Catalog): void {
    this.#setVariant(side, { ...this.#summary.variants[side], catalog });
    this.#publish({});
  }

  /** Gives the conductor the engine it asked for. */
  async #connect(number: number, side: VariantId): Promise<void> {
    const run = this.#run(side);
    try {
      const { port } = await run.started;
      if (this.#runs.get(side) !== run) return;
      this.#conductor.send({ kind: 'engine', number, port }, [port]);
    } catch (error) {
      this.#conductor.send({ kind: 'failed', number, message: messageOf(error) });
    }
  }

  #command(command: PlaybackCommand): void {
    this.#sent += 1;
    this.#conductor.send({ kind: 'command', number: this.#sent, command });
  }

  #sendSubscriptions(): void {
    const everyMoment = this.#pictureListeners.size > 0;
    const frames = variantIds.filter((side) => this.#frameListeners[side].size > 0);
    this.#conductor.send({ kind: 'subscriptions', subscriptions: { everyMoment, frames } });
  }

  #receive(message: FromConductor): void {
    if (this.#closed) return;
    if (message.kind === 'connect') void this.#connect(message.number, message.side);
    else if (message.kind === 'news') this.#receiveNews(message);
    else if (message.kind === 'time') this.#receiveTime(message);
    else if (message.kind === 'frame') this.#receiveFrame(message.side, message.frame);
    else this.#receiveStepped(message.number, message.found);
  }

  #receiveNews({ lastCommand, moment, variants }: FromConductor & { readonly kind: 'news' }): void {
    // News from before the last command still tells of the runs, but not of where the playhead goes.
    const isUpToDate = lastCommand === this.#sent;
    if (isUpToDate) this.#time = moment.time;
    for (const side of variantIds)
      if (lastCommand >= this.#restarts[side]) this.#mergeVariant(side, variants[side]);
    const { head, waiting } = moment;
    this.#publish(isUpToDate ? moment : { head, waiting });
  }

  #mergeVariant(side: VariantId, news: VariantNews): void {
    if (Object.keys(news).length === 0) return;
    this.#setVariant(side, { ...this.#summary.variants[side], ...news });
    if (news.failure !== undefined) this.#giveUp(side);
  }

  #receiveTime({ heard, time, head }: FromConductor & { readonly kind: 'time' }): void {
    if (heard !== this.#sent) return;
    this.#time = time;
    this.#emitTime(head);
  }

  #receiveFrame(side: VariantId, frame: Frame): void {
    const listeners = this.#frameListeners[side];
    if (listeners.size === 0) return;
    this.#latest.set(side, frame);
    for (const listener of listeners) listener(frame);
  }

  #receiveStepped(number: number, found: boolean): void {
    this.#steps.get(number)?.(found);
    this.#steps.delete(number);
  }

  #fail(failed: readonly VariantId[], failure: string): void {
    for (const side of failed) this.#setVariant(side, { ...this.#summary.variants[side], failure });
    this.#publish({});
  }

  #setVariant(side: VariantId, variant: VariantSummary): void {
    this.#summary = { ...this.#summary, variants: { ...this.#summary.variants, [side]: variant } };
  }

  #emitTime(head: number): void {
    for (const listener of this.#readingListeners) listener(this.#time, head);
    for (const listener of this.#pictureListeners) listener(this.#time, head);
  }

  #emitSeek(): void {
    for (const listener of [...this.#seekListeners]) listener();
  }

  #publish(change: Partial<Summary>): void {
    this.#summary = { ...this.#summary, ...change, time: this.#time };
    this.#emitTime(this.#summary.head);
    for (const listener of this.#summaryListeners) listener();
  }
}

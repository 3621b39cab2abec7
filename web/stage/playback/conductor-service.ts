// Puts a conductor behind a channel: obeys the commands of the main thread, hands frames to the workers that draw
// them, and reports to the main thread what it needs for words and numbers, no more often than it can read.

import { callsTo } from '../../engine/calls.ts';
import { decodeFrame } from '../../engine/frame.ts';
import type { Frame, VariantEngine } from '../../engine/types.ts';
import type { RunUpBuffers } from '../../views/topology/index.ts';
import { Conductor, type ConductorOptions } from './conductor.ts';
import type {
  Channel,
  FromConductor,
  PlaybackCommand,
  Subscriptions,
  ToConductor,
  VariantNews,
} from './messages.ts';
import { type StageOptions, type VariantId, type VariantState, variantIds } from './types.ts';
import type { ConductedVariant } from './variant-run.ts';

/** ms between two tellings of the moment while it moves: each lays the page out anew. */
const momentInterval = 125;

interface PendingConnection {
  readonly resolve: (variant: ConductedVariant) => void;
  readonly reject: (error: Error) => void;
}

const copyOf = (frame: Frame): ArrayBuffer => frame.buffer.slice(0);

/** A frame for the main thread: its columns are still views of the buffer that is handed over with it. */
const handedOver = (frame: Frame): Frame => decodeFrame(copyOf(frame));

class ConductorService {
  readonly #channel: Channel<FromConductor, ToConductor>;
  readonly #conductor: Conductor;
  /** Callers that wait for an engine, by the number of the question. */
  readonly #engines = new Map<number, PendingConnection>();
  #asked = 0;
  readonly #subscriptions = new Map<number, () => void>();
  readonly #sent: Partial<Record<VariantId, VariantState>> = {};
  #everyMoment = false;
  /** How to stop sending the frames of a side. */
  readonly #frames = new Map<VariantId, () => void>();
  #lastCommand = 0;
  #lastMoment = Number.NEGATIVE_INFINITY;

  constructor(
    channel: Channel<FromConductor, ToConductor>,
    options: StageOptions,
    nextPicture: ConductorOptions['nextPicture'],
  ) {
    this.#channel = channel;
    this.#conductor = new Conductor({
      ...options,
      connect: (side) => this.#connect(side),
      nextPicture,
    });
    this.#conductor.onState(() => this.#sendNews());
    this.#conductor.onTime((time, head) => this.#sendMoment(time, head));
    this.#sendNews();
  }

  receive(message: ToConductor): void {
    if (message.kind === 'command') this.#obey(message.number, message.command);
    else if (message.kind === 'engine') this.#settle(message.number, message.port);
    else if (message.kind === 'failed') this.#settle(message.number, new Error(message.message));
    else if (message.kind === 'gone') this.#conductor.lose(message.side, message.message);
    else if (message.kind === 'subscribe')
      this.#subscribe(message.number, message.side, message.port);
    else if (message.kind === 'unsubscribe') this.#unsubscribe(message.number);
    else if (message.kind === 'subscriptions') this.#setSubscriptions(message.subscriptions);
  }

  #obey(number: number, command: PlaybackCommand): void {
    this.#lastCommand = number;
    const conductor = this.#conductor;
    if (command.name === 'play') conductor.setPlaying(command.playing);
    else if (command.name === 'speed') conductor.setSpeed(command.speed);
    else if (command.name === 'stage') conductor.setStage(command.stage);
    else if (command.name === 'seek') conductor.seek(command.time);
    else if (command.name === 'restart') conductor.restart(command.side);
    else if (command.name === 'refresh') conductor.refresh();
    else {
      const { kind, by, filter } = command;
      const stepped = (found: boolean) => this.#channel.send({ kind: 'stepped', number, found });
      void conductor.step(kind, by, filter).then(stepped, () => stepped(true));
    }
    // Also what changed nothing is answered: the main thread waits for its number.
    this.#sendNews();
  }

  #connect(side: VariantId): Promise<ConductedVariant> {
    this.#asked += 1;
    const number = this.#asked;
    this.#channel.send({ kind: 'connect', number, side });
    return new Promise((resolve, reject) => this.#engines.set(number, { resolve, reject }));
  }

  #settle(number: number, answer: MessagePort | Error): void {
    const waiting = this.#engines.get(number);
    this.#engines.delete(number);
    if (answer instanceof Error) waiting?.reject(answer);
    else waiting?.resolve({ engine: callsTo<VariantEngine>(answer), close: () => answer.close() });
  }

  #subscribe(number: number, side: VariantId, port: MessagePort): void {
    const stop = this.#conductor.onFrame(side, (frame) => {
      const buffer = copyOf(frame);
      port.postMessage(buffer, [buffer]);
    });
    port.onmessage = async ({ data: from }: MessageEvent<number>) => {
      const found = await this.#conductor.runUp(side, from);
      if (!found) return;
      const told = { before: found.before.buffer, now: found.now.buffer } satisfies RunUpBuffers;
      port.postMessage(told, [told.before, told.now]);
    };
    this.#subscriptions.set(number, () => {
      stop();
      port.close();
    });
  }

  #unsubscribe(number: number): void {
    this.#subscriptions.get(number)?.();
    this.#subscriptions.delete(number);
  }

  /** A side that was wanted before goes on as it was: its latest frame is not sent again. */
  #setSubscriptions(wishes: Subscriptions): void {
    this.#everyMoment = wishes.everyMoment;
    for (const side of variantIds) {
      const wanted = wishes.frames.includes(side);
      if (!wanted) this.#frames.get(side)?.();
      if (!wanted) this.#frames.delete(side);
      else if (!this.#frames.has(side)) this.#frames.set(side, this.#sendFrames(side));
    }
  }

  #sendFrames(side: VariantId): () => void {
    return this.#conductor.onFrame(side, (frame) => {
      const own = handedOver(frame);
      this.#channel.send({ kind: 'frame', side, frame: own }, [own.buffer]);
    });
  }

  #sendMoment(time: number, head: number): void {
    const now = performance.now();
    if (!this.#everyMoment && now - this.#lastMoment < momentInterval) return;
    this.#lastMoment = now;
    this.#channel.send({ kind: 'time', heard: this.#lastCommand, time, head });
  }

  #sendNews(): void {
    this.#lastMoment = performance.now();
    const { variants, ...moment } = this.#conductor.state();
    const buffers: ArrayBuffer[] = [];
    const news = Object.fromEntries(
      variantIds.map((side) => [side, this.#newsOf(side, variants[side], buffers)]),
    ) as Record<VariantId, VariantNews>;
    this.#channel.send(
      { kind: 'news', lastCommand: this.#lastCommand, moment, variants: news },
      buffers,
    );
  }

  #newsOf(side: VariantId, variant: VariantState, buffers: ArrayBuffer[]): VariantNews {
    const before = this.#sent[side];
    this.#sent[side] = variant;
    const { latestFrame, ...rest } = variant;
    const news: Record<string, unknown> = Object.fromEntries(
      Object.entries(rest).filter(
        ([name, value]) => before?.[name as keyof VariantState] !== value,
      ),
    );
    if (before?.latestFrame !== latestFrame) {
      const own = latestFrame && handedOver(latestFrame);
      news.latestFrame = own;
      if (own) buffers.push(own.buffer);
    }
    return news as VariantNews;
  }
}

/** Serves one playback on `channel`; its first message has to be `start`. */
export function serveConductor(
  channel: Channel<FromConductor, ToConductor>,
  nextPicture: ConductorOptions['nextPicture'],
): void {
  let service: ConductorService | undefined;
  channel.onMessage((message) => {
    if (message.kind === 'start') {
      service ??= new ConductorService(channel, message.options, nextPicture);
    } else service?.receive(message);
  });
}

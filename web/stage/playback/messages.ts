// What the playback on the main thread and the conductor in its worker say to each other. Types only.
//
// A command changes what the playback says at once; the conductor's news may still be older than it.
// Commands are numbered for that, and news says the number of the last one heard.

import type { Frame, StepFilter } from '../../engine/types.ts';
import type { ClockState, StageOptions, VariantId, VariantState } from './types.ts';

export type PlaybackCommand =
  | { readonly name: 'play'; readonly playing: boolean }
  | { readonly name: 'speed'; readonly speed: number }
  | { readonly name: 'stage'; readonly stage: readonly VariantId[] }
  | { readonly name: 'seek'; readonly time: number }
  | { readonly name: 'restart'; readonly side: VariantId }
  /** What frames carry has changed: those of the moment come again, while it stands. */
  | { readonly name: 'refresh' }
  | {
      readonly name: 'step';
      readonly kind: 'event' | 'decision';
      readonly by: 1 | -1;
      readonly filter: StepFilter | undefined;
    };

/** What the main thread wants to hear more often than it needs for words and numbers. */
export interface Subscriptions {
  /** The moment of every picture, not only eight times a second. */
  readonly everyMoment: boolean;
  /** Sides of which every frame is wanted. */
  readonly frames: readonly VariantId[];
}

export type ToConductor =
  | { readonly kind: 'start'; readonly options: StageOptions }
  | { readonly kind: 'command'; readonly number: number; readonly command: PlaybackCommand }
  /** Transferred: the port of the engine that `connect` of this number asked for. */
  | { readonly kind: 'engine'; readonly number: number; readonly port: MessagePort }
  /** That engine could not be started. */
  | { readonly kind: 'failed'; readonly number: number; readonly message: string }
  /** The worker of the engine of a side is gone. */
  | { readonly kind: 'gone'; readonly side: VariantId; readonly message: string }
  /** Transferred: where the frames of a side go, until `unsubscribe` of the same number. */
  | {
      readonly kind: 'subscribe';
      readonly number: number;
      readonly side: VariantId;
      readonly port: MessagePort;
    }
  | { readonly kind: 'unsubscribe'; readonly number: number }
  | { readonly kind: 'subscriptions'; readonly subscriptions: Subscriptions };

/** The parts of a run that are other ones than in the news before; the buffer of its frame comes with it. */
export type VariantNews = Partial<VariantState>;

export type FromConductor =
  /** Asks for the engine of a side; the answer says the number again. */
  | { readonly kind: 'connect'; readonly number: number; readonly side: VariantId }
  | {
      readonly kind: 'news';
      readonly lastCommand: number;
      readonly moment: Omit<ClockState, 'variants'>;
      readonly variants: Readonly<Record<VariantId, VariantNews>>;
    }
  | {
      readonly kind: 'time';
      readonly heard: number;
      readonly time: number;
      readonly head: number;
    }
  | { readonly kind: 'frame'; readonly side: VariantId; readonly frame: Frame }
  /** The step of this number is done, or was dropped; `found` is false if there was nothing to go to. */
  | { readonly kind: 'stepped'; readonly number: number; readonly found: boolean };

/** One end of the channel between the two: a Worker, a worker's own scope, or a MessagePort. */
export interface Channel<Said, Heard> {
  readonly send: (message: Said, transfer?: Transferable[]) => void;
  readonly onMessage: (listener: (message: Heard) => void) => void;
}

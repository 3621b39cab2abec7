// The options of a simulation, the jobs that wait in it, and how it yields its thread.

import type { Backend } from './backend.ts';
import type { CooperativeTask } from './cursor.ts';
import type { MarkQuestion } from './marks.ts';
import type { WarmStartKeeper } from './warm-start-keeper.ts';

export interface SimulationOptions {
  /** ns: the run ends there. */
  readonly duration: number;
  /** ns: the head stops there, in the midst of its run, because nothing later is needed. */
  readonly headEnd?: number | undefined;
  /** Bytes the recording may take; the slices of the timeline have a bound of their own. */
  readonly recordingLimit?: number;
  /** ns: how long the window is that figures of a moment speak of; a hundredth of the run if left out. */
  readonly window?: number;
  /** First occurrences to watch for. */
  readonly marks?: readonly MarkQuestion[];
  /** Provides the warm start at which the run goes on instead of at zero, and keeps a new one. */
  readonly keeper?: WarmStartKeeper | undefined;
  /** Opens an instance for the replays of the timeline; without it there are no details or sums. */
  readonly reader?: () => Promise<Backend>;
  /** Gives way to whatever else waits in this thread. */
  readonly yieldToEventLoop?: () => Promise<void>;
  /** Milliseconds of the host's clock: only says when a slice is over, never what it computes. */
  readonly clock?: () => number;
  /**
   * Milliseconds the thread is left to others after a slice of the head, unless a call waits for it. `isWatched`:
   * pictures are being asked for, one after the other.
   */
  readonly throttle?: (isWatched: boolean) => number;
}

export interface Job {
  /** ns the head must have reached first. */
  readonly needs: number;
  /** Gives way to a newer frameAt. */
  readonly replaceable: boolean;
  /** Of a replay: a newer one of the same kind replaces it. */
  readonly kind?: string;
  readonly begin: () => CooperativeTask<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  steps?: CooperativeTask<unknown>;
}

export const closed = () => new Error('the run was closed');

/** The callers that wait for a turn, in order; a channel for each would cost a tenth of a run. */
const yielding: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** A turn of the host's event loop: setTimeout would cost browsers 4 ms each time. */
export function yieldToHost(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => yielding.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    yielding.push(resolve);
    port2.postMessage(0);
  });
}

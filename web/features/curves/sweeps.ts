// The sweeps of a stage: planned from what is on stage, run in workers of their own, kept from one
// visit to the next. A sweep goes on while another tab of the dock is open; one runs at a time.

import { keptPairs, sweepInBrowser } from '../../engine/sweep/browser.ts';
import type { FinishedPair } from '../../engine/sweep/collect.ts';
import { SweepCancelled } from '../../engine/sweep/collect.ts';
import { pairsOf } from '../../engine/sweep/grid.ts';
import type { PlannedSweep } from '../../scenario/index.ts';
import { perStage } from '../../stage/session.ts';
import { messageOf } from '../../ui/errors.ts';
import type { SweepState } from '../../views/curves/SweepControl.tsx';

/** ms between two pictures of a running sweep: each computes intervals anew. */
const interval = 500;

/** What a part shows of a sweep; a new object whenever something changed. */
export interface SweepPicture extends SweepState {
  readonly pairs: readonly FinishedPair[];
}

/** "3 min": how long is left, or '' while nobody can know. */
export function leftText(computed: number, open: number, seconds: number): string {
  if (computed === 0) return '';
  const left = (seconds / computed) * open;
  return left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`;
}

type Turns = Pick<Sweeps, 'begins' | 'ended'>;

/** How far a cell lies from what is on stage: the nearest run first. */
export type Far = (cell: number) => number;

/** One sweep: what is finished of it, and how it is getting on. */
export class Sweep {
  readonly planned: PlannedSweep;
  readonly #listeners = new Set<() => void>();
  #pairs: FinishedPair[] = [];
  #picture: SweepPicture;
  #stop: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: SweepState;

  readonly #turns: Turns;
  readonly #far: Far;

  /** `turns` hears when it runs and when it has ended. */
  constructor(planned: PlannedSweep, turns: Turns, far: Far) {
    this.planned = planned;
    this.#turns = turns;
    this.#far = far;
    this.#state = { state: 'none', done: 0, total: this.#all().length * this.#variants, left: '' };
    this.#picture = { ...this.#state, pairs: [] };
  }

  get #variants(): number {
    return this.planned.head.variants.length;
  }

  #all() {
    const { cells, seeds } = this.planned.head;
    return pairsOf(cells.length, seeds).sort((a, b) => this.#far(a.cell) - this.#far(b.cell));
  }

  #request() {
    const { head, jobOf, cellKeys } = this.planned;
    return { pairs: this.#all(), variants: head.variants, jobOf, cellKeys };
  }

  readonly picture = (): SweepPicture => this.#picture;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#picture = { ...this.#state, pairs: [...this.#pairs] };
    for (const listener of this.#listeners) listener();
  }

  #change(state: Partial<SweepState>): void {
    this.#state = { ...this.#state, ...state };
    if (this.#state.state !== 'running') this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), interval);
  }

  /** Takes over what is kept from before. */
  async recall(): Promise<void> {
    const kept = await keptPairs(this.#request());
    if (this.#state.state !== 'none') return;
    this.#pairs = kept;
    const done = kept.length * this.#variants;
    this.#change({ done, state: done === this.#state.total ? 'done' : 'none' });
  }

  /** Runs what is not finished yet; settles when it ends, however it ends. */
  async run(): Promise<void> {
    if (this.#state.state === 'running') return;
    this.#turns.begins(this);
    const stop = new AbortController();
    this.#stop = stop;
    const begun = performance.now();
    const { state: _state, message: _message, ...rest } = this.#state;
    this.#state = { ...rest, state: 'running' };
    this.#tell();
    try {
      this.#pairs = await sweepInBrowser({
        ...this.#request(),
        signal: stop.signal,
        onPair: (finished) => {
          this.#pairs.push(finished);
          // The first point is what a person waits for.
          if (this.#picture.pairs.length === 0) this.#tell();
        },
        onProgress: ({ done, total, computed }) => {
          const seconds = (performance.now() - begun) / 1000;
          this.#change({ done, total, left: leftText(computed, total - done, seconds) });
        },
      });
      this.#change({ state: 'done', left: '' });
    } catch (error) {
      const message = messageOf(error);
      const isCancelled = error instanceof SweepCancelled;
      this.#change({
        state: isCancelled ? 'cancelled' : 'failed',
        done: this.#pairs.length * this.#variants,
        left: '',
        ...(!isCancelled && { message }),
      });
    }
    this.#turns.ended(this);
  }

  cancel(): void {
    this.#stop?.abort();
  }
}

const mostKnown = 8;

/** The sweeps of one stage: those opened since it began, by what they were planned from; the last few are kept. */
class Sweeps {
  readonly #known = new Map<string, Sweep>();
  #running: Sweep | undefined;

  /** The sweep of a key; planned when it is asked for the first time. Rejects as planning does. */
  async of(key: string, plan: () => Promise<PlannedSweep>, far: Far = () => 0): Promise<Sweep> {
    const found = this.#known.get(key);
    if (found) return found;
    const sweep = new Sweep(await plan(), this, far);
    this.#known.set(key, sweep);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= mostKnown) break;
      if (this.#known.get(old) !== this.#running) this.#known.delete(old);
    }
    await sweep.recall();
    return sweep;
  }

  /** One runs at a time: another gives way. */
  begins(sweep: Sweep): void {
    this.#running?.cancel();
    this.#running = sweep;
  }

  ended(sweep: Sweep): void {
    if (this.#running === sweep) this.#running = undefined;
  }
}

export const sweepsOn = perStage(() => new Sweeps());

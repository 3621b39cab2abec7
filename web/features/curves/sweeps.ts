// The sweeps of a stage: planned from what is on stage, run in workers of their own, kept from one visit to the
// next. A sweep goes on while another tab of the dock is open; one runs at a time. Leaving the stage stops a sweep,
// because it could not be reached from elsewhere; the view says so on the way back.

import { keptPairs, sweepInBrowser } from '../../engine/sweep/browser.ts';
import {
  type EarlyEnd,
  type FinishedPair,
  neededPairs,
  SweepCancelled,
} from '../../engine/sweep/collect.ts';
import { pairsOf } from '../../engine/sweep/grid.ts';
import type { PlannedSweep } from '../../scenario/index.ts';
import { perStage, whenLeft } from '../../stage/session.ts';
import { messageOf } from '../../ui/errors.ts';
import type { SweepState } from '../../views/curves/SweepControl.tsx';

/** ms between two pictures of a running sweep: each computes intervals anew. */
const interval = 500;

/** What a part shows of a sweep; a new object whenever something changed. */
export interface SweepPicture extends SweepState {
  readonly pairs: readonly FinishedPair[];
}

/** "3 min": the time left, or '' while it cannot be estimated. */
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
  /** All that is finished, by index, also what no rule needs any more. */
  readonly #finished = new Map<number, FinishedPair>();
  #rule: EarlyEnd | undefined;
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
    this.#judge('none');
  }

  get #variants(): number {
    return this.planned.head.variants.length;
  }

  #all() {
    const { cells, seeds } = this.planned.head;
    return pairsOf(cells.length, seeds).sort((a, b) => this.#far(a.cell) - this.#far(b.cell));
  }

  /** Without costs, by which the cheapest would come first: here it is the nearest. */
  #request() {
    const { head, jobOf, cellKeys } = this.planned;
    const stop = this.#rule && { stop: this.#rule };
    return { pairs: this.#all(), variants: head.variants, jobOf, cellKeys, ...stop };
  }

  /** The pairs that the rule needs, as far as is known, and those of them that are finished. */
  #needed() {
    const runs = new Map([...this.#finished].map(([index, pair]) => [index, pair.runs]));
    const needed = neededPairs(this.#all(), runs, this.#rule);
    return { needed, pairs: needed.flatMap(({ index }) => this.#finished.get(index) ?? []) };
  }

  /** At rest: what is finished and what is left, by the rule. `otherwise`: how it stands if something is left. */
  #judge(otherwise: SweepState['state'], message?: string): void {
    const { needed, pairs } = this.#needed();
    const counts = new Map<number, number>();
    for (const { pair } of pairs) counts.set(pair.cell, (counts.get(pair.cell) ?? 0) + 1);
    const isDone = pairs.length > 0 && pairs.length === needed.length;
    const [done, total] = [pairs, needed].map((each) => each.length * this.#variants);
    this.#state = {
      state: isDone && message === undefined ? 'done' : otherwise,
      done: done!,
      total: total!,
      left: '',
      seeds: [Math.min(...counts.values()), Math.max(...counts.values())],
      ...(message !== undefined && { message }),
    };
  }

  readonly picture = (): SweepPicture => this.#picture;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const isRunning = this.#state.state === 'running';
    const pairs = isRunning ? [...this.#finished.values()] : this.#needed().pairs;
    this.#picture = { ...this.#state, pairs };
    for (const listener of this.#listeners) listener();
  }

  #rest(otherwise: SweepState['state'], message?: string): void {
    this.#judge(otherwise, message);
    this.#tell();
  }

  /** By what a place may end before its last seed. One that runs hears of it when it has ended. */
  endBy(rule: EarlyEnd | undefined): void {
    this.#rule = rule;
    const { state, message } = this.#state;
    if (state !== 'running') this.#rest(state === 'done' ? 'none' : state, message);
  }

  /** Takes over what is kept from before; `isLeft`: it ran when the stage was left. */
  async recall(isLeft: boolean): Promise<void> {
    const kept = await keptPairs(this.#request());
    if (this.#state.state !== 'none') return;
    this.#take(kept);
    this.#rest(isLeft ? 'left' : 'none');
  }

  #take(pairs: readonly FinishedPair[]): void {
    for (const finished of pairs) this.#finished.set(finished.pair.index, finished);
  }

  /** Runs what is not finished yet; settles when it ends, however it ends. */
  async run(): Promise<void> {
    if (this.#state.state === 'running') return;
    this.#turns.begins(this);
    const stop = new AbortController();
    this.#stop = stop;
    const begun = performance.now();
    const { done, total } = this.#state;
    this.#state = { state: 'running', done, total, left: '' };
    this.#tell();
    try {
      const pairs = await sweepInBrowser({
        ...this.#request(),
        signal: stop.signal,
        onPair: (finished) => {
          this.#take([finished]);
          // The first point is what a person waits for.
          if (this.#picture.pairs.length === 0) this.#tell();
        },
        onProgress: ({ done, total, computed }) => {
          const seconds = (performance.now() - begun) / 1000;
          const left = leftText(computed, total - done, seconds);
          this.#state = { ...this.#state, done, total, left };
          this.#timer ??= setTimeout(() => this.#tell(), interval);
        },
      });
      this.#take(pairs);
      this.#rest('none');
    } catch (error) {
      if (error instanceof SweepCancelled) this.#rest('cancelled');
      else this.#rest('failed', messageOf(error));
    }
    this.#turns.ended(this);
  }

  cancel(): void {
    this.#stop?.abort();
  }
}

const mostKnown = 8;

/** Names of the sweeps that ran when a stage was left. */
const leftBehind = new Set<string>();

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
    await sweep.recall(leftBehind.delete(key));
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

  /** Stops what runs, as the stage is left. */
  leave(): void {
    for (const [key, sweep] of this.#known) if (sweep === this.#running) leftBehind.add(key);
    this.#running?.cancel();
  }
}

export const sweepsOn = perStage((stage) => {
  const sweeps = new Sweeps();
  whenLeft(stage, () => sweeps.leave());
  return sweeps;
});

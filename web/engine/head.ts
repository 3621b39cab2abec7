// The simulation head: the world that runs ahead of the viewer, slice by slice, and is recorded on
// the way. It never goes back.

import { STEP } from './abi.gen.ts';
import { captureWaits } from './capture.ts';
import type { World } from './world.ts';

/** Records between two looks at the host's clock: well below a millisecond of work. */
const stepRecords = 512;
/** Looks that observers have in a run, at least, if it has as many moments. */
const looks = 1_000;

/** Steps once, at most to `until` and at most by `records`. */
export const stepOnce = (world: World, until: number, records = stepRecords): number =>
  world.step(until, records);

/** Something that has to see the head often: at least once in half its ring of records. */
export interface Observer {
  observe(head: World): void;
}

/** Something that has to see the head at moments of its own, where everything up to them has happened and nothing else. */
export interface Sampler {
  /** ns of the next of them, later than those before. */
  readonly next: number;
  /** Called there. */
  sample(head: World): void;
}

export interface HeadOptions {
  /** Called when the measured window begins, with the head just there. */
  readonly onWindow?: () => void;
  /** Its world stands where a window begins already; it goes on by so many records. */
  readonly resumed?: number | undefined;
}

export class Head {
  readonly world: World;
  readonly duration: number;
  readonly #observers: readonly Observer[];
  readonly #sampler: Sampler;
  readonly #onWindow: (() => void) | undefined;
  #records: number;
  /** The waiting by line, as soon as the measured window had begun. */
  #before: { readonly time: number; readonly waits: Float64Array } | undefined;
  /** What stopped it for good. */
  failure: Error | undefined;

  constructor(
    world: World,
    observers: readonly Observer[],
    sampler: Sampler,
    duration: number,
    { onWindow, resumed }: HeadOptions = {},
  ) {
    this.world = world;
    this.duration = duration;
    this.#observers = observers;
    this.#sampler = sampler;
    this.#records = resumed ?? 1;
    if (resumed !== undefined) this.#lookForWindow();
    this.#onWindow = onWindow;
    this.#show();
    if (sampler.next <= 0) sampler.sample(world);
  }

  /** Records that it steps by, told by what it has simulated. */
  get step(): number {
    return this.#records;
  }

  get time(): number {
    return this.world.time;
  }

  /** True when there is nothing left to run, whatever limit is given. */
  get ended(): boolean {
    return this.failure !== undefined || this.time >= this.duration;
  }

  hasWork(limit: number): boolean {
    return !this.ended && this.time < limit;
  }

  /** By line: mean number of CPUs that waited for it in the measured window; undefined before. */
  waiting(): Float64Array | undefined {
    const before = this.#before;
    if (!before) return undefined;
    const length = Math.max(1, this.time - before.time);
    return captureWaits(this.world).map((sum, line) => (sum - before.waits[line]!) / length);
  }

  /**
   * Runs towards `limit` (ns), and a little beyond, until `isOver` says that the slice ends; keeps a
   * failure. It stops at no time but those of its sampler and the end of the run, which are the same in every run of
   * it: a CPU whose clock ran ahead is cut short there, and keyframes would differ from those of other runs.
   */
  slice(limit: number, isOver: () => boolean): void {
    try {
      do {
        this.#step();
        this.#show();
        this.#lookForWindow();
      } while (this.hasWork(limit) && !isOver());
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  #lookForWindow(): void {
    if (this.#before || this.world.clock().measuring !== 1) return;
    this.#before = { time: this.time, waits: captureWaits(this.world) };
    this.#onWindow?.();
  }

  /** So far at once that nothing is seen too seldom: told by simulated time, so that all runs of it are alike. */
  #step(): void {
    const before = this.time;
    const { records } = this.world.clock();
    let left = this.#records;
    while (left > 0 && this.#stepToSample(left)) {
      left = this.#records - (this.world.clock().records - records);
    }
    const passed = (this.time - before) * looks;
    if (passed > this.duration) this.#records = Math.max(1, this.#records / 2);
    else if (4 * passed < this.duration) {
      this.#records = Math.min(stepRecords, 2 * this.#records);
    }
  }

  /** True where it got to a sample with more of the run behind it. */
  #stepToSample(records: number): boolean {
    const { world, duration } = this;
    const until = Math.min(duration, this.#sampler.next);
    const code = stepOnce(world, until, records);
    if (code !== STEP.REACHED && code !== STEP.FINISHED) return false;
    if (until === this.#sampler.next) this.#sampler.sample(world);
    return this.time < duration;
  }

  #show(): void {
    for (const observer of this.#observers) observer.observe(this.world);
  }
}

// The simulation head: the world that runs ahead of the viewer, slice by slice, and is recorded on
// the way. It never goes back.

import { STEP } from './abi.gen.ts';
import type { Recording } from './recording.ts';
import type { World } from './world.ts';

/** Records between two looks at the host's clock: well below a millisecond of work. */
const stepRecords = 4096;
/** A run is cut into at least so many steps, for stretches in which little is recorded. */
const stepsInRun = 256;

/**
 * Steps once, at most to `until` and at most by `span` ns or `records` records. A pending request of
 * the policy seam is answered as the kernel would: nobody else is asked here.
 */
export function stepOnce(world: World, until: number, span: number, records = stepRecords): number {
  const code = world.step(Math.min(until, world.time + span), records);
  const request = code === STEP.REQUEST ? world.request() : undefined;
  if (request) world.answer(request.kernelChoice);
  return code;
}

/** The longest step of a run of `duration` ns. */
export const stepSpan = (duration: number): number => Math.max(1, Math.ceil(duration / stepsInRun));

export class Head {
  readonly world: World;
  readonly duration: number;
  readonly #recording: Recording;
  readonly #span: number;
  /** What stopped it for good. */
  failure: Error | undefined;

  constructor(world: World, recording: Recording, duration: number) {
    this.world = world;
    this.duration = duration;
    this.#recording = recording;
    this.#span = stepSpan(duration);
    recording.observe(world);
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

  /** Runs towards `limit` (ns) until `isOver` says that the slice ends; keeps a failure. */
  slice(limit: number, isOver: () => boolean): void {
    try {
      do {
        stepOnce(this.world, Math.min(limit, this.duration), this.#span);
        this.#recording.observe(this.world);
      } while (this.hasWork(limit) && !isOver());
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }
}

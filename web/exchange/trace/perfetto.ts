// Writes a run as a Perfetto trace: the tracks of `tracks.ts`, and beside them what the scheduler's
// tracepoints tell, from which Perfetto draws its own rows of CPUs and states of tasks.

import type { World } from '../../engine/world.ts';
import { FtraceBundles } from './ftrace-bundles.ts';
import { SchedEvents } from './sched-events.ts';
import { TrackEvents } from './track-events.ts';
import { Tracks } from './tracks.ts';
import type { TraceOptions, TraceWriter } from './writer.ts';

export class PerfettoTrace implements TraceWriter {
  readonly #file = new TrackEvents();
  readonly #tracks: Tracks;
  readonly #bundles = new FtraceBundles((bundle) => this.#file.ftrace(bundle));
  readonly #source: SchedEvents;
  #told = 0;

  /** `world` stands at its start. */
  constructor(world: World, options: TraceOptions) {
    this.#tracks = new Tracks(world, options, this.#file);
    this.#source = new SchedEvents(world, options, options, (event) => {
      this.#told += 1;
      this.#bundles.add(event);
    });
  }

  get events(): number {
    return this.#tracks.events + this.#told;
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  see(world: World, from: number, to: number): void {
    this.#source.see(world, from, to);
    this.#tracks.see(world, from, to);
  }

  finish(): readonly Uint8Array<ArrayBuffer>[] {
    this.#source.finish();
    this.#bundles.finish();
    return this.#tracks.finish();
  }
}

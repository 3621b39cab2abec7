// The readers of every record of a run besides the recording: the timeline's slices and the first occurrences that
// a scenario names. A page loads them after its first picture; backlog.ts keeps the records that they missed.

import type { Reader, ReaderWorld } from './backlog.ts';
import { MarkFinder, type MarkQuestion } from './marks.ts';
import { SliceRecorder } from './slices-recorder.ts';
import type { Catalog } from './types/catalog.ts';

export class Observers implements Reader {
  readonly slices: SliceRecorder;
  readonly marks: MarkFinder;

  /** `start`: the world as it began; `duration` of the run in ns. */
  constructor(
    start: ReaderWorld,
    catalog: Catalog,
    duration: number,
    questions: readonly MarkQuestion[],
  ) {
    this.slices = new SliceRecorder(start, catalog.topology, duration);
    this.marks = new MarkFinder(questions, catalog);
  }

  observe(world: ReaderWorld): void {
    this.slices.observe(world);
    this.marks.observe(world);
  }
}

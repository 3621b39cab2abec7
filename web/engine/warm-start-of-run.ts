// The warm start of a run and its figures, for shipping them with a page: computed here and now, without a worker
// and without a store. A page that keeps one of its own gets the same from its simulation (warm-start-keeper.ts).

import type { Backend } from './backend.ts';
import { captureMeasured } from './capture-measured.ts';
import { catalogOf } from './catalog.ts';
import type { DefinitionInput } from './definition.ts';
import { Head } from './head.ts';
import { MarkFinder, type MarkQuestion } from './marks.ts';
import { Recording } from './recording.ts';
import { Track } from './track.ts';
import type { Measured } from './types/measured.ts';
import type { WarmStart } from './warm-start.ts';
import { WarmStartKeeper } from './warm-start-keeper.ts';
import { World } from './world.ts';
import { ZoneHistory } from './zones-history.ts';

export interface RunToBegin {
  /** ns: the run ends there. */
  readonly duration: number;
  /** ns: the window of the figures of a moment. */
  readonly window: number;
  /** First occurrences to watch for. */
  readonly marks: readonly MarkQuestion[];
}

/** Either is undefined for a run without a measured window, the warm start also where there was no room for a keyframe. */
export interface WarmStartAndFigures {
  readonly warmStart: WarmStart | undefined;
  readonly figures: Measured | undefined;
  readonly traceHash: string;
}

/** Runs to the end. Throws what the core refuses or stops with. */
export function warmStartOfRun(
  backend: Backend,
  definition: DefinitionInput,
  { duration, window, marks }: RunToBegin,
): WarmStartAndFigures {
  const world = World.create(backend, { ...definition, keyframes: 1 });
  const recording = new Recording(duration);
  const zones = new ZoneHistory(duration);
  const track = new Track(duration, window);
  const catalog = catalogOf(world);
  const finder = new MarkFinder(marks, catalog);
  let warmStart: WarmStart | undefined;
  const keeper = new WarmStartKeeper(undefined, (found) => {
    warmStart = found;
  });
  const head = new Head(world, [recording, zones, finder], track, duration, {
    onWindow: () => keeper.windowBegins(head, { recording, track, zones }),
  });
  const oneStep = () => true;
  while (!head.ended) {
    head.slice(duration, oneStep);
    keeper.know(finder.found, head.ended && !head.failure);
  }
  if (head.failure) throw head.failure;
  return { warmStart, figures: captureMeasured(head, catalog), traceHash: world.traceHash() };
}

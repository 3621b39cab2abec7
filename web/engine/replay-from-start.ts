// Provides every record of a run that went on from a warm start, by running it from zero once more.

import type { Backend } from './backend.ts';
import type { DefinitionInput } from './definition.ts';
import { Head } from './head.ts';
import type { MarkQuestion } from './marks.ts';
import { Observers } from './observers.ts';
import { Track } from './track.ts';
import type { Catalog } from './types/catalog.ts';
import { World } from './world.ts';

/** A head at zero, and the observers of its records. */
export function replayFromStart(
  backend: Backend,
  definition: DefinitionInput,
  catalog: Catalog,
  duration: number,
  questions: readonly MarkQuestion[],
): { readonly head: Head; readonly observers: Observers } {
  const world = World.create(backend, definition);
  const observers = new Observers(world, catalog, duration, questions);
  // The head stops where every run of it stops: at the samples of its track, which are not read here.
  const track = new Track(duration, duration);
  return { head: new Head(world, [observers], track, duration), observers };
}

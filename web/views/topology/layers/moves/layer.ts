// Moves of tasks to other CPUs, and the trail of the selected one.

import type { LazyLayer } from '../layer.ts';

/** Where everything changes within a picture, only moves of few tasks can be told apart. */
export const moves: LazyLayer = {
  name: 'moves',
  when: ({ snapshot, level }) =>
    snapshot.places.few || (level !== 'far' && snapshot.tempo !== 'summary'),
};

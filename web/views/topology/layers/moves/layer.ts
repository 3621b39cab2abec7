// Moves of tasks to other CPUs, and the trail of the selected one.

import type { Catalog } from '../../../../engine/types.ts';
import type { LateLayer } from '../layer.ts';
import type { Kept } from './kept.ts';
import { Moves } from './moves.ts';
import { Trails } from './trail.ts';

function remember({ tasks }: Catalog): Kept {
  const moves = new Moves();
  const trails = new Trails(tasks);
  return {
    moves,
    trails,
    add: (frame, { selection }, wall) => {
      const group = selection.group ?? -2;
      trails.add(frame);
      moves.add(
        frame,
        wall,
        (task) => task === selection.task || frame.tasks.group[task] === group,
      );
    },
  };
}

/** Where everything changes within a picture, only moves of few tasks can be told apart. */
export const moves: LateLayer<Kept> = {
  name: 'moves',
  when: ({ snapshot, level }) =>
    snapshot.places.few || (level !== 'far' && snapshot.tempo !== 'summary'),
  remember,
};

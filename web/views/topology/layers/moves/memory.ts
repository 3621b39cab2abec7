// What the layer of moves keeps from frame to frame.

import type { Catalog } from '../../../../engine/types.ts';
import type { MoveMemory } from './move-memory.ts';
import { MoveTracker } from './moves.ts';
import { Trails } from './trail.ts';

export function rememberMoves({ tasks }: Catalog): MoveMemory {
  const moves = new MoveTracker();
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

// What is kept of moves from frame to frame. Types only.

import type { Memory } from '../../memory.ts';
import type { MoveTracker } from './moves.ts';
import type { Trails } from './trail.ts';

export interface MoveMemory extends Memory {
  readonly moves: MoveTracker;
  readonly trails: Trails;
}

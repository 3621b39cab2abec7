// The memory of a line's drawing: room for its queue, and the cores that fetched its bytes last. Types only.

import type { Memory } from '../../memory.ts';
import type { Queue } from '../../queue.ts';
import type { FetchMemory } from './fields.ts';

export interface LineMemory extends Memory {
  readonly queue: Queue;
  readonly fetches: FetchMemory;
}

// What the marks of one picture are drawn with, kept to be used again. Types only.

import type { Memory } from '../../memory.ts';

export interface TaskBrushes extends Memory {
  /** Index of a brush, by mark. */
  readonly style: Uint8Array;
}

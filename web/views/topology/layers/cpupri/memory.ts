// What the drawing of cpupri keeps: levels that had a count before, so that their rows stay.

import type { Frame } from '../../../../engine/types.ts';
import type { Memory } from '../../memory.ts';

/** Levels of cpupri, and room. */
const levels = 256;

export interface CpupriMemory extends Memory {
  /** 1 for each level that had a count. */
  readonly seen: Uint8Array;
}

export function rememberLevels(): CpupriMemory {
  const seen = new Uint8Array(levels);
  return {
    seen,
    add: ({ mechanisms }: Frame) => {
      const counts = mechanisms?.cpupri?.counts;
      for (let level = 0; counts && level < counts.length; level++) {
        if (counts[level] !== 0) seen[level] = 1;
      }
    },
  };
}

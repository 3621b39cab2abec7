// The occupancy of each LLC, by the owners of its footprints: read from a frame. Knows nothing of drawing.

import type { Frame } from '../../../../engine/types.ts';

/** What an LLC holds of one owner; process -1: of all tasks that are in no process. */
export interface HeldPart {
  readonly process: number;
  readonly kib: number;
}

export interface Holding {
  readonly llc: number;
  /** KiB of all parts. */
  readonly kib: number;
  /** KiB the LLC has room for. */
  readonly room: number;
  /** By process, without those of which it holds nothing. */
  readonly parts: readonly HeldPart[];
}

/** By LLC; empty where no work of the run has a footprint. */
export function holdingsOf({ owners, llcs, occupancy, llcKib }: Frame): Holding[] {
  if (owners === 0) return [];
  return Array.from({ length: llcs }, (_, llc) => {
    const parts: HeldPart[] = [];
    let kib = 0;
    for (let owner = 0; owner < owners; owner++) {
      const held = occupancy[llc * owners + owner]!;
      if (held === 0) continue;
      kib += held;
      parts.push({ process: owner === owners - 1 ? -1 : owner, kib: held });
    }
    return { llc, kib, room: llcKib, parts };
  });
}

// Names of fields that do not fit their boxes: they stand above the bar, in rows, each with a line to its box. Knows where they
// stand; draw.ts draws them.

import type { Rect } from '../../layout.ts';

/** More rows take the room of the machine: a name that finds none stays in its box, cut. */
export const MAX_CALLOUTS = 3;
/** Between two names of a row; sizes of text. */
const gap = 0.9;

export interface Callout {
  /** From 0, the row next to the bar. */
  readonly row: number;
  /** Middle of the name. */
  readonly x: number;
}

export interface NamedField {
  /** Of the box. */
  readonly place: Rect;
  /** Width of what is said; CSS pixels. */
  readonly width: number;
  /** Whether it fits the box. */
  readonly fits: boolean;
}

/** Where the names of boxes from left to right stand; undefined for those that stay in their box. */
export function placeCallouts(
  bar: Rect,
  boxes: readonly NamedField[],
  text: number,
): (Callout | undefined)[] {
  const ends = Array.from({ length: MAX_CALLOUTS }, () => Number.NEGATIVE_INFINITY);
  return boxes.map(({ place, width, fits }) => {
    if (fits) return undefined;
    const least = bar.x + width / 2;
    const most = bar.x + bar.width - width / 2;
    const x = Math.max(least, Math.min(most, place.x + place.width / 2));
    const row = ends.findIndex((end) => end + gap * text <= x - width / 2);
    if (row < 0) return undefined;
    ends[row] = x + width / 2;
    return { row, x };
  });
}

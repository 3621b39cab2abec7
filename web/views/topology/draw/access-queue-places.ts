// Positions in the queue under the machine: its height, its name, its chips, and the width of the matrix beside the
// machine. queue.ts and matrix.ts draw them.

import type { Palette } from '../../../ui/theme.ts';
import type { AccessQueue } from '../access-queue.ts';
import type { Rect } from '../layout.ts';
import type { CanvasSize } from '../snapshot.ts';
import { type LiveScene, legible } from './scene.ts';

/** The queue shows so many waiters; the rest is a number. */
export const accessQueueWaiters = 12;

/** In a lower picture, a strip on a phone, the machine has all the place. In sizes of text. */
const lowest = 14;

/** Height of the queue for a palette's text size, CSS pixels; 0: a picture so high has none. */
export const accessQueueHeight = (
  { textSmall }: Palette,
  { height }: Pick<CanvasSize, 'height'>,
): number => (height < lowest * textSmall ? 0 : Math.round(textSmall * 4.2));

/** Width of the matrix beside the machine where it is shown, CSS pixels. */
export const matrixWidth = ({ width, height }: CanvasSize, { textSmall }: Palette): number =>
  Math.round(Math.min(width * 0.34, height * 0.6, textSmall * 24));

interface AccessQueuePlaces {
  readonly label: Rect;
  /** The place of the holder, before the waiters; undefined if there is no single holder. */
  readonly holder: Rect | undefined;
  readonly chips: readonly Rect[];
  /** Where the number of the others stands. */
  readonly rest: Rect;
}

/** Where everything of the queue stands; the same for drawing and picking. */
export function placeAccessQueue(
  scene: Pick<LiveScene, 'size' | 'view' | 'palette'>,
  { holder }: Pick<AccessQueue, 'holder'>,
): AccessQueuePlaces {
  const { size, view, palette } = scene;
  const text = palette.textSmall;
  const top = view.height;
  const height = size.height - top;
  const pad = Math.round(text * 0.8);
  const labelWidth = Math.min(
    size.width * 0.42,
    Math.max(text * 10.2, Math.min(size.width * 0.25, text * 15)),
  );
  const restWidth = text * 2.6;
  const gap = Math.max(3, text * 0.3);
  const room = size.width - labelWidth - restWidth - 3 * pad;
  // As wide as a waiting time ("932 ns") in the size it is written in, and room on either side of it.
  const least = 4.4 * legible(palette, text * 0.82);
  const chipWidth = Math.max(least, Math.min(text * 4.6, (room + gap) / accessQueueWaiters - gap));
  const free = holder < 0 ? room : room - chipWidth - 3 * gap;
  const count = Math.max(
    0,
    Math.min(accessQueueWaiters, Math.floor((free + gap) / (chipWidth + gap))),
  );
  const first = pad + gap + labelWidth;
  const left = holder < 0 ? first : first + chipWidth + 3 * gap;
  const inset = Math.round(text * 0.4);
  const chip = { y: top + inset, width: Math.round(chipWidth), height: height - 2 * inset };
  return {
    holder: holder < 0 ? undefined : { x: first, ...chip },
    label: { x: pad, y: top, width: labelWidth, height },
    chips: Array.from({ length: count }, (_, i) => ({
      x: Math.round(left + i * (chipWidth + gap)),
      ...chip,
    })),
    rest: {
      x: left + count * (chipWidth + gap) + gap,
      y: top,
      width: restWidth,
      height,
    },
  };
}

// Where everything of the lane under the machine stands: how high it is, its name, its chips. lane.ts draws it.

import type { Palette } from '../../../ui/theme.ts';
import { laneWaiters } from '../lane.ts';
import type { Rect } from '../layout.ts';
import { type LiveScene, legible } from './scene.ts';

/** Height of the lane for a palette's text size, CSS pixels. */
export const laneHeight = (palette: Palette): number => Math.round(palette.textSmall * 4.2);

interface LanePlaces {
  readonly label: Rect;
  readonly chips: readonly Rect[];
  /** Where the number of the others stands. */
  readonly rest: Rect;
}

/** Where everything of the lane stands; the same for drawing and picking. */
export function placeLane(scene: Pick<LiveScene, 'size' | 'view' | 'palette'>): LanePlaces {
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
  // As wide as a waiting time in the size it is written in.
  const least = 3.8 * legible(palette, text * 0.82);
  const chipWidth = Math.min(text * 4.6, Math.max(least, (room + gap) / laneWaiters - gap));
  const count = Math.max(0, Math.min(laneWaiters, Math.floor((room + gap) / (chipWidth + gap))));
  const left = pad + gap + labelWidth;
  const inset = Math.round(text * 0.4);
  return {
    label: { x: pad, y: top, width: labelWidth, height },
    chips: Array.from({ length: count }, (_, i) => ({
      x: Math.round(left + i * (chipWidth + gap)),
      y: top + inset,
      width: Math.round(chipWidth),
      height: height - 2 * inset,
    })),
    rest: {
      x: left + count * (chipWidth + gap) + gap,
      y: top,
      width: restWidth,
      height,
    },
  };
}

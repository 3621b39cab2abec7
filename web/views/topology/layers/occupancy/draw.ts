// How full LLCs are: a gauge at the right edge of each, as high as what it can hold, filled from below in
// the colours of the processes whose footprints it holds. Loaded late: only few runs have any.

import type { Frame } from '../../../../engine/types.ts';
import { taskHue } from '../../../../ui/theme.ts';
import { cornerOf } from '../../draw/frames.ts';
import { inView, type LiveScene, roundedPath, screenRect } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { type Holding, holdingsOf } from './holdings.ts';

/** The gauge, CSS pixels, and the room it may take of a block. */
const gaugeWidth = 6;
const widestShare = 0.2;

const inside = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

function drawGauge(scene: LiveScene, holding: Holding): void {
  const { context, layout, palette, view } = scene;
  const block = layout.llcs.find(({ llc }) => llc === holding.llc);
  if (!block) return;
  const frame = screenRect(scene, block.rect);
  if (!inView(frame, view)) return;
  const width = Math.min(gaugeWidth * palette.stroke, frame.width * widestShare);
  const x = frame.x + frame.width - width;
  context.save();
  context.beginPath();
  context.rect(x, frame.y, width, frame.height);
  context.clip();
  // The corners of a block are round.
  const inner = inside(frame, palette.stroke / 2);
  roundedPath(context, inner, cornerOf(frame));
  context.clip();
  context.fillStyle = palette.background;
  context.fillRect(x, frame.y, width, frame.height);
  let y = frame.y + frame.height;
  for (const { process, kib } of holding.parts) {
    const height = Math.min(frame.height, (frame.height * kib) / holding.room);
    y -= height;
    context.fillStyle = process < 0 ? palette.inkFaint : taskHue(palette, process);
    context.fillRect(x, y, width, height);
  }
  // What is empty stays in the background: on a large machine that is most of it.
  context.strokeStyle = holding.parts.length > 0 ? palette.outlineStrong : palette.outline;
  context.lineWidth = 2 * palette.stroke;
  roundedPath(context, inner, cornerOf(frame));
  context.stroke();
  context.lineWidth = palette.stroke;
  context.strokeRect(x + palette.stroke / 2, frame.y, width, frame.height);
  context.restore();
}

export const noteOccupancy = (frame: Frame): readonly Holding[] => holdingsOf(frame);

export function drawOccupancy(scene: LiveScene): void {
  for (const holding of holdingsOf(scene.snapshot.frame)) drawGauge(scene, holding);
}

// LLCs that are shared while others are empty: a thick hot frame, so that it can be told from across a hall which
// machine uses too few. What is in it keeps its ground. Loaded late: few stories are about it.

import type { Frame } from '../../../../engine/types.ts';
import type { Colouring } from '../../colouring.ts';
import { cornerOf } from '../../draw/frames.ts';
import {
  type DrawnTopology,
  inView,
  type LiveScene,
  roundedPath,
  screenRect,
} from '../../draw/scene.ts';
import { type Shared, sharedOf } from './sharing.ts';

/** CSS pixels, and the room that it may take of a block. */
const strokeWidth = 5;
const widestShare = 0.1;

/** Nothing where it is not drawn either. */
export const noteSharing = (
  frame: Frame,
  { catalog }: DrawnTopology,
  _kept: undefined,
  { marksShared }: Colouring,
): readonly Shared[] => (marksShared ? sharedOf(frame, catalog.topology) : []);

export function drawSharing(scene: LiveScene): void {
  const { context, layout, machine, palette, snapshot } = scene;
  context.strokeStyle = palette.line;
  for (const { llc } of sharedOf(snapshot.frame, machine.catalog.topology)) {
    const block = layout.llcs.find((each) => each.llc === llc);
    const frame = block && screenRect(scene, block.rect);
    if (!frame || !inView(frame, scene.view)) continue;
    const width = Math.min(strokeWidth * palette.stroke, frame.width * widestShare);
    const half = width / 2;
    const inside = {
      x: frame.x + half,
      y: frame.y + half,
      width: frame.width - width,
      height: frame.height - width,
    };
    roundedPath(context, inside, cornerOf(frame));
    context.lineWidth = width;
    context.stroke();
  }
}

// LLCs that are shared while others are empty: a hot frame and a breath of its colour over the whole block, so
// that it can be told from across a hall which machine uses too few. Loaded late: few stories are about it.

import type { Frame } from '../../../../engine/types.ts';
import type { Colouring } from '../../colouring.ts';
import { cornerOf } from '../../draw/frames.ts';
import { inView, type LiveScene, type Machine, roundedPath, screenRect } from '../../draw/scene.ts';
import { type Shared, sharedOf } from './sharing.ts';

/** CPUs and tasks stay readable under it. */
const breath = 0.2;
const strokeWidth = 2.5;

/** Nothing where it is not drawn either. */
export const noteSharing = (
  frame: Frame,
  { catalog }: Machine,
  _kept: undefined,
  { spreads }: Colouring,
): readonly Shared[] => (spreads ? sharedOf(frame, catalog.topology) : []);

export function drawSharing(scene: LiveScene): void {
  const { context, layout, machine, palette, snapshot } = scene;
  const width = strokeWidth * palette.stroke;
  context.fillStyle = palette.line;
  context.strokeStyle = palette.line;
  context.lineWidth = width;
  for (const { llc } of sharedOf(snapshot.frame, machine.catalog.topology)) {
    const block = layout.llcs.find((each) => each.llc === llc);
    const frame = block && screenRect(scene, block.rect);
    if (!frame || !inView(frame, scene.view)) continue;
    const half = width / 2;
    const inside = {
      x: frame.x + half,
      y: frame.y + half,
      width: frame.width - width,
      height: frame.height - width,
    };
    roundedPath(context, inside, cornerOf(frame));
    context.globalAlpha = breath;
    context.fill();
    context.globalAlpha = 1;
    context.stroke();
  }
}

// The two hatches: diagonal stripes for a CPU stalled on a line, a lattice for one that spins on a
// lock. Tiles are drawn in device pixels so that stripes stay crisp.

import type { Palette } from '../../../ui/theme.ts';
import type { CanvasContext, WaitHatches } from './scene.ts';

/** Side of a tile and width of a stripe, CSS pixels. */
const tileSize = 6;
const stripe = 1.9;

function tile(
  context: CanvasContext,
  ratio: number,
  ground: string,
  colour: string,
  lattice: boolean,
): CanvasPattern {
  const side = Math.max(4, Math.round(tileSize * ratio));
  const canvas = new OffscreenCanvas(side, side);
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, side, side);
  pen.strokeStyle = colour;
  pen.lineWidth = (lattice ? stripe * 0.7 : stripe) * ratio;
  pen.beginPath();
  for (const shift of [-side, 0, side]) {
    pen.moveTo(shift, side);
    pen.lineTo(shift + side, 0);
    if (lattice) {
      pen.moveTo(shift, 0);
      pen.lineTo(shift + side, side);
    }
  }
  pen.stroke();
  const pattern = context.createPattern(canvas, 'repeat')!;
  pattern.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, 0, 0]));
  return pattern;
}

export function makeHatches(context: CanvasContext, palette: Palette, ratio: number): WaitHatches {
  const { line, lock, hatch } = palette;
  return {
    stalled: tile(context, ratio, line, hatch, false),
    spinning: tile(context, ratio, lock, hatch, true),
  };
}

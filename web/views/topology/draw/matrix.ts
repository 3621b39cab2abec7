// The matrix of transfers beside the machine: a row for each cache that gives lines, a column for each that gets
// them, and the rate as a magnitude. Many caches go together by node, or by socket.

import { heatColour } from '../../../ui/cividis.ts';
import { rate as perSecond } from '../../../ui/format.ts';
import type { Rect } from '../layout.ts';
import { leastCell, type MatrixRows, rowsIn, sumByRow } from '../matrix-rows.ts';
import { words } from '../words.ts';
import { fillTextWithin, type LiveScene, legible, textFont } from './scene.ts';

/** A square of cells under two lines of words, in the middle of its room. */
function drawCells(scene: LiveScene, box: Rect, rows: MatrixRows, sums: Float64Array): void {
  const { context, palette, snapshot } = scene;
  const { count } = rows;
  const cell = Math.floor(box.width / count);
  const gap = cell > 5 ? 1 : 0;
  for (let from = 0; from < count; from++) {
    for (let to = 0; to < count; to++) {
      const share = Math.min(1, sums[from * count + to]! / snapshot.fullRate);
      const isInside = from === to && rows.of === 'llc';
      context.fillStyle =
        share >= leastCell
          ? heatColour(share, palette.heat)
          : isInside
            ? palette.background
            : palette.idle;
      context.fillRect(box.x + to * cell, box.y + from * cell, cell - gap, cell - gap);
    }
  }
  const size = legible(palette, palette.textSmall * 0.86);
  if (cell < size * 1.1) return;
  context.font = textFont(palette, size);
  context.fillStyle = palette.inkMuted;
  for (let row = 0; row < count; row++) {
    const middle = row * cell + (cell - gap) / 2;
    context.textAlign = 'right';
    context.fillText(String(row), box.x - 4, box.y + middle);
    context.textAlign = 'center';
    context.fillText(String(row), box.x + middle, box.y - size * 0.7);
  }
}

export function drawMatrix(scene: LiveScene, room: Rect): void {
  const { context, palette, snapshot, machine } = scene;
  const text = palette.textSmall;
  const pad = Math.round(text * 1.6);
  const head = Math.round(text * 4.4);
  const rows = rowsIn(machine.catalog.topology);
  const side = Math.max(1, Math.min(room.width - 2 * pad, room.height - head - 3 * text));
  const box = { x: room.x + pad, y: room.y + head, width: side, height: side };
  context.save();
  context.fillStyle = palette.background;
  context.fillRect(room.x, room.y, room.width, room.height);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = palette.ink;
  context.font = textFont(palette, text, 600);
  fillTextWithin(context, words.matrix(rows.of), box.x, room.y + text, room.width - pad);
  context.font = textFont(palette, text);
  context.fillStyle = palette.inkMuted;
  fillTextWithin(context, words.matrixWay, box.x, room.y + text * 2.4, room.width - pad);
  if (snapshot.fullRate > 0) {
    drawCells(scene, box, rows, sumByRow(snapshot.traffic.rates, rows));
    const inside = words.inside(perSecond(snapshot.traffic.inside));
    context.textAlign = 'left';
    context.fillStyle = palette.inkMuted;
    context.font = textFont(palette, text);
    fillTextWithin(context, inside, box.x, box.y + side + text, room.width - pad);
  }
  context.restore();
}

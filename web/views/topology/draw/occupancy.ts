// How full LLCs are: a gauge at the right edge of each, as high as what it can hold, filled from below in
// the colours of the processes whose footprints it holds. And the epoch clock of cache-aware balancing in
// the corner. Loaded with what flows: only few runs have either.

import { epochShare, type Holding, holdingsOf } from '../holdings.ts';
import type { Rect } from '../layout.ts';
import { words } from '../words.ts';
import { cornerOf, titleBox } from './frames.ts';
import { processColour } from './process-colours.ts';
import { inView, type LiveScene, legible, roundedPath, screenRect, textFont } from './scene.ts';

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
    context.fillStyle = process < 0 ? palette.inkFaint : processColour(process);
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

/**
 * Where the clock's right end stands: in the title row of the socket at the top right, and in the corner of the
 * view while that is out of it.
 */
function clockPlace(scene: LiveScene, height: number): { right: number; middle: number } {
  const { layout, view } = scene;
  const places = layout.packages.map(({ rect }) => titleBox(scene, rect));
  const top = Math.min(...places.map(({ y }) => y));
  const row = places.filter(({ y }) => y === top);
  const { x, y, width, ...last } = row.reduce((a, b) => (b.x > a.x ? b : a));
  const middle = y + last.height / 2;
  const right = x + width;
  if (middle >= height / 2 && right > 0 && middle < view.height) return { right, middle };
  return { right: view.width - height / 4, middle: height * 0.75 };
}

/** A dial that fills up until the next epoch begins, with the number of this one. */
function drawEpoch(scene: LiveScene): void {
  const { context, palette, snapshot } = scene;
  const { epoch, time } = snapshot.frame;
  if (!epoch) return;
  const size = legible(palette, palette.textSmall * 0.95);
  const text = words.epoch(epoch.number);
  context.font = textFont(palette, size, 500);
  const radius = size * 0.5;
  const pad = size * 0.35;
  const width = context.measureText(text).width + 2 * radius + 3 * pad;
  const height = size * 1.5;
  const { right, middle } = clockPlace(scene, height);
  const box = { x: right - width, y: middle - height / 2, width, height };
  context.fillStyle = palette.background;
  roundedPath(context, box, 3);
  context.fill();
  const dial = box.x + pad + radius;
  context.strokeStyle = palette.inkMuted;
  context.lineWidth = palette.stroke;
  context.beginPath();
  context.arc(dial, middle, radius, 0, 2 * Math.PI);
  context.stroke();
  // Where an epoch is over in a moment of the viewer's, a dial would only flicker.
  if (snapshot.tempo !== 'summary') {
    const top = -Math.PI / 2;
    context.fillStyle = palette.inkMuted;
    context.beginPath();
    context.moveTo(dial, middle);
    context.arc(dial, middle, radius, top, top + 2 * Math.PI * epochShare(epoch, time));
    context.fill();
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.inkMuted;
  context.fillText(text, dial + radius + pad, middle + 0.5);
}

export function drawOccupancy(scene: LiveScene): void {
  for (const holding of holdingsOf(scene.snapshot.frame)) drawGauge(scene, holding);
  drawEpoch(scene);
}

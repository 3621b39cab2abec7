// The epoch clock of cache-aware balancing, in the corner. Loaded late: only few runs have it.

import type { Frame } from '../../../../engine/types.ts';
import { titleBox } from '../../draw/frames.ts';
import { type LiveScene, legible, roundedPath, textFont } from '../../draw/scene.ts';
import { epochName, epochShare, epochSince } from './clock.ts';

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
export function drawEpoch(scene: LiveScene): void {
  const { context, palette, snapshot } = scene;
  const { epoch, time } = snapshot.frame;
  if (!epoch) return;
  const size = legible(palette, palette.textSmall * 0.95);
  const text = epochName(epoch.number);
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

/** In words; empty without epochs. */
export const noteEpoch = ({ epoch, time }: Frame): string => (epoch ? epochSince(epoch, time) : '');

// A refill or a flush on its way: a box with as many ticks as pages, from the zone through its gate to the card of its CPU, or
// back. Where it is follows from when it began and how long it takes.

import { fillTextWithin, legible, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import type { Parcel } from './lists.ts';
import { words } from './words.ts';

/** More ticks than these are not drawn, but said. */
const mostTicks = 64;
const rows = 2;
const inset = 4;

interface Point {
  readonly x: number;
  readonly y: number;
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** The share of the way at which it is past the gate. */
const pastGate = 0.3;
const gap = 4;

/**
 * The middle of a parcel of `height` that has come so far of its way from the zone to a CPU: up beside the gate, while it is
 * `narrow`, then over all gates. So it covers neither the name of a lock nor its holder.
 */
export function wayPoint(
  share: number,
  block: Rect,
  gate: Rect,
  { narrow, height }: { readonly narrow: number; readonly height: number },
  end: Point | undefined,
): Point {
  const x = gate.x + gate.width + gap + narrow / 2;
  const zone = { x, y: block.y + block.height / 2 };
  const past = { x, y: gate.y - gap - height / 2 };
  if (share < pastGate) return between(zone, past, share / pastGate);
  return between(past, end ?? past, (share - pastGate) / (1 - pastGate));
}

/** Where a card takes its pages: undefined where CPUs have none. */
function cardEnd({ form, cells }: MechanismScene, cpu: number): Point | undefined {
  const [x, y] = [cells.x[cpu]!, cells.y[cpu]!];
  if (form !== 'cards' || Number.isNaN(x)) return undefined;
  return { x: x + cells.width / 2, y: y + cells.height * 0.75 };
}

function drawBox(scene: MechanismScene, box: Rect, pages: number, pitch: number): void {
  const { context, palette } = scene;
  context.strokeStyle = palette.accent;
  context.lineWidth = palette.stroke;
  context.fillStyle = palette.background;
  roundedPath(context, box, 3);
  context.fill();
  context.stroke();
  context.beginPath();
  const own = pages < rows ? 1 : rows;
  const tick = (box.height - 2 * inset - 2 * (own - 1)) / own;
  const columns = Math.ceil(pages / own);
  const left = box.x + (box.width - columns * pitch) / 2;
  for (let page = 0; page < pages; page++) {
    const x = left + Math.floor(page / own) * pitch;
    const y = box.y + inset + (page % own) * (tick + 2);
    context.rect(x, y, Math.max(1, pitch - palette.stroke), tick);
  }
  context.fillStyle = palette.accent;
  context.fill();
}

export function drawParcel(scene: MechanismScene, parcel: Parcel, gate: Rect, block: Rect): void {
  const { context, palette, view } = scene;
  if (parcel.cpu < 0 || parcel.pages === 0) return;
  const text = palette.textSmall;
  const pages = Math.min(parcel.pages, mostTicks);
  const pitch = 3 * palette.stroke;
  const height = Math.round(gate.height * 0.6);
  const share = parcel.kind === 'refill' ? parcel.share : 1 - parcel.share;
  const narrow = 2 * inset + pitch;
  const whole = Math.max(text * 1.4, Math.ceil(pages / rows) * pitch + 2 * inset);
  const width = share < pastGate ? narrow : whole;
  const { x, y } = wayPoint(share, block, gate, { narrow, height }, cardEnd(scene, parcel.cpu));
  const box = { x: x - width / 2, y: y - height / 2, width, height };
  drawBox(scene, box, share < pastGate ? 1 : pages, pitch);
  context.font = textFont(palette, legible(palette, text), 600);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  // Over the gates, where nothing else stands.
  if (share < pastGate || share > 0.75) return;
  const label = words[parcel.kind](parcel.pages, parcel.cpu);
  const left = Math.min(box.x, view.width - context.measureText(label).width - 4);
  const above = Math.min(box.y, gate.y) - text * 0.9;
  fillTextWithin(context, label, left, above, view.width - left - 4);
}

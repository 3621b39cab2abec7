// Rings what is pointed at: 2 px around each of its marks, and a veil over the rest of the machine.

import type { LiveScene } from '../../draw/scene.ts';
import type { RingPlace } from '../../ring.ts';
import { isOfPage, ringPlacesOf } from './places.ts';

/** How much of the rest is left. */
const rest = 0.6;
/** CSS pixels between a mark and its ring. */
const gap = 2;
const corner = 4;

const grown = ({ x, y, width, height, isRound }: RingPlace, by: number): RingPlace => ({
  ...{ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by },
  ...(isRound && { isRound }),
});

/** Against the way of the veil's edge, so that nothing is filled there. */
function hole(context: LiveScene['context'], { x, y, width, height }: RingPlace): void {
  context.moveTo(x, y);
  context.lineTo(x, y + height);
  context.lineTo(x + width, y + height);
  context.lineTo(x + width, y);
  context.closePath();
}

function drawVeil(scene: LiveScene, places: readonly RingPlace[]): void {
  const { context, palette, view } = scene;
  context.globalAlpha = 1 - rest;
  context.fillStyle = palette.background;
  context.beginPath();
  context.rect(0, 0, view.width, view.height);
  for (const place of places) hole(context, grown(place, gap));
  context.fill();
  context.globalAlpha = 1;
}

function outline(scene: LiveScene, place: RingPlace, colour: string, width: number): void {
  const { context } = scene;
  const { x, y, width: wide, height, isRound } = grown(place, gap + 1);
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.roundRect(x, y, wide, height, isRound ? wide / 2 : Math.min(corner, height / 2));
  context.stroke();
}

/** What is pointed at is ringed wherever this machine has it; where only another has it, this one recedes. */
export function drawRing(scene: LiveScene): void {
  const { palette, snapshot } = scene;
  if (!snapshot.ring) return;
  const { pointed, isThin } = snapshot.ring;
  const isElsewhere = pointed.side !== undefined && pointed.side !== scene.machine.side;
  const places = isOfPage(pointed) ? [] : ringPlacesOf(scene, pointed);
  const recedes = places.length > 0 || isElsewhere || isOfPage(pointed);
  if (recedes && !isThin) drawVeil(scene, places);
  for (const place of places) {
    if (!isThin) outline(scene, place, palette.background, 4 * palette.stroke);
    outline(scene, place, palette.selected, (isThin ? 1 : 2) * palette.stroke);
  }
}

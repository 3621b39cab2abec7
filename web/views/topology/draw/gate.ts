// A lock as a gate: its holder, and before it the waiting CPUs, the next one nearest. For every mechanism that has
// one.

import type { Rect } from '../layout.ts';
import { cpuName } from '../mechanism.ts';
import { fillTextWithin, type LiveScene, legible, roundedPath, textFont } from './scene.ts';

export interface Gate {
  readonly name: string;
  /** Its holder, or that it is free. */
  readonly state: string;
  readonly isHeld: boolean;
  /** CPUs in the order in which they came, as many as `count`. */
  readonly queue: ArrayLike<number>;
  readonly count: number;
  /** How many more wait than have room, as a text. */
  readonly more: (count: number) => string;
  /** Colour of such waits; that of locks if left out. */
  readonly colour?: string;
  /** How long those of the queue have waited, as texts; left out: not said. */
  readonly since?: (cpu: number) => string;
}

/** Sizes by those of text. */
export const gateSize = ({ palette }: Pick<LiveScene, 'palette'>) => ({
  width: Math.round(palette.textSmall * 6.8),
  height: Math.round(palette.textSmall * 4.4),
  chip: Math.round(palette.textSmall * 4.2),
});

const breath = 0.16;

function box(scene: LiveScene, rect: Rect, colour: string, width: number): void {
  const { context, palette } = scene;
  const own = context.globalAlpha;
  context.fillStyle = palette.background;
  roundedPath(context, rect, 4);
  context.fill();
  context.fillStyle = colour;
  context.globalAlpha = own * breath;
  context.fill();
  context.globalAlpha = own;
  context.strokeStyle = colour;
  context.lineWidth = width * palette.stroke;
  context.stroke();
}

/** Draws a gate with its right edge free: `rect` is the gate, and the waiting CPUs stand left of it, from `left` on. */
export function drawGate(scene: LiveScene, rect: Rect, left: number, gate: Gate): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const isBusy = gate.isHeld || gate.count > 0;
  box(scene, rect, isBusy ? (gate.colour ?? palette.lock) : palette.accent, 2);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  const x = rect.x + rect.width / 2;
  context.font = textFont(palette, text, 600);
  fillTextWithin(context, gate.name, x, rect.y + rect.height * 0.35, rect.width - 6);
  context.font = textFont(palette, legible(palette, text), 400);
  fillTextWithin(context, gate.state, x, rect.y + rect.height * 0.7, rect.width - 6);
  drawWaiting(scene, rect, left, gate);
}

function drawWaiting(scene: LiveScene, rect: Rect, left: number, gate: Gate): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const colour = gate.colour ?? palette.lock;
  const { chip } = gateSize(scene);
  const gap = Math.round(text * 0.5);
  const room = Math.max(0, Math.floor((rect.x - left) / (chip + gap)));
  const isCut = gate.count > room;
  // The number of the others takes the place of one.
  const shown = isCut ? Math.max(0, room - 1) : gate.count;
  const height = Math.round(rect.height * 0.78);
  const y = rect.y + (rect.height - height) / 2;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (let place = 0; place < shown; place++) {
    const x = rect.x - (place + 1) * (chip + gap);
    box(scene, { x, y, width: chip, height }, colour, place === 0 ? 2 : 1);
    context.fillStyle = palette.ink;
    context.font = textFont(palette, text, 600);
    const cpu = gate.queue[place]!;
    const above = gate.since ? 0.32 : 0.5;
    // A name that is cut would be that of another CPU.
    const isFitting = context.measureText(cpuName(cpu)).width <= chip - 4;
    context.fillText(isFitting ? cpuName(cpu) : String(cpu), x + chip / 2, y + height * above);
    if (!gate.since) continue;
    context.fillStyle = palette.inkMuted;
    context.font = textFont(palette, legible(palette, text * 0.85));
    fillTextWithin(context, gate.since(cpu), x + chip / 2, y + height * 0.72, chip - 2);
  }
  if (!isCut) return;
  context.font = textFont(palette, text * 1.15, 600);
  context.fillStyle = colour;
  const x = rect.x - shown * (chip + gap) - gap;
  context.textAlign = 'right';
  context.fillText(gate.more(gate.count - shown), x, rect.y + rect.height / 2);
}

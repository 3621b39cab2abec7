// Memory controllers: what running work takes from the memory of each node, against the most that it gives.

import { fillTextWithin, legible, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { pointers, strengthOf } from '../../mechanism.ts';
import type { MechanismDrawing, MechanismMoment, MechanismScene } from '../../mechanism-drawing.ts';
import { words } from './words.ts';

export interface NodeNote {
  readonly node: number;
  readonly rate: number;
  readonly limit: number;
  readonly cpus: number;
}

/** By node; undefined where the frame tells nothing of memory. */
export function noteBandwidth({ frame }: Pick<MechanismMoment, 'frame'>): NodeNote[] | undefined {
  const traffic = frame.mechanisms?.traffic;
  if (!traffic) return undefined;
  return Array.from(traffic.rate, (rate, node) => ({
    node,
    rate,
    limit: traffic.limit[node]!,
    cpus: traffic.cpus[node]!,
  }));
}

/** From this share on a controller is full. */
const full = 0.97;

function drawNode(scene: MechanismScene, box: Rect, node: NodeNote, most: number): void {
  const { context, palette, mechanism } = scene;
  const text = palette.textSmall;
  context.globalAlpha = strengthOf(mechanism.choice.focus, pointers.node(node.node));
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  context.font = textFont(palette, text, 600);
  fillTextWithin(context, words.node(node.node), box.x, box.y + text * 0.7, box.width);
  const bar = { x: box.x, y: box.y + text * 1.6, width: box.width, height: text * 1.8 };
  const whole = node.limit > 0 ? node.limit : most;
  const share = whole > 0 ? Math.min(1, node.rate / whole) : 0;
  const isFull = node.limit > 0 && share >= full;
  context.fillStyle = palette.idle;
  roundedPath(context, bar, 3);
  context.fill();
  if (share > 0) {
    context.fillStyle = isFull ? palette.lock : palette.accent;
    roundedPath(context, { ...bar, width: Math.max(2, bar.width * share) }, 3);
    context.fill();
  }
  context.strokeStyle = palette.outlineStrong;
  context.lineWidth = palette.stroke;
  roundedPath(context, bar, 3);
  context.stroke();
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, legible(palette, text * 0.95));
  const below = bar.y + bar.height + text * 0.8;
  const amount = words.of(node.rate, node.limit);
  fillTextWithin(context, amount, box.x, below, box.width);
  const cpus = isFull ? `${words.cpus(node.cpus)}, ${words.full}` : words.cpus(node.cpus);
  fillTextWithin(context, cpus, box.x, below + text * 1.2, box.width);
  context.globalAlpha = 1;
}

function draw(scene: MechanismScene): void {
  const { context, palette, below, snapshot } = scene;
  const text = palette.textSmall;
  context.fillStyle = palette.background;
  context.fillRect(below.x, below.y, below.width, below.height);
  const nodes = noteBandwidth(snapshot) ?? [];
  const most = nodes.reduce((largest, { rate }) => Math.max(largest, rate), 0);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, text);
  const heading = nodes.length > 0 ? words.heading : words.none;
  const width = below.width - 2 * text;
  fillTextWithin(context, heading, below.x + text, below.y + text, width);
  const gap = text;
  const each = (width - gap * (nodes.length - 1)) / Math.max(1, nodes.length);
  nodes.forEach((node, at) => {
    const x = below.x + text + at * (each + gap);
    drawNode(scene, { x, y: below.y + text * 2.2, width: each, height: 0 }, node, most);
  });
}

export default {
  isStrip: true,
  room: ({ palette }) => ({ above: 0, below: Math.round(palette.textSmall * 9) }),
  draw,
  note: noteBandwidth,
} satisfies MechanismDrawing;

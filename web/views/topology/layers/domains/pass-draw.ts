// A balance pass below the machine: its own group and the busiest other one as boxes with what the pass knew of them, an arrow
// between them with what was moved; on the machine the two CPUs. Domains themselves: draw.ts.

import { cellRect } from '../../draw/marks.ts';
import { fillTextWithin, legible, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { type BalancePass, type GroupFigures, passOf } from './pass.ts';
import { words } from './pass-words.ts';

/** Height that a pass wants, by the size of text. */
export const passRoom = (text: number): number => Math.round(text * 11);

function drawGroup(
  scene: MechanismScene,
  box: Rect,
  name: string,
  figures: GroupFigures | undefined,
  colour: string,
): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  context.fillStyle = palette.surface;
  context.strokeStyle = colour;
  context.lineWidth = 2 * palette.stroke;
  roundedPath(context, box, 5);
  context.fill();
  context.stroke();
  const [x, room] = [box.x + text * 0.8, box.width - text * 1.6];
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  context.font = textFont(palette, text, 600);
  fillTextWithin(context, name, x, box.y + text, room);
  if (!figures) return;
  context.font = textFont(palette, text * 1.15, 600);
  const counts = `${words.tasks(figures)}, ${words.idle(figures)}`;
  fillTextWithin(context, counts, x, box.y + text * 2.7, room);
  context.font = textFont(palette, legible(palette, text * 0.95));
  context.fillStyle = palette.inkMuted;
  fillTextWithin(context, words.rest(figures), x, box.y + text * 4.2, room);
}

function drawArrow(scene: MechanismScene, from: Rect, to: Rect, { moved }: BalancePass): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const y = from.y + from.height / 2;
  const [x0, x1] = [from.x - 3, to.x + to.width + 5];
  const colour = moved > 0 ? palette.accent : palette.inkMuted;
  context.strokeStyle = colour;
  context.lineWidth = (moved > 0 ? 2.5 : 1.5) * palette.stroke;
  if (moved === 0) context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(x0, y);
  context.lineTo(x1, y);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x1 + text * 0.7, y - text * 0.45);
  context.lineTo(x1 + text * 0.7, y + text * 0.45);
  context.lineTo(x1, y);
  context.closePath();
  context.fill();
  context.textAlign = 'center';
  context.font = textFont(palette, legible(palette, text), 600);
  fillTextWithin(context, words.moved(moved), (x0 + x1) / 2, y - text, x0 - x1);
}

function ring(scene: MechanismScene, cpu: number, colour: string): void {
  const { context, palette } = scene;
  if (cpu < 0) return;
  const { x, y, width, height } = cellRect(scene, cpu);
  if (Number.isNaN(x)) return;
  const reach = 1.5 * palette.stroke;
  context.strokeStyle = colour;
  context.lineWidth = 3 * palette.stroke;
  context.strokeRect(x - reach, y - reach, width + 2 * reach, height + 2 * reach);
}

export function drawPass(scene: MechanismScene): void {
  const { context, palette, below, machine, mechanism, snapshot } = scene;
  const text = palette.textSmall;
  context.fillStyle = palette.background;
  context.fillRect(below.x, below.y, below.width, below.height);
  const pass = passOf(machine.catalog, mechanism.choice.decision, snapshot.frame.time);
  const [x, width] = [below.x + text, below.width - 2 * text];
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, text);
  fillTextWithin(context, pass ? words.heading(pass) : words.none, x, below.y + text, width * 0.8);
  if (!pass) return;
  context.textAlign = 'right';
  context.fillText(words.at(pass.time), x + width, below.y + text);
  const box = { y: below.y + text * 2.2, width: width * 0.38, height: text * 5.4 };
  const own = { ...box, x };
  const busiest = { ...box, x: x + width - box.width };
  drawGroup(scene, own, words.own, pass.own, palette.focus);
  const name = pass.busiest ? words.busiest : words.noBusiest;
  drawGroup(scene, busiest, name, pass.busiest, palette.outlineStrong);
  if (pass.busiest) drawArrow(scene, busiest, own, pass);
  context.textAlign = 'left';
  context.fillStyle = palette.ink;
  context.font = textFont(palette, legible(palette, text));
  fillTextWithin(context, pass.reason, x, below.y + text * 8.8, width);
  ring(scene, pass.from, palette.accent);
  ring(scene, pass.to, palette.focus);
}

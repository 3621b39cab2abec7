// The tests of a search in their order, as a panel below the machine: what each asked, and what it found.

import { fillTextWithin, legible, monoFont, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import type { Placement } from './placement.ts';
import { words } from './words.ts';

/** Heights by the size of text. */
const [line, pad] = [1.9, 0.8];
const rows = 3;

/** Height that the panel wants, CSS pixels. */
export const panelRoom = (text: number): number => Math.round(text * (line * (rows + 1) + 3 * pad));

export const panelBox = ({ below, palette }: MechanismScene): Rect => {
  const text = palette.textSmall;
  const height = below.height - 2 * pad * text;
  return { x: below.x + text, y: below.y + pad * text, width: below.width - 2 * text, height };
};

/** A test with its number before it and its outcome at the right end. */
function drawTest(
  scene: MechanismScene,
  box: Rect,
  {
    number,
    said,
    outcome,
  }: { readonly number: string; readonly said: string; readonly outcome: string },
  colour: string,
  weight = 400,
): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const y = box.y + box.height / 2;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.font = textFont(palette, text * 1.05, 600);
  context.fillStyle = palette.focus;
  const room = number ? context.measureText(number).width + text * 0.6 : 0;
  if (number) context.fillText(number, box.x, y);
  context.font = textFont(palette, text * 1.05, weight);
  const end = context.measureText(outcome).width;
  context.fillStyle = weight > 400 ? palette.focus : palette.ink;
  fillTextWithin(context, said, box.x + room, y, box.width - room - end - text * 0.8);
  if (!outcome) return;
  context.textAlign = 'right';
  context.fillStyle = colour;
  context.fillText(outcome, box.x + box.width, y);
}

/** Two columns where they have room, the tests in their order downwards, what it came to last. */
export function drawPanel(scene: MechanismScene, placement: Placement): void {
  const { context, palette, machine } = scene;
  const text = palette.textSmall;
  const box = panelBox(scene);
  context.fillStyle = palette.surface;
  context.strokeStyle = palette.outline;
  context.lineWidth = palette.stroke;
  roundedPath(context, box, 6);
  context.fill();
  context.stroke();
  const inner = { x: box.x + text, width: box.width - 2 * text, height: text * line };
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = palette.inkMuted;
  context.font = monoFont(palette, legible(palette, text));
  const top = box.y + text * pad;
  const call = words.call(placement, machine.taskName(placement.task));
  const moment = words.at(placement.time);
  const numbers = textFont(palette, text);
  const monospace = context.font;
  context.font = numbers;
  const forCall = inner.width - context.measureText(moment).width - text;
  context.font = monospace;
  fillTextWithin(context, call, inner.x, top + inner.height / 2, forCall);
  context.textAlign = 'right';
  context.font = numbers;
  context.fillText(moment, inner.x + inner.width, top + inner.height / 2);
  const lines = placement.tests.map((test) => ({
    ...words.test(placement, test),
    found: test.found,
  }));
  const columns = lines.length > 0 && inner.width > text * 38 ? 2 : 1;
  const end = { number: '', said: words.end(placement), outcome: '', found: -1 };
  // Where nothing was tested the reason stands for itself.
  const why = { number: '', said: placement.reason, outcome: '', found: -1 };
  const all = lines.length > 0 ? [...lines, end] : [end, why];
  const perColumn = columns === 2 ? Math.max(2, Math.ceil(all.length / 2)) : rows;
  // Too many for the panel: the first ones give way, the end is always told.
  const shown = all.slice(-columns * Math.min(rows, perColumn));
  const width = (inner.width - (columns - 1) * 2 * text) / columns;
  shown.forEach((each, at) => {
    const column = Math.floor(at / Math.min(rows, perColumn));
    const row = at % Math.min(rows, perColumn);
    const x = inner.x + column * (width + 2 * text);
    const y = top + (row + 1) * inner.height;
    const isEnd = each === end;
    const colour = each.found >= 0 ? palette.accent : palette.lock;
    drawTest(scene, { x, y, width, height: inner.height }, each, colour, isEnd ? 700 : 400);
  });
}

// The search of a wake-up on the machine: numbers in the order of its looks, what each found, the CPU taken, and CPUs that
// had nothing to do and were never asked.

import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import {
  cardInk,
  cardOf,
  fillCards,
  frameCard,
  nameCards,
  nameTask,
  plateOn,
  recedeCard,
  stateWord,
} from '../../draw/cards.ts';
import { cellRect } from '../../draw/marks.ts';
import { fillTextWithin, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { pointers, strengthOf } from '../../mechanism.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import { drawPanel, panelBox } from './panel.ts';
import {
  isNeverAsked,
  type LookResult,
  lookOrder,
  type Placement,
  placementOf,
} from './placement.ts';
import { words } from './words.ts';

/** Where the names of CPUs stand on filled cards, by the size of text. */
const nameRow = 2.2;

export const placementNow = ({ machine, mechanism, snapshot }: MechanismScene) =>
  placementOf(machine.catalog, mechanism.choice.decision, snapshot.frame.time);

/** What a CPU runs, and whether it is the waker's or the task's previous one. */
function drawCards(scene: MechanismScene, placement: Placement | undefined): void {
  const { context, palette, cells, snapshot } = scene;
  const text = palette.textSmall;
  fillCards(scene, cells.height);
  // Numbers stand where the word would.
  nameCards(scene, Math.min(cells.height, text * nameRow), false);
  const pad = Math.max(3, Math.min(text * 0.7, cells.width * 0.08));
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.font = textFont(palette, text);
  for (const cpu of cells.visible) {
    const [x, y, room] = [cells.x[cpu]! + pad, cells.y[cpu]!, cells.width - 2 * pad];
    const word = stateWord(scene, cpu);
    const part = [
      ...(word ? [word] : []),
      ...(placement && placement.waker === cpu ? [words.waker] : []),
      ...(placement && placement.previous === cpu ? [words.previous] : []),
    ].join(', ');
    if (cells.height > text * 3.4) nameTask(scene, cpu, x, y + text * 2.7, room);
    context.fillStyle = cardInk(scene, cpu);
    context.textAlign = 'left';
    const row = snapshot.frame.cpus.task[cpu]! < 0 ? 2.7 : 4.1;
    if (part && cells.height > text * 5) fillTextWithin(context, part, x, y + text * row, room);
  }
}

/** A number in a ring at the right upper corner of a cell. */
function drawOrder(scene: MechanismScene, cell: Rect, order: number): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  const radius = Math.min(text * 1.1, cell.width * 0.3, cell.height * 0.3);
  if (radius < 5) return;
  const x = cell.x + cell.width - radius - Math.min(5, cell.width * 0.06);
  const y = cell.y + radius + Math.min(5, cell.height * 0.06);
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fillStyle = palette.background;
  context.fill();
  context.strokeStyle = palette.focus;
  context.lineWidth = 2 * palette.stroke;
  context.stroke();
  context.fillStyle = palette.ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = textFont(palette, Math.min(text * 1.2, radius * 1.3), 700);
  context.fillText(String(order), x, y + 0.5);
}

const colourOf = ({ palette }: MechanismScene, found: LookResult): string =>
  found === 'busy' ? palette.lock : palette.accent;

/** A dotted line from look to look. */
function drawTrail(scene: MechanismScene, { looks }: Placement): void {
  const { context, palette, cells } = scene;
  context.strokeStyle = palette.focus;
  context.lineWidth = 1.75 * palette.stroke;
  context.setLineDash([2 * palette.stroke, 4 * palette.stroke]);
  context.beginPath();
  let isBegun = false;
  for (const { cpu } of looks) {
    const x = cells.x[cpu]! + cells.width / 2;
    const y = cells.y[cpu]! + cells.height / 2;
    if (Number.isNaN(x)) continue;
    if (isBegun) context.lineTo(x, y);
    else context.moveTo(x, y);
    isBegun = true;
  }
  context.stroke();
  context.setLineDash([]);
}

/** Pixels: frames around narrower cells would run into each other. */
const framedFrom = 16;

/** A dashed frame: around a cell, or inside of one that is narrow. */
function frameNeverAsked(scene: MechanismScene, cell: Rect): void {
  const { accent, stroke } = scene.palette;
  if (cell.width >= framedFrom * stroke) {
    frameCard(scene, cell, accent, 2, [5 * stroke, 4 * stroke]);
    return;
  }
  const inside = {
    x: cell.x + stroke,
    y: cell.y + stroke,
    width: cell.width - 2 * stroke,
    height: cell.height - 2 * stroke,
  };
  frameCard(scene, inside, accent, 1, [2 * stroke, 2 * stroke]);
}

/** What each look left behind; CPUs looked at twice have the first of their numbers. */
function drawLooks(scene: MechanismScene, placement: Placement): void {
  const { cells, snapshot, palette, form } = scene;
  for (const cpu of cells.visible) {
    const cell = form === 'cards' ? cardOf(scene, cpu) : cellRect(scene, cpu);
    const order = lookOrder(placement, cpu);
    if (order > 0) {
      const { found } = placement.looks[order - 1]!;
      if (form === 'cards') plateOn(scene, cell, words.look(found), colourOf(scene, found));
      drawOrder(scene, cell, order);
    } else if (isNeverAsked(snapshot.frame, placement, cpu, ACTIVITY.IDLE)) {
      frameNeverAsked(scene, cell);
      if (form === 'cards') plateOn(scene, cell, words.never, palette.accent);
    }
  }
}

function recede(scene: MechanismScene): void {
  const { focus } = scene.mechanism.choice;
  if (scene.form !== 'cards' || focus === undefined) return;
  const { llc } = scene.machine.catalog.topology;
  for (const cpu of scene.cells.visible) {
    const strength = strengthOf(focus, pointers.cpu(cpu), pointers.llc(llc[cpu]!));
    if (strength < 1) recedeCard(scene, cpu);
  }
}

function drawNothing(scene: MechanismScene): void {
  const { context, palette } = scene;
  const box = panelBox(scene);
  context.fillStyle = palette.inkMuted;
  context.font = textFont(palette, palette.textSmall);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const { isAsking } = scene.mechanism.choice;
  const text = isAsking ? words.asking : words.none;
  fillTextWithin(context, text, box.x, box.y + box.height / 2, box.width);
}

export function drawWakeUp(scene: MechanismScene): void {
  const { form, palette, context, below } = scene;
  const placement = placementNow(scene);
  if (form === 'cards') drawCards(scene, placement);
  context.fillStyle = palette.background;
  context.fillRect(below.x, below.y, below.width, below.height);
  if (!placement) {
    recede(scene);
    drawNothing(scene);
    return;
  }
  drawTrail(scene, placement);
  drawLooks(scene, placement);
  const chosen =
    form === 'cards' ? cardOf(scene, placement.chosen) : cellRect(scene, placement.chosen);
  if (!Number.isNaN(chosen.x)) frameCard(scene, chosen, palette.focus, 3);
  recede(scene);
  drawPanel(scene, placement);
}

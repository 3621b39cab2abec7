// cpupri over the machine: rows of boxes above it, CPUs with what they run and at which level, and the last search: where it
// ended, and the arrow to the CPU that it came up with.

import { levelName } from '../../../../engine/rt-searches.ts';
import {
  cardInk,
  cardOf,
  fillCards,
  frameCard,
  nameCards,
  nameTask,
  plateOn,
  recedeCard,
} from '../../draw/cards.ts';
import { cellRect } from '../../draw/marks.ts';
import { fillTextWithin, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { pointers, strengthOf } from '../../mechanism.ts';
import type { MechanismScene } from '../../mechanism-drawing.ts';
import {
  bitOf,
  filedAs,
  fresh,
  hasLeft,
  isOver,
  levelIn,
  maskRowsOf,
  type Search,
  searchOf,
} from './masks.ts';
import type { CpupriMemory } from './memory.ts';
import {
  boxOf,
  cellAt,
  drawCursor,
  drawHeading,
  drawRow,
  isBoxed,
  type PlacedRow,
  placeRows,
} from './rows.ts';
import { words } from './words.ts';

/** Where the names of CPUs stand on filled cards, by the size of text. */
const nameRow = 2.2;

/** What a CPU runs and at which level it is filed, under its name. */
function drawCards(scene: MechanismScene): void {
  const { context, palette, cells, snapshot } = scene;
  const { frame } = snapshot;
  const text = palette.textSmall;
  fillCards(scene, cells.height);
  nameCards(scene, Math.min(cells.height, text * nameRow));
  const pad = Math.max(3, Math.min(text * 0.7, cells.width * 0.08));
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const cpu of cells.visible) {
    const [x, y, room] = [cells.x[cpu]! + pad, cells.y[cpu]!, cells.width - 2 * pad];
    if (cells.height > text * 3.4) nameTask(scene, cpu, x, y + text * 2.7, room);
    context.fillStyle = cardInk(scene, cpu);
    context.font = textFont(palette, text * 1.05, 700);
    if (cells.height > text * 5)
      fillTextWithin(context, filedAs(frame, cpu), x, y + text * 4.2, room);
  }
}

function arrowTo({ context, palette }: MechanismScene, from: Rect, to: Rect, colour: string): void {
  const [x0, y0] = [from.x + from.width / 2, from.y + from.height];
  const [x1, y1] = [to.x + to.width / 2, to.y];
  const bend = Math.max(8, (y1 - y0) * 0.6);
  context.strokeStyle = colour;
  context.lineWidth = 2.5 * palette.stroke;
  context.beginPath();
  context.moveTo(x0, y0);
  context.bezierCurveTo(x0, y0 + bend, x1, y1 - bend, x1, y1);
  context.stroke();
  const half = palette.textSmall * 0.45;
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x1 - half, y1 - half * 1.4);
  context.lineTo(x1 + half, y1 - half * 1.4);
  context.lineTo(x1, y1);
  context.closePath();
  context.fill();
}

/** A frame around the CPU that a search came up with, and what became of that. */
function drawVerdict(scene: MechanismScene, cpu: number, search: Search, colour: string): void {
  const { palette, form } = scene;
  const card = form === 'cards' ? cardOf(scene, cpu) : cellRect(scene, cpu);
  frameCard(scene, card, colour, 3);
  // Below the name of a card stand what it runs and at which level.
  if (form !== 'cards' || card.height < palette.textSmall * 6.5) return;
  const columns = scene.snapshot.frame.mechanisms?.cpupri;
  const taken = columns && hasLeft(columns, search) ? words.wasTaken : words.taken;
  const said = search.isTaken ? taken(levelName(search.level)) : words.refused(search.against);
  plateOn(scene, card, said, colour);
}

function drawSearch(scene: MechanismScene, rows: readonly PlacedRow[], search: Search): void {
  const { context, palette, snapshot, cells, machine } = scene;
  const { named, level, time } = search;
  const row = rows.find((each) => each.level === level);
  if (!row || named < 0) return;
  context.globalAlpha = snapshot.frame.time - time <= fresh ? 1 : 0.5;
  const { cpus } = machine.catalog.topology;
  const box = isBoxed(scene, row) ? boxOf(scene, row, named, cpus) : cellAt(scene, row, named);
  const colour = search.isTaken ? palette.accent : palette.lock;
  if (!Number.isNaN(cells.x[named]!)) {
    arrowTo(scene, box, cellRect(scene, named), colour);
    drawVerdict(scene, named, search, colour);
  }
  drawCursor(scene, box);
  context.globalAlpha = 1;
}

const bandOf = ({ above, palette }: MechanismScene): Rect => ({
  ...above,
  x: above.x + palette.textSmall,
  width: above.width - 2 * palette.textSmall,
});

const searchNow = ({ machine, mechanism, snapshot }: MechanismScene): Search | undefined =>
  searchOf(machine.catalog, mechanism.choice.decision, snapshot.frame.time);

/** The rows that are drawn, where they stand. */
export function rowsOnStage(scene: MechanismScene): readonly PlacedRow[] {
  const { snapshot, mechanism } = scene;
  const columns = snapshot.frame.mechanisms?.cpupri;
  if (!columns) return [];
  const { seen } = mechanism.kept as CpupriMemory;
  const focused = levelIn(mechanism.choice.focus, columns.levels);
  const levels = maskRowsOf(columns, seen, focused, searchNow(scene)?.level ?? -1);
  return placeRows(scene, bandOf(scene), levels);
}

export function drawCpupri(scene: MechanismScene): void {
  const { above, palette, snapshot, form, context } = scene;
  if (form === 'cards') drawCards(scene);
  const columns = snapshot.frame.mechanisms?.cpupri;
  if (columns) {
    context.fillStyle = palette.background;
    context.fillRect(above.x, above.y, above.width, above.height);
  }
  const rows = rowsOnStage(scene);
  for (const row of rows) drawRow(scene, row, columns!);
  recede(scene);
  const search = searchNow(scene);
  const band = bandOf(scene);
  if (columns) drawHeading(scene, band, rows[0]?.boxes.y ?? band.y + band.height, search);
  if (search && columns && !isOver(columns, search, snapshot.frame.time))
    drawSearch(scene, rows, search);
}

/** Where a mask is the focus, so are the CPUs that are rightly in it, and the one that a search took from it. */
function isOfMask(scene: MechanismScene, cpu: number): boolean {
  const columns = scene.snapshot.frame.mechanisms?.cpupri;
  const level = columns ? levelIn(scene.mechanism.choice.focus, columns.levels) : -1;
  if (!columns || level < 0) return false;
  const search = searchNow(scene);
  return bitOf(columns, level, cpu) === 'set' || (search?.level === level && search.named === cpu);
}

/** Cards that are not the focus. */
function recede(scene: MechanismScene): void {
  const { focus } = scene.mechanism.choice;
  if (scene.form !== 'cards' || focus === undefined) return;
  for (const cpu of scene.cells.visible) {
    if (isOfMask(scene, cpu)) continue;
    if (strengthOf(focus, pointers.cpu(cpu)) < 1) recedeCard(scene, cpu);
  }
}

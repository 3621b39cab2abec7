// Cards: the cells of a few CPUs, filled with the colour of their state or with a head of it, for mechanisms that draw
// on them. What else stands on a card is the mechanism's.

import { ACTIVITY } from '../../../engine/abi.gen.ts';
import { taskHue } from '../../../ui/theme.ts';
import { type Colouring, hueOf } from '../colouring.ts';
import type { Rect } from '../layout.ts';
import { cpuName, receding } from '../mechanism.ts';
import { huePartOf } from '../styles.ts';
import { words } from '../words.ts';
import { blocksPath, fillCells, styleCells } from './fills.ts';
import { fillTextWithin, type LiveScene, legible, roundedPath, textFont } from './scene.ts';

/** Height of the head of a card, CSS pixels; a card that is too low is all head. */
export const headHeight = ({ palette, cells }: LiveScene): number =>
  Math.min(cells.height, Math.round(palette.textSmall * 2.2));

export const cardOf = ({ cells }: LiveScene, cpu: number): Rect => ({
  x: cells.x[cpu]!,
  y: cells.y[cpu]!,
  width: cells.width,
  height: cells.height,
});

/** The grounds of all cards, where something is drawn on them. */
export function drawCardGrounds(scene: LiveScene): void {
  const { context, palette, cells } = scene;
  context.fillStyle = palette.surface;
  context.strokeStyle = palette.outline;
  context.lineWidth = palette.stroke;
  blocksPath(scene, cells.visible, 0, cells.visible.length);
  context.fill();
  context.stroke();
}

/** What CPUs do, as fills of so much of their cards, from above; `isHatched`: which of those that wait are hatched, all if left out. */
export function fillCards(
  scene: LiveScene,
  height: number,
  isHatched: (cpu: number) => boolean = () => true,
): void {
  const { context, palette, cells } = scene;
  const heads = { ...scene, cells: { ...cells, height } };
  context.fillStyle = palette.idle;
  blocksPath(heads, cells.visible, 0, cells.visible.length);
  context.fill();
  const stated = {
    ...heads,
    snapshot: { ...heads.snapshot, colouring: fillingOf(heads.snapshot.colouring) },
  };
  styleCells(stated);
  fillCells(stated, undefined, false);
  drawWaits(scene, height, isHatched);
}

const filling = new WeakMap<Colouring, Colouring>();

/** Where colours are of tasks, cards are filled by state: tasks have their hues beside their names. */
function fillingOf(colouring: Colouring): Colouring {
  if (colouring.by !== 'task') return colouring;
  const known = filling.get(colouring) ?? { ...colouring, by: 'state' as const, only: undefined };
  filling.set(colouring, known);
  return known;
}

/** A CPU that waits is told by more than a colour: a strip of its hatch along the lower edge of the fill. */
function drawWaits(scene: LiveScene, height: number, isHatched: (cpu: number) => boolean): void {
  const { context, cells, snapshot, hatches, palette } = scene;
  if (fillingOf(snapshot.colouring).by !== 'state') return;
  const strip = Math.max(3, Math.min(height * 0.2, palette.textSmall * 0.4));
  for (const activity of [ACTIVITY.STALLED, ACTIVITY.SPINNING]) {
    context.fillStyle = activity === ACTIVITY.STALLED ? hatches.stalled : hatches.spinning;
    for (const cpu of cells.visible) {
      if (snapshot.frame.cpus.activity[cpu] !== activity || !isHatched(cpu)) continue;
      context.fillRect(cells.x[cpu]!, cells.y[cpu]! + height - strip, cells.width, strip);
    }
  }
}

/** What text on a card's fill is written in. */
export function cardInk({ snapshot, palette }: LiveScene, cpu: number): string {
  const { frame } = snapshot;
  const colouring = fillingOf(snapshot.colouring);
  const activity = frame.cpus.activity[cpu]!;
  if (activity === ACTIVITY.IDLE) return palette.ink;
  if (colouring.by !== 'state' || colouring.only !== undefined) return palette.ink;
  if (activity === ACTIVITY.USER) return palette.onUser;
  if (activity === ACTIVITY.KERNEL) return palette.onKernel;
  return activity === ACTIVITY.UNKNOWN ? palette.ink : palette.hatch;
}

/** A word beside the name of a CPU, where its colour alone would say what it does. */
export function stateWord({ snapshot }: LiveScene, cpu: number): string {
  const activity = snapshot.frame.cpus.activity[cpu]!;
  if (activity === ACTIVITY.IDLE) return words.activity.idle;
  return activity === ACTIVITY.STALLED || activity === ACTIVITY.SPINNING ? words.waitsOnCard : '';
}

/**
 * The names of CPUs on the heads of their cards, with a word of what they do where there is room: `wordOf`, or what their state
 * says; `false`: none.
 */
export function nameCards(
  scene: LiveScene,
  height: number,
  wordOf: false | ((cpu: number) => string | undefined) = () => undefined,
): void {
  const { context, palette, cells } = scene;
  const pad = Math.max(3, Math.min(palette.textSmall * 0.7, cells.width * 0.08));
  context.textBaseline = 'middle';
  for (const cpu of cells.visible) {
    const x = cells.x[cpu]! + pad;
    const y = cells.y[cpu]! + height / 2 + 0.5;
    const room = cells.width - 2 * pad;
    const name = cpuName(cpu);
    const word = wordOf === false ? '' : (wordOf(cpu) ?? stateWord(scene, cpu));
    context.fillStyle = cardInk(scene, cpu);
    context.textAlign = 'left';
    context.font = textFont(palette, palette.textSmall * 1.1, 600);
    const width = context.measureText(name).width;
    fillTextWithin(context, name, x, y, room);
    context.font = textFont(palette, palette.textSmall, 600);
    if (!word || width + context.measureText(word).width + pad > room) continue;
    context.textAlign = 'right';
    context.fillText(word, x + room, y);
  }
}

/** The task that a CPU runs, by its name, with its hue before it where colours are of tasks. */
export function nameTask(scene: LiveScene, cpu: number, x: number, y: number, room: number): void {
  const { context, palette, snapshot, machine } = scene;
  const { frame, colouring } = snapshot;
  const task = frame.cpus.task[cpu]!;
  if (task < 0) return;
  let left = x;
  if (colouring.by === 'task') {
    const radius = palette.textSmall * 0.4;
    context.beginPath();
    context.arc(x + radius, y, radius, 0, Math.PI * 2);
    context.fillStyle = taskHue(
      palette,
      hueOf(huePartOf(frame, machine.catalog, colouring.hue, task)),
    );
    context.fill();
    context.strokeStyle = palette.background;
    context.lineWidth = palette.stroke;
    context.stroke();
    left = x + radius * 3;
  }
  context.fillStyle = cardInk(scene, cpu);
  context.font = textFont(palette, palette.textSmall);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  fillTextWithin(context, machine.taskName(task), left, y, room - (left - x));
}

/** A word at the lower end of a card, on a plate of its own, as the fill may be of any colour; a low card has none. */
export function plateOn(scene: LiveScene, card: Rect, said: string, colour: string): void {
  const { context, palette } = scene;
  const text = palette.textSmall;
  if (card.height < text * 4.5) return;
  const room = card.width - 6;
  context.font = textFont(palette, legible(palette, text * 1.05), 700);
  // A word is rather smaller than cut.
  const isTooWide = context.measureText(said).width > room - 4;
  if (isTooWide) context.font = textFont(palette, legible(palette, text * 0.92), 600);
  const width = Math.min(room, context.measureText(said).width + text);
  const plate = {
    x: card.x + (card.width - width) / 2,
    y: card.y + card.height - text * 2,
    width,
    height: text * 1.6,
  };
  context.fillStyle = palette.background;
  roundedPath(context, plate, 3);
  context.fill();
  context.fillStyle = colour;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  fillTextWithin(context, said, plate.x + width / 2, plate.y + plate.height / 2 + 0.5, width - 2);
}

/** A frame around a card, `width` strokes wide, all of it outside. */
export function frameCard(
  scene: LiveScene,
  card: Rect,
  colour: string,
  width: number,
  dash: number[] = [],
): void {
  const { context, palette } = scene;
  const reach = (width * palette.stroke) / 2;
  context.strokeStyle = colour;
  context.lineWidth = width * palette.stroke;
  context.setLineDash(dash);
  const frame = { x: card.x - reach, y: card.y - reach, width: card.width + 2 * reach };
  // A frame of a narrow cell stays a frame: rounder corners would make it a ring.
  const radius = Math.min(5, card.width / 4);
  roundedPath(context, { ...frame, height: card.height + 2 * reach }, radius);
  context.stroke();
  context.setLineDash([]);
}

/** A card that is not the focus recedes, with all that was drawn on it. */
export function recedeCard(scene: LiveScene, cpu: number): void {
  const { context, palette, cells } = scene;
  context.globalAlpha = 1 - receding;
  context.fillStyle = palette.background;
  // Frames of cards are drawn half outside.
  const reach = palette.stroke;
  const [width, height] = [cells.width + 2 * reach, cells.height + 2 * reach];
  context.fillRect(cells.x[cpu]! - reach, cells.y[cpu]! - reach, width, height);
  context.globalAlpha = 1;
}

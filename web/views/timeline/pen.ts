// Draws with a pen what lies over the bars of a timeline: names of tasks, marks, arrows, names of
// rows, and the ruler. The bars themselves are painted by raster.ts.

import { ACTIVITY } from '../../engine/abi.gen.ts';
import { ARROW, MARK, type TimelineWindow } from '../../engine/slices.ts';
import type { Palette } from '../../ui/theme.ts';
import type { TimelineCpuRow, TimelineRow } from './rows.ts';
import type { Span, TimelineNames } from './types.ts';
import { ticks } from './viewport.ts';
import { words } from './words.ts';

export type Pen = CanvasRenderingContext2D;

/** Where things are, in CSS pixels: the plot begins right of the names of rows. */
export interface PenPlace {
  readonly span: Span;
  /** Left edge and width of the plot; height of the picture; how far it is scrolled. */
  readonly left: number;
  readonly width: number;
  readonly height: number;
  readonly scrolled: number;
}

export const xOfTime = ({ span, left, width }: PenPlace, time: number): number =>
  left + ((time - span.from) / (span.to - span.from)) * width;

export const timeOf = ({ span, left, width }: PenPlace, x: number): number =>
  span.from + ((x - left) / width) * (span.to - span.from);

const middleOf = ({ scrolled }: PenPlace, row: TimelineRow): number =>
  row.y - scrolled + row.height / 2;

/** Least width of a slice that is named, and room at both sides of the name. */
const namedWidth = 30;
const nameRoom = 4;

/** The lighter or darker ink, whichever is told better from the fill. */
export function readableInk(
  fill: string,
  palette: Palette,
  lightness: (colour: string) => number,
): string {
  const ground = lightness(fill);
  const [a, b] = [palette.task, palette.flight].map((ink) => Math.abs(lightness(ink) - ground));
  return a! > b! ? palette.task : palette.flight;
}

/** The names of tasks in slices of user work that are wide enough. */
export function drawSliceNames(
  pen: Pen,
  place: PenPlace,
  rows: readonly { readonly row: TimelineCpuRow; readonly index: number }[],
  window: TimelineWindow,
  options: {
    readonly names: TimelineNames;
    readonly font: string;
    readonly ink: (task: number) => string;
  },
): void {
  const { sliceFrom, sliceStart, sliceEnd, sliceMode, sliceTask } = window;
  pen.font = options.font;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  // The font is monospaced: measuring one character measures all.
  const character = pen.measureText('0').width;
  const room = (text: string) => text.length * character + 2 * nameRoom;
  for (const { row, index } of rows) {
    for (let at = sliceFrom[index]!; at < sliceFrom[index + 1]!; at++) {
      if (sliceMode[at] !== ACTIVITY.USER) continue;
      const x0 = Math.max(place.left, xOfTime(place, sliceStart[at]!));
      const x1 = Math.min(place.left + place.width, xOfTime(place, sliceEnd[at]!));
      if (x1 - x0 < namedWidth) continue;
      const task = sliceTask[at]!;
      const long = options.names.task(task);
      const text = room(long) <= x1 - x0 ? long : String(task);
      if (room(text) > x1 - x0) continue;
      pen.fillStyle = options.ink(task);
      pen.fillText(text, x0 + nameRoom, middleOf(place, row) + 0.5);
    }
  }
}

/** CSS pixels between marks of a row that are drawn. */
const markRoom = 7;
const markSize = 3.5;

function markPath(pen: Pen, kind: number, x: number, y: number): void {
  const s = markSize;
  pen.beginPath();
  if (kind === MARK.DECISION) {
    pen.moveTo(x, y - s);
    pen.lineTo(x + s, y);
    pen.lineTo(x, y + s);
    pen.lineTo(x - s, y);
  } else if (kind === MARK.WAKE) {
    pen.moveTo(x, y - s);
    pen.lineTo(x + s, y + s);
    pen.lineTo(x - s, y + s);
  } else if (kind === MARK.SLEEP) {
    pen.moveTo(x - s, y - s);
    pen.lineTo(x + s, y - s);
    pen.lineTo(x, y + s);
  } else {
    pen.rect(x - s, y - s * 0.6, 2 * s, 1.2 * s);
  }
  pen.closePath();
}

/** Marks stand at the top edge of their bar, outlined so that they show on any fill. */
export function drawMarks(
  pen: Pen,
  place: PenPlace,
  rows: readonly { readonly row: TimelineCpuRow; readonly index: number }[],
  window: TimelineWindow,
  palette: Palette,
): void {
  pen.lineWidth = 2;
  pen.lineJoin = 'round';
  pen.strokeStyle = palette.background;
  for (const { row, index } of rows) {
    const y = row.y - place.scrolled + markSize;
    let last = Number.NEGATIVE_INFINITY;
    for (let at = window.markFrom[index]!; at < window.markFrom[index + 1]!; at++) {
      const x = xOfTime(place, window.markTime[at]!);
      if (x < place.left || x > place.left + place.width || x - last < markRoom) continue;
      last = x;
      const kind = window.markKind[at]!;
      markPath(pen, kind, x, y);
      pen.stroke();
      pen.fillStyle = kind === MARK.SLEEP ? palette.inkMuted : palette.ink;
      pen.fill();
    }
  }
}

export interface ArrowLook {
  readonly palette: Palette;
  /** Row of a CPU, or of its LLC where that is folded; undefined if it has none on screen. */
  readonly rowOf: (cpu: number) => TimelineRow | undefined;
  /** True for arrows that belong to what is selected: they stand out. */
  readonly isSelected: (at: number) => boolean;
  readonly isWanted: (at: number) => boolean;
}

/** More arrows than this are faint, so that bars stay legible. */
const strongArrows = 40;

/** Wake-ups as whole lines, pushes and pulls dashed; from where it was done to where it runs. */
export function drawArrows(
  pen: Pen,
  place: PenPlace,
  window: TimelineWindow,
  look: ArrowLook,
): void {
  const { arrows } = window;
  const count = arrows.fromCpu.length;
  pen.lineWidth = 1.25 * look.palette.stroke;
  for (let at = 0; at < count; at++) {
    const from = look.rowOf(arrows.fromCpu[at]!);
    const to = look.rowOf(arrows.toCpu[at]!);
    if (!from || !to || from === to || !look.isWanted(at)) continue;
    const start = xOfTime(place, arrows.fromTime[at]!);
    const lands = !Number.isNaN(arrows.toTime[at]!);
    const end = lands ? xOfTime(place, arrows.toTime[at]!) : start + headLength;
    if (end < place.left || start > place.left + place.width) continue;
    const isSelected = look.isSelected(at);
    pen.globalAlpha = isSelected ? 1 : count > strongArrows ? 0.35 : 0.7;
    pen.strokeStyle = pen.fillStyle = isSelected ? look.palette.group : look.palette.flight;
    pen.setLineDash(arrows.kind[at] === ARROW.WAKE ? [] : [4, 3]);
    arrow(pen, [start, middleOf(place, from)], [end, middleOf(place, to)]);
  }
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

type Point = readonly [number, number];

/** CSS pixels: roundness of the elbow, length and half width of the head. */
const elbow = 4;
const headLength = 6;
const headWidth = 3;

/**
 * Straight to the row at the moment of the wake-up, then along it until the task runs: the level part
 * is how long it had to wait.
 */
function arrow(pen: Pen, [x0, y0]: Point, [x1, y1]: Point): void {
  const turn = Math.sign(y1 - y0) * Math.min(elbow, Math.abs(y1 - y0));
  const round = Math.min(elbow, Math.max(0, x1 - headLength - x0));
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x0, y1 - turn);
  pen.quadraticCurveTo(x0, y1, x0 + round, y1);
  pen.lineTo(Math.max(x0 + round, x1 - headLength), y1);
  pen.stroke();
  pen.setLineDash([]);
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x1 - headLength, y1 - headWidth);
  pen.lineTo(x1 - headLength, y1 + headWidth);
  pen.closePath();
  pen.fill();
}

export interface NamesLook {
  readonly palette: Palette;
  readonly active: TimelineRow | undefined;
  readonly font: string;
  readonly strong: string;
}

/** Names of CPUs left of the plot, with why a pinned one is there; LLCs have buttons instead. */
export function drawRowNames(
  pen: Pen,
  place: PenPlace,
  rows: readonly TimelineRow[],
  { palette, active, font, strong }: NamesLook,
): void {
  pen.textBaseline = 'middle';
  for (const row of rows) {
    const y = middleOf(place, row);
    const isActive = active?.kind === row.kind && rowKey(active) === rowKey(row);
    if (isActive) {
      pen.fillStyle = palette.focus;
      pen.fillRect(0, row.y - place.scrolled + 1, 3, row.height - 2);
    }
    if (row.kind !== 'cpu') continue;
    pen.font = row.role ? strong : font;
    pen.fillStyle = row.role ? palette.ink : palette.inkMuted;
    pen.textAlign = 'left';
    pen.fillText(words.cpu(row.cpu), 22, y + 0.5);
    if (row.role === 'holder' || row.role === 'waiter') {
      pen.font = font;
      pen.fillStyle = palette.inkMuted;
      pen.textAlign = 'right';
      pen.fillText(words.role[row.role], place.left - 8, y + 0.5);
    }
  }
}

/** Tells rows of one layout apart. */
export const rowKey = (row: TimelineRow): string =>
  row.kind === 'llc' ? `L${row.llc}` : `C${row.cpu}`;

/** Faint lines at the ticks and between groups of rows. */
export function drawGrid(
  pen: Pen,
  place: PenPlace,
  rows: readonly TimelineRow[],
  palette: Palette,
): void {
  pen.strokeStyle = palette.outline;
  pen.lineWidth = 1;
  pen.beginPath();
  for (const { time } of ticks(place.span, place.width, tickRoom)) {
    const x = Math.round(xOfTime(place, time)) + 0.5;
    pen.moveTo(x, 0);
    pen.lineTo(x, place.height);
  }
  for (const row of rows) {
    if (row.kind !== 'llc') continue;
    const y = Math.round(row.y - place.scrolled) + 0.5;
    pen.moveTo(0, y);
    pen.lineTo(place.left + place.width, y);
  }
  pen.stroke();
}

/** CSS pixels between ticks. */
const tickRoom = 110;

/** The ruler: moments in milliseconds. */
export function drawRuler(
  pen: Pen,
  place: PenPlace,
  {
    palette,
    font,
    unit,
  }: { readonly palette: Palette; readonly font: string; readonly unit: string },
): void {
  pen.font = font;
  pen.textBaseline = 'middle';
  pen.textAlign = 'left';
  pen.fillStyle = palette.inkMuted;
  pen.fillText(unit, 22, place.height / 2);
  pen.strokeStyle = palette.outlineStrong;
  pen.lineWidth = 1;
  for (const { time, label } of ticks(place.span, place.width, tickRoom)) {
    const x = Math.round(xOfTime(place, time)) + 0.5;
    pen.beginPath();
    pen.moveTo(x, place.height - 6);
    pen.lineTo(x, place.height);
    pen.stroke();
    if (x + 2 >= place.left) pen.fillText(label, x + 4, place.height / 2);
  }
}

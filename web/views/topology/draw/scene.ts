// What every drawing step shares: the canvas, the colours, where cells lie on screen, and what is
// selected. A scene is made once for a frame; it draws nothing itself.

import type { Catalog } from '../../../engine/types.ts';
import type { Pointer } from '../../../scenario/pointer.ts';
import { bindUnits } from '../../../ui/format.ts';
import type { Palette, VariantId } from '../../../ui/theme.ts';
import {
  type Camera,
  type Level,
  levelOf,
  toScreenX,
  toScreenY,
  type Viewport,
} from '../camera.ts';
import type { Framing } from '../framing.ts';
import type { Layout, Rect } from '../layout.ts';
import type { RingPlace } from '../ring.ts';
import type { CanvasSize, Snapshot } from '../snapshot.ts';

export type CanvasContext = OffscreenCanvasRenderingContext2D;

/** A machine and the names of what is in it; constant during a run. */
export interface DrawnTopology {
  readonly side: VariantId;
  readonly catalog: Catalog;
  readonly lines: readonly string[];
  readonly taskName: (task: number) => string;
}

/** Fills for the two waiting states, made for one palette and pixel ratio. */
export interface WaitHatches {
  readonly stalled: CanvasPattern;
  readonly spinning: CanvasPattern;
}

export interface Cells {
  /** Top left corner of every CPU on screen, CSS pixels snapped to device pixels. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly width: number;
  readonly height: number;
  /** CPUs at least partly in view. */
  readonly visible: readonly number[];
}

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Where the marks of tasks stand, by mark; and crosses where more tasks are than have room. */
export interface Marks {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  readonly task: Int32Array;
  readonly moreCount: number;
  readonly moreX: Float32Array;
  readonly moreY: Float32Array;
  readonly moreRadius: number;
  /** Of the large marks: what dashes are measured by. */
  readonly mainRadius: number;
  /** Where the marks of a cell begin, by its place among those in view, and where those of the last one end. */
  readonly begin: Int32Array;
  /** The cell that each cross stands in, by its place among those in view. */
  readonly moreOf: Int32Array;
  /** The mark of a task; undefined if it has none in the picture. */
  of(task: number): Dot | undefined;
  /** The task whose mark is nearest to a point, if it is near enough; or -1. */
  near(x: number, y: number): number;
}

const none = new Float32Array();

/** Where they stand before their code has come. */
export const noMarks: Marks = {
  count: 0,
  x: none,
  y: none,
  radius: none,
  task: new Int32Array(),
  begin: new Int32Array(),
  moreOf: new Int32Array(),
  moreCount: 0,
  moreX: none,
  moreY: none,
  moreRadius: 0,
  mainRadius: 0,
  of: () => undefined,
  near: () => -1,
};

export interface DrawScene {
  readonly context: CanvasContext;
  readonly machine: DrawnTopology;
  readonly layout: Layout;
  /** What of the machine is shown; undefined: all. */
  readonly framing: Framing | undefined;
  readonly palette: Palette;
  readonly hatches: WaitHatches;
  readonly size: CanvasSize;
  /** The part of the canvas that shows the machine; the queue lies below. */
  readonly view: Viewport;
  readonly camera: Camera;
  readonly level: Level;
  /** Where the matrix of transfers stands, beside the machine; undefined: it is not shown. */
  readonly matrix: Rect | undefined;
  readonly cells: Cells;
}

export interface LiveScene extends DrawScene {
  readonly snapshot: Snapshot;
  /** Where the tasks of the snapshot stand. */
  readonly marks: Marks;
  /** Where the layers that draw what a pointer names have it. */
  readonly placesOf: (scene: LiveScene, pointed: Pointer) => readonly RingPlace[];
  /** The picture of what does not move; undefined in a drawing, which has no pixels that could be kept for the next. */
  readonly ground: OffscreenCanvas | undefined;
}

/** True if shares of time are shown: they are of what CPUs do; what tasks prefer, and heat, are shown as they are. */
export const isShares = ({ snapshot }: LiveScene): boolean =>
  snapshot.tempo === 'summary' && snapshot.colouring.by === 'state';

/** True if the CPU runs a task of the selected group. */
export function runsGroup(scene: LiveScene, cpu: number): boolean {
  const { frame, selection } = scene.snapshot;
  const task = frame.cpus.task[cpu]!;
  return selection.group !== undefined && task >= 0 && frame.tasks.group[task] === selection.group;
}

/** Nearest device pixel. */
export const snap = (value: number, ratio: number): number => Math.round(value * ratio) / ratio;

export function screenRect(scene: Pick<DrawScene, 'camera' | 'view' | 'size'>, rect: Rect): Rect {
  const { camera, view, size } = scene;
  const x = snap(toScreenX(camera, view, rect.x), size.ratio);
  const y = snap(toScreenY(camera, view, rect.y), size.ratio);
  return {
    x,
    y,
    width: snap(toScreenX(camera, view, rect.x + rect.width), size.ratio) - x,
    height: snap(toScreenY(camera, view, rect.y + rect.height), size.ratio) - y,
  };
}

export const inView = (rect: Rect, view: Viewport): boolean =>
  rect.x < view.width &&
  rect.y < view.height &&
  rect.x + rect.width > 0 &&
  rect.y + rect.height > 0;

export function placeCells(layout: Layout, camera: Camera, view: Viewport, ratio: number): Cells {
  const count = layout.cpuX.length;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const width = Math.max(1 / ratio, snap(layout.cpuWidth * camera.scale, ratio));
  const height = Math.max(1 / ratio, snap(layout.cpuHeight * camera.scale, ratio));
  const visible: number[] = [];
  for (let cpu = 0; cpu < count; cpu++) {
    x[cpu] = snap(toScreenX(camera, view, layout.cpuX[cpu]!), ratio);
    y[cpu] = snap(toScreenY(camera, view, layout.cpuY[cpu]!), ratio);
    if (inView({ x: x[cpu]!, y: y[cpu]!, width, height }, view)) visible.push(cpu);
  }
  return { x, y, width, height, visible };
}

export function levelFor(camera: Camera, layout: Layout, palette: Palette): Level {
  return levelOf(camera, layout, palette.textSmall);
}

/** Whether cells carry their CPU's number: room for it beside the dots, and not all at once. */
export function hasNumbers(scene: DrawScene): boolean {
  const { cells, palette, level } = scene;
  const { textSmall } = palette;
  return level === 'mid' && cells.width >= textSmall * 2.5 && cells.height >= textSmall * 3.2;
}

/** A text size, or the least that may be read on this stage. */
export const legible = ({ leastText }: Palette, size: number): number => Math.max(leastText, size);

export const textFont = (palette: Palette, size: number, weight = 400): string =>
  `${weight} ${size}px ${palette.fontText}`;
export const monoFont = (palette: Palette, size: number, weight = 400): string =>
  `${weight} ${size}px ${palette.fontMono}`;

/** Draws text cut to a width with an ellipsis; nothing if not even two letters fit. */
export function fillTextWithin(
  context: CanvasContext,
  text: string,
  x: number,
  y: number,
  width: number,
): void {
  if (context.measureText(text).width <= width) {
    context.fillText(text, x, y);
    return;
  }
  for (let length = text.length - 1; length >= 2; length--) {
    const cut = `${text.slice(0, length).trimEnd()}…`;
    if (context.measureText(cut).width <= width) {
      context.fillText(cut, x, y);
      return;
    }
  }
}

/** Where a word may be broken: after a space or an underscore. */
const breaks = /(?<=[ _])/;

/** Text in lines of a width, as many as it needs; a word may still be too long for its line. */
export function wrapText(context: CanvasContext, text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of bindUnits(text).split(breaks)) {
    if (line && context.measureText((line + piece).trimEnd()).width > width) {
      lines.push(line.trimEnd());
      line = piece;
    } else {
      line += piece;
    }
  }
  return [...lines, line];
}

/** A picture over another, pixel by pixel. */
export function copyPicture(context: CanvasContext, from: OffscreenCanvas): void {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(from, 0, 0);
  context.restore();
}

/** A rounded rectangle as the current path. */
export function roundedPath(context: CanvasContext, rect: Rect, radius: number): void {
  context.beginPath();
  context.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
}

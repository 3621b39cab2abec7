// The fills of CPUs: rounded blocks in the colour of their style, and the hatches of the two kinds of waiting
// from a size on at which they can be told. Cells of one style are one path; nothing is allocated for a CPU.

import { ACTIVITY } from '../../../engine/abi.gen.ts';
import { heatColour } from '../../../ui/cividis.ts';
import { type Palette, taskHues } from '../../../ui/theme.ts';
import { heatBands } from '../colouring.ts';
import { styleOf, styles } from '../styles.ts';
import type { CanvasContext, DrawScene, LiveScene } from './scene.ts';

/** Smaller cells have no room for a hatch: their hue says it alone. CSS pixels. */
export const smallestHatched = 10;
/** What recedes behind a selection or a filter is this strong. */
export const faint = 0.2;

/** Corners of cells, CSS pixels. */
export const cellCorner = (width: number, height: number): number =>
  Math.min(3, Math.min(width, height) * 0.2);

const bandColours = new WeakMap<Palette, readonly string[]>();

/** The colour of each band of heat, by its middle. */
export function heatColours(palette: Palette): readonly string[] {
  let colours = bandColours.get(palette);
  if (!colours) {
    colours = Array.from({ length: heatBands }, (_, band) =>
      heatColour(band / (heatBands - 1), palette.heat),
    );
    bandColours.set(palette, colours);
  }
  return colours;
}

/** The colour of a style; undefined: none, the block of an idle CPU stays as it is. */
function colourOf(palette: Palette, style: number): string | undefined {
  if (style >= styles.heat) return heatColours(palette)[style - styles.heat];
  if (style >= styles.home) return palette.tasks[(style - styles.home) % taskHues];
  switch (style) {
    case ACTIVITY.USER:
      return palette.user;
    case ACTIVITY.KERNEL:
      return palette.kernel;
    case ACTIVITY.STALLED:
      return palette.line;
    case ACTIVITY.SPINNING:
      return palette.lock;
    default:
      return undefined;
  }
}

/** Room for a picture's CPUs in the order of their styles: made once, grown when a machine is larger. */
let order = new Uint16Array(512);
let styleOfCpu = new Uint8Array(512);
const starts = new Uint16Array(2 * styles.count + 1);
const next = new Uint16Array(2 * styles.count);

/** The style of every CPU in view, by its place among them; good until the next picture. */
export function styleCells(scene: LiveScene): Uint8Array {
  const { cells, snapshot, machine } = scene;
  const { frame, selection, colouring, heat } = snapshot;
  const { visible } = cells;
  if (order.length < visible.length) {
    order = new Uint16Array(visible.length);
    styleOfCpu = new Uint8Array(visible.length);
  }
  for (let at = 0; at < visible.length; at++) {
    const cpu = visible[at]!;
    let style = styleOf(frame, machine.catalog, colouring, heat, cpu);
    if (selection.group !== undefined && style < styles.count) {
      const task = frame.cpus.task[cpu]!;
      if (task < 0 || frame.tasks.group[task] !== selection.group) style += styles.count;
    }
    styleOfCpu[at] = style;
  }
  return styleOfCpu;
}

/** Sorts the CPUs in view by style into `order`, or of them those that `which` marks; those of a style begin at its start. */
function sortByStyle({ cells: { visible } }: LiveScene, which: Uint8Array | undefined): void {
  starts.fill(0);
  for (let at = 0; at < visible.length; at++) {
    if (which?.[at] !== 0) starts[styleOfCpu[at]! + 1]!++;
  }
  for (let style = 0; style < 2 * styles.count; style++) starts[style + 1]! += starts[style]!;
  next.set(starts.subarray(0, next.length));
  for (let at = 0; at < visible.length; at++) {
    if (which?.[at] !== 0) order[next[styleOfCpu[at]!]!++] = visible[at]!;
  }
}

/** Diagonals of a block as lines of the current path, once or crosswise. */
function strikeThrough(
  context: CanvasContext,
  left: number,
  top: number,
  width: number,
  height: number,
  isCross: boolean,
): void {
  const pitch = Math.max(6, Math.min(16, Math.min(width, height) * 0.8));
  const count = Math.max(1, Math.round((width + height) / pitch) - 1);
  const step = (width + height) / (count + 1);
  for (let at = 1; at <= count; at++) {
    const c = at * step;
    const x0 = Math.max(0, c - height);
    const y0 = Math.min(c, height);
    const x1 = Math.min(c, width);
    const y1 = Math.max(0, c - width);
    context.moveTo(left + x0, top + y0);
    context.lineTo(left + x1, top + y1);
    if (!isCross) continue;
    context.moveTo(left + width - x0, top + y0);
    context.lineTo(left + width - x1, top + y1);
  }
}

/** The blocks of all CPUs in view as one path. */
export function blocksPath(
  scene: DrawScene,
  cpus: ArrayLike<number>,
  from: number,
  to: number,
): void {
  const { context, cells } = scene;
  const { width, height } = cells;
  const corner = cellCorner(width, height);
  context.beginPath();
  for (let at = from; at < to; at++) {
    const cpu = cpus[at]!;
    if (corner < 1) context.rect(cells.x[cpu]!, cells.y[cpu]!, width, height);
    else context.roundRect(cells.x[cpu]!, cells.y[cpu]!, width, height, corner);
  }
}

/** The hatches of the CPUs that wait, from order[from] on. */
function drawHatches(
  scene: LiveScene,
  isCross: boolean,
  from: number,
  to: number,
  colour = scene.palette.hatch,
): void {
  const { context, cells } = scene;
  const { width, height } = cells;
  const inset = Math.min(3, Math.min(width, height) * 0.14);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, Math.min(2.2, Math.min(width, height) * 0.09));
  context.beginPath();
  for (let at = from; at < to; at++) {
    const cpu = order[at]!;
    const [x, y] = [cells.x[cpu]! + inset, cells.y[cpu]! + inset];
    strikeThrough(context, x, y, width - 2 * inset, height - 2 * inset, isCross);
  }
  context.stroke();
}

/** Blocks that are no more than a frame: the task is not where it belongs. */
function hollow({ context, cells, palette }: LiveScene, colour: string): void {
  const width = Math.max(1.5, Math.min(4, Math.min(cells.width, cells.height) * 0.22));
  context.save();
  context.clip();
  context.fillStyle = palette.background;
  context.fill();
  context.strokeStyle = colour;
  // Half of it lies outside of the blocks.
  context.lineWidth = 2 * width;
  context.stroke();
  context.restore();
}

/** Nothing is known of these CPUs: hatched, without a fill. */
function drawUnknown(scene: LiveScene, from: number, to: number): void {
  scene.context.globalAlpha = 1;
  drawHatches(scene, false, from, to, scene.palette.inkMuted);
}

/** Fills of this moment, for Follow and Flow; of the window in heat. */
export function drawFills(scene: LiveScene): void {
  styleCells(scene);
  fillCells(scene);
}

/**
 * Fills the styles found last: of all CPUs in view, or of those that `which` marks by their place among them.
 * Without hatches where a word names the waiters.
 */
export function fillCells(scene: LiveScene, which?: Uint8Array, hatched = true): void {
  const { context, cells, palette } = scene;
  sortByStyle(scene, which);
  const isHatched = hatched && Math.min(cells.width, cells.height) >= smallestHatched;
  for (let all = 1; all < 2 * styles.count; all++) {
    const [from, to] = [starts[all]!, starts[all + 1]!];
    const style = all % styles.count;
    if (style === styles.unknown && from !== to) drawUnknown(scene, from, to);
    const colour = colourOf(palette, style);
    if (from === to || !colour) continue;
    context.globalAlpha = all >= styles.count ? faint : 1;
    context.fillStyle = colour;
    blocksPath(scene, order, from, to);
    if (style >= styles.away && style < styles.heat) hollow(scene, colour);
    else context.fill();
    if (!isHatched || (style !== ACTIVITY.STALLED && style !== ACTIVITY.SPINNING)) continue;
    drawHatches(scene, style === ACTIVITY.SPINNING, from, to);
  }
  context.globalAlpha = 1;
}

// Paints the bars of a timeline into a plain array of pixels: what a CPU did as solid and hatched
// fills, slice by slice or as stacked shares. Pure and fast enough for every picture; text, arrows
// and marks come on top with a pen (pen.ts).
//
// A bar reads from below: user, kernel, waiting for a line, waiting for a lock; what is left is idle.

import { ACTIVITY } from '../../engine/abi.gen.ts';
import type { TimelineDetail, TimelineWindow } from '../../engine/slices.ts';
import type { Span } from './types.ts';

/** Pixels as 0xAABBGGRR, the way ImageData has them on all hosts there are. */
export interface Colours {
  readonly idle: number;
  readonly user: number;
  readonly kernel: number;
  /** Ground and stripes of waiting. */
  readonly wait: number;
  readonly hatch: number;
  /** The selected task group. */
  readonly group: number;
  readonly groupUser: number;
  readonly groupKernel: number;
}

export interface Target {
  readonly pixels: Uint32Array;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels in a CSS pixel. */
  readonly ratio: number;
}

/** A row to paint: its bar in CSS pixels, and where the data lie. */
export interface Bar {
  readonly top: number;
  readonly height: number;
  /** Index in the window's rows. */
  readonly index: number;
  /** Index in the detail's CPUs, or -1. */
  readonly detail: number;
}

export interface Look {
  readonly colours: Colours;
  /** True for tasks of the selected group. */
  readonly isOfGroup: (task: number) => boolean;
  /** The selected task, or -1: underlined. */
  readonly task: number;
}

const { USER, KERNEL, STALLED } = ACTIVITY;

/** CSS pixels: the hatches of the whole product, see the machine view. */
const tile = 6;
const stripe = 1.9;
const latticeStripe = stripe * 0.7;

type Hatch = 'diagonal' | 'lattice';

/** x0, x1, y0, y1 in device pixels; x inside the target, y may lie over its edges. */
type Area = readonly [number, number, number, number];

function fill({ pixels, width, height }: Target, [x0, x1, y0, y1]: Area, colour: number): void {
  const end = Math.min(height, y1);
  for (let y = Math.max(0, y0); y < end; y++) pixels.fill(colour, y * width + x0, y * width + x1);
}

/** Stripes that lie still on the screen: a bar that is cut in two keeps its pattern. */
function hatch(
  { pixels, width, height, ratio }: Target,
  [x0, x1, y0, y1]: Area,
  kind: Hatch,
  ground: number,
  colour: number,
): void {
  const side = Math.max(4, Math.round(tile * ratio));
  const wide = Math.max(1, Math.round((kind === 'lattice' ? latticeStripe : stripe) * ratio));
  const end = Math.min(height, y1);
  for (let y = Math.max(0, y0); y < end; y++) {
    const row = y * width;
    for (let x = x0; x < x1; x++) {
      const isStripe = (x + y) % side < wide;
      const isCross = kind === 'lattice' && (x - y + side * 4096) % side < wide;
      pixels[row + x] = isStripe || isCross ? colour : ground;
    }
  }
}

/** A painter of one picture. */
class Painter {
  readonly #target: Target;
  readonly #look: Look;
  readonly #from: number;
  readonly #scale: number;

  constructor(target: Target, span: Span, look: Look) {
    this.#target = target;
    this.#look = look;
    this.#from = span.from;
    this.#scale = target.width / (span.to - span.from);
  }

  x(time: number): number {
    const at = Math.floor((time - this.#from) * this.#scale);
    return Math.min(this.#target.width, Math.max(0, at));
  }

  /** Stacked shares of a column of the bar; sums of them that pass 1 are cut. */
  stack(
    [x0, x1, y0, y1]: Area,
    [user, kernel, stalled, spinning]: readonly [number, number, number, number],
    ofGroup: boolean,
  ): void {
    const { colours } = this.#look;
    const height = y1 - y0;
    const level = (share: number) => y1 - Math.round(Math.min(1, share) * height);
    const tops = [level(user), level(user + kernel), level(user + kernel + stalled)] as const;
    const top = level(user + kernel + stalled + spinning);
    const stripes = ofGroup ? colours.group : colours.hatch;
    fill(this.#target, [x0, x1, tops[0], y1], ofGroup ? colours.groupUser : colours.user);
    fill(this.#target, [x0, x1, tops[1], tops[0]], ofGroup ? colours.groupKernel : colours.kernel);
    hatch(this.#target, [x0, x1, tops[2], tops[1]], 'diagonal', colours.wait, stripes);
    hatch(this.#target, [x0, x1, top, tops[2]], 'lattice', colours.wait, stripes);
  }

  wait(area: Area, activity: number, ofGroup: boolean): void {
    const { colours } = this.#look;
    const stripes = ofGroup ? colours.group : colours.hatch;
    hatch(this.#target, area, activity === STALLED ? 'diagonal' : 'lattice', colours.wait, stripes);
  }

  line(x0: number, x1: number, y: number, thick: number, colour: number): void {
    fill(this.#target, [x0, x1, y, y + thick], colour);
  }
}

type Edges = readonly [number, number];

/** Top and bottom of a bar in device pixels. */
function edgesOf({ top, height }: Bar, { ratio }: Target): Edges {
  return [Math.round(top * ratio), Math.round((top + height) * ratio)];
}

function paintCells(painter: Painter, bar: Bar, edges: Edges, window: TimelineWindow): void {
  const { cellFrom, cellStart, cellWidth, shares } = window;
  const first = cellFrom[bar.index]!;
  const count = cellFrom[bar.index + 1]! - first;
  const [start, width] = [cellStart[bar.index]!, cellWidth[bar.index]!];
  for (let cell = 0; cell < count; cell++) {
    const x0 = painter.x(start + cell * width);
    const x1 = painter.x(Math.min(window.known, start + (cell + 1) * width));
    if (x1 <= x0) continue;
    const at = (first + cell) * 4;
    const share = (part: number) => shares[at + part]! / 255;
    painter.stack([x0, x1, ...edges], [share(0), share(1), share(2), share(3)], false);
  }
}

/** True if every wait of what shows of the slice is known. */
function isDetailed(
  window: TimelineWindow,
  at: number,
  bar: Bar,
  detail: TimelineDetail,
  span: Span,
) {
  if (bar.detail < 0) return false;
  const start = Math.max(window.sliceStart[at]!, span.from);
  const end = Math.min(window.sliceEnd[at]!, span.to);
  return start >= detail.from && end <= detail.to;
}

function paintSlices(
  painter: Painter,
  bar: Bar,
  edges: Edges,
  { window, detail, span, look }: Picture,
): void {
  const { sliceFrom, sliceStart, sliceEnd, sliceMode, sliceTask } = window;
  for (let at = sliceFrom[bar.index]!; at < sliceFrom[bar.index + 1]!; at++) {
    const mode = sliceMode[at]!;
    const x0 = painter.x(sliceStart[at]!);
    const x1 = Math.max(x0 + 1, painter.x(sliceEnd[at]!));
    if (sliceEnd[at]! <= span.from || sliceStart[at]! >= span.to) continue;
    if (mode !== USER && mode !== KERNEL) continue;
    const task = sliceTask[at]!;
    const ofGroup = look.isOfGroup(task);
    const isPlain =
      mode === USER || (detail !== undefined && isDetailed(window, at, bar, detail, span));
    const length = sliceEnd[at]! - sliceStart[at]!;
    const stalled = isPlain ? 0 : window.sliceStalled[at]! / length;
    const spun = isPlain ? 0 : window.sliceSpun[at]! / length;
    const [user, kernel] = mode === USER ? [1, 0] : [0, 1 - stalled - spun];
    painter.stack([x0, x1, ...edges], [user, kernel, stalled, spun], ofGroup);
  }
}

/** Waits lie over the slices they belong to, in whose hue they are. */
function paintWaits(painter: Painter, bar: Bar, edges: Edges, picture: Picture): void {
  const { detail, window, span, look } = picture;
  if (!detail || bar.detail < 0) return;
  let slice = window.sliceFrom[bar.index]!;
  const end = window.sliceFrom[bar.index + 1]!;
  for (let at = detail.start[bar.detail]!; at < detail.start[bar.detail + 1]!; at++) {
    const begin = detail.begin[at]!;
    if (detail.end[at]! <= span.from || begin >= span.to) continue;
    while (slice + 1 < end && window.sliceEnd[slice]! <= begin) slice++;
    const x0 = painter.x(begin);
    const x1 = Math.max(x0 + 1, painter.x(detail.end[at]!));
    const ofGroup = slice < end && look.isOfGroup(window.sliceTask[slice]!);
    painter.wait([x0, Math.min(x1, picture.target.width), ...edges], detail.activity[at]!, ofGroup);
  }
}

/** A line under the slices of the selected task. */
function underline(painter: Painter, bar: Bar, y: number, { window, look, span, target }: Picture) {
  if (look.task < 0) return;
  for (let at = window.sliceFrom[bar.index]!; at < window.sliceFrom[bar.index + 1]!; at++) {
    if (window.sliceTask[at] !== look.task || window.sliceEnd[at]! <= span.from) continue;
    const x0 = painter.x(window.sliceStart[at]!);
    const thick = Math.round(2 * target.ratio);
    painter.line(
      x0,
      Math.max(x0 + 1, painter.x(window.sliceEnd[at]!)),
      y,
      thick,
      look.colours.group,
    );
  }
}

/** All that one picture is made of. */
export interface Picture {
  readonly target: Target;
  readonly span: Span;
  readonly window: TimelineWindow;
  readonly detail: TimelineDetail | undefined;
  readonly bars: readonly Bar[];
  readonly look: Look;
}

/** Paints all bars over what the target holds. */
export function paintBars(picture: Picture): void {
  const { target, span, window, bars, look } = picture;
  const painter = new Painter(target, span, look);
  const known = painter.x(Math.min(window.known, span.to));
  for (const bar of bars) {
    const edges = edgesOf(bar, target);
    if (edges[1] <= 0 || edges[0] >= target.height) continue;
    const middle = Math.floor((edges[0] + edges[1]) / 2);
    painter.line(0, known, middle, 1, look.colours.idle);
    paintCells(painter, bar, edges, window);
    paintSlices(painter, bar, edges, picture);
    paintWaits(painter, bar, edges, picture);
    underline(painter, bar, edges[1], picture);
  }
}

// Paints the bars of a timeline into a plain array of pixels: what a CPU did as solid and hatched
// fills, slice by slice or as stacked shares. Pure and fast enough for every picture; text, arrows
// and marks come on top with a pen (pen.ts).
//
// A bar reads from below: user, kernel, waiting for a line, waiting for a lock; what is left is idle.

import { ACTIVITY } from '../../engine/abi.gen.ts';
import { type TimelineDetail, type TimelineWindow, UNKNOWN_MODE } from '../../engine/slices.ts';
import type { Span } from './types.ts';

/** Pixels as 0xAABBGGRR, the way ImageData has them on all hosts there are. */
export interface Colours {
  readonly idle: number;
  readonly user: number;
  readonly kernel: number;
  /** Grounds of waiting for a line and for a lock, and the stripes on both. */
  readonly line: number;
  readonly lock: number;
  readonly hatch: number;
  /** The selected task group. */
  readonly group: number;
  readonly groupUser: number;
  readonly groupKernel: number;
}

export interface RasterTarget {
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

export interface RasterLook {
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

/** Side of a hatch's tile and width of its stripes in device pixels. */
function hatchOf(kind: 'diagonal' | 'lattice', ratio: number) {
  const width = kind === 'lattice' ? latticeStripe : stripe;
  return {
    side: Math.max(4, Math.round(tile * ratio)),
    wide: Math.max(1, Math.round(width * ratio)),
  };
}

/**
 * One line of pixels for each line of a tile, as wide as the target: stripes lie still on the screen,
 * so a bar that is cut in two keeps its pattern.
 */
function stripes(
  { width, ratio }: RasterTarget,
  kind: 'diagonal' | 'lattice',
  ground: number,
  colour: number,
): Uint32Array[] {
  const { side, wide } = hatchOf(kind, ratio);
  return Array.from({ length: side }, (_, y) => {
    const line = new Uint32Array(width).fill(ground);
    for (let x = 0; x < width; x++) {
      const isStripe = (x + y) % side < wide;
      const isCross = kind === 'lattice' && (((x - y) % side) + side) % side < wide;
      if (isStripe || isCross) line[x] = colour;
    }
    return line;
  });
}

/** The fills of a bar, by part of the stack: a plain colour, or lines of a hatch. */
interface Fills {
  readonly user: number;
  readonly kernel: number;
  readonly stalled: readonly Uint32Array[];
  readonly spinning: readonly Uint32Array[];
}

function fillsOf(target: RasterTarget, { colours }: RasterLook): readonly [Fills, Fills] {
  const { user, kernel, line, lock, hatch, groupUser, groupKernel } = colours;
  const fills = (plain: readonly [number, number]): Fills => ({
    user: plain[0],
    kernel: plain[1],
    stalled: stripes(target, 'diagonal', line, hatch),
    spinning: stripes(target, 'lattice', lock, hatch),
  });
  return [fills([user, kernel]), fills([groupUser, groupKernel])];
}

/** Columns from which filling by the host's own loops pays. */
const wideEnough = 12;

/** A painter of one picture, bar by bar. */
class Painter {
  readonly #target: RasterTarget;
  readonly #from: number;
  readonly #scale: number;
  readonly #fills: readonly [Fills, Fills];
  readonly #idle: number;
  readonly #unknown: readonly Uint32Array[];
  #top = 0;
  #bottom = 0;

  constructor(target: RasterTarget, span: Span, look: RasterLook) {
    this.#target = target;
    this.#from = span.from;
    this.#scale = target.width / (span.to - span.from);
    this.#fills = fillsOf(target, look);
    this.#idle = look.colours.idle;
    this.#unknown = stripes(target, 'diagonal', 0, look.colours.idle);
  }

  x(time: number): number {
    const at = Math.floor((time - this.#from) * this.#scale);
    return Math.min(this.#target.width, Math.max(0, at));
  }

  /** Begins a bar between two lines, which may lie over the edges; idle time is a thin line in it. */
  begin(top: number, bottom: number, known: number): void {
    this.#top = top;
    this.#bottom = bottom;
    const middle = top + ((bottom - top) >> 1);
    this.#plain(0, known, middle, middle + 1, this.#idle);
  }

  /** Paints stacked shares of 255 in the columns [x0, x1); hue 1 is that of the selected group. */
  stack(
    x0: number,
    x1: number,
    user: number,
    kernel: number,
    stalled: number,
    spinning: number,
    hue: number,
  ): void {
    const tall = (this.#bottom - this.#top) / 255;
    const fills = this.#fills[hue]!;
    const first = this.#bottom - Math.round(tall * user);
    const second = this.#bottom - Math.round(tall * (user + kernel));
    const third = this.#bottom - Math.round(tall * (user + kernel + stalled));
    const fourth = this.#bottom - Math.round(tall * (user + kernel + stalled + spinning));
    if (user > 0) this.#plain(x0, x1, first, this.#bottom, fills.user);
    if (kernel > 0) this.#plain(x0, x1, second, first, fills.kernel);
    if (stalled > 0) this.#hatched(x0, x1, third, second, fills.stalled);
    if (spinning > 0) this.#hatched(x0, x1, Math.max(this.#top, fourth), third, fills.spinning);
  }

  /** Nothing is known of the columns [x0, x1): hatched from top to bottom, without a fill. */
  unknown(x0: number, x1: number): void {
    this.#hatched(x0, x1, this.#top, this.#bottom, this.#unknown);
  }

  #plain(x0: number, x1: number, y0: number, y1: number, colour: number): void {
    const { pixels, width, height } = this.#target;
    const end = Math.min(height, y1);
    for (let y = Math.max(0, y0); y < end; y++) {
      const line = y * width;
      if (x1 - x0 >= wideEnough) pixels.fill(colour, line + x0, line + x1);
      else for (let x = line + x0; x < line + x1; x++) pixels[x] = colour;
    }
  }

  #hatched(x0: number, x1: number, y0: number, y1: number, lines: readonly Uint32Array[]): void {
    const { pixels, width, height } = this.#target;
    const end = Math.min(height, y1);
    for (let y = Math.max(0, y0); y < end; y++) {
      const stripes = lines[y % lines.length]!;
      const line = y * width;
      if (x1 - x0 >= wideEnough) pixels.set(stripes.subarray(x0, x1), line + x0);
      else for (let x = x0; x < x1; x++) pixels[line + x] = stripes[x]!;
    }
  }
}

function paintCells(painter: Painter, bar: Bar, window: TimelineWindow): void {
  const { cellFrom, cellStart, cellWidth, shares } = window;
  const first = cellFrom[bar.index]!;
  const count = cellFrom[bar.index + 1]! - first;
  const start = cellStart[bar.index]!;
  const width = cellWidth[bar.index]!;
  for (let cell = 0; cell < count; cell++) {
    const x0 = painter.x(start + cell * width);
    const x1 = painter.x(Math.min(window.known, start + (cell + 1) * width));
    if (x1 <= x0) continue;
    const at = (first + cell) * 4;
    const [user, kernel] = [shares[at]!, shares[at + 1]!];
    painter.stack(x0, x1, user, kernel, shares[at + 2]!, shares[at + 3]!, 0);
  }
}

/** True if every wait of what shows of the slice is known. */
function isDetailed({ window, detail, span }: TimelinePicture, at: number, bar: Bar): boolean {
  if (!detail || bar.detail < 0) return false;
  const start = Math.max(window.sliceStart[at]!, span.from);
  const end = Math.min(window.sliceEnd[at]!, span.to);
  return start >= detail.from && end <= detail.to;
}

function paintSlices(painter: Painter, bar: Bar, picture: TimelinePicture): void {
  const { window, span, look } = picture;
  const { sliceFrom, sliceStart, sliceEnd, sliceMode } = window;
  for (let at = sliceFrom[bar.index]!; at < sliceFrom[bar.index + 1]!; at++) {
    const mode = sliceMode[at]!;
    if (mode !== USER && mode !== KERNEL && mode !== UNKNOWN_MODE) continue;
    if (sliceEnd[at]! <= span.from || sliceStart[at]! >= span.to) continue;
    const x0 = painter.x(sliceStart[at]!);
    const x1 = Math.max(Math.min(x0 + 1, picture.target.width), painter.x(sliceEnd[at]!));
    if (mode === UNKNOWN_MODE) {
      painter.unknown(x0, x1);
      continue;
    }
    const hue = look.isOfGroup(window.sliceTask[at]!) ? 1 : 0;
    if (mode === USER || isDetailed(picture, at, bar)) {
      painter.stack(x0, x1, mode === USER ? 255 : 0, mode === USER ? 0 : 255, 0, 0, hue);
      continue;
    }
    const length = sliceEnd[at]! - sliceStart[at]!;
    const stalled = Math.round((255 * window.sliceStalled[at]!) / length);
    const spun = Math.round((255 * window.sliceSpun[at]!) / length);
    painter.stack(x0, x1, 0, 255 - stalled - spun, stalled, spun, hue);
  }
}

/** Waits lie over the slices they belong to, in whose hue they are. */
function paintWaits(painter: Painter, bar: Bar, picture: TimelinePicture): void {
  const { detail, window, span, look, target } = picture;
  if (!detail || bar.detail < 0) return;
  let slice = window.sliceFrom[bar.index]!;
  const end = window.sliceFrom[bar.index + 1]!;
  for (let at = detail.start[bar.detail]!; at < detail.start[bar.detail + 1]!; at++) {
    const begin = detail.begin[at]!;
    if (detail.end[at]! <= span.from || begin >= span.to) continue;
    while (slice + 1 < end && window.sliceEnd[slice]! <= begin) slice++;
    const x0 = painter.x(begin);
    const x1 = Math.max(Math.min(x0 + 1, target.width), painter.x(detail.end[at]!));
    const hue = slice < end && look.isOfGroup(window.sliceTask[slice]!) ? 1 : 0;
    const isStall = detail.activity[at] === STALLED;
    painter.stack(x0, x1, 0, 0, isStall ? 255 : 0, isStall ? 0 : 255, hue);
  }
}

/** A line under the slices of the selected task. */
function underline(
  painter: Painter,
  bar: Bar,
  y: number,
  { window, look, target }: TimelinePicture,
): void {
  if (look.task < 0) return;
  const { pixels, width, height, ratio } = target;
  const end = Math.min(height, y + Math.round(2 * ratio));
  for (let at = window.sliceFrom[bar.index]!; at < window.sliceFrom[bar.index + 1]!; at++) {
    if (window.sliceTask[at] !== look.task) continue;
    const [x0, x1] = [painter.x(window.sliceStart[at]!), painter.x(window.sliceEnd[at]!)];
    for (let line = Math.max(0, y); line < end; line++) {
      pixels.fill(look.colours.group, line * width + x0, line * width + x1);
    }
  }
}

/** All that one picture is made of. */
export interface TimelinePicture {
  readonly target: RasterTarget;
  readonly span: Span;
  readonly window: TimelineWindow;
  readonly detail: TimelineDetail | undefined;
  readonly bars: readonly Bar[];
  readonly look: RasterLook;
}

/** Paints all bars over what the target holds. */
export function paintBars(picture: TimelinePicture): void {
  const { target, span, window, bars, look } = picture;
  const painter = new Painter(target, span, look);
  const known = painter.x(Math.min(window.known, span.to));
  for (const bar of bars) {
    const y0 = Math.round(bar.top * target.ratio);
    const y1 = Math.round((bar.top + bar.height) * target.ratio);
    if (y1 <= 0 || y0 >= target.height) continue;
    painter.begin(y0, y1, known);
    paintCells(painter, bar, window);
    paintSlices(painter, bar, picture);
    paintWaits(painter, bar, picture);
    underline(painter, bar, y1, picture);
  }
}

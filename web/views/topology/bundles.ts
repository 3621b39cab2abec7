// How transfers between LLCs are drawn: every pair of LLCs has one curve for each direction through
// the corridors between the blocks, as wide as its rate. Geometry in world coordinates; no drawing.

import type { Layout, LlcBlock } from './layout.ts';

/** A cubic Bézier curve. */
export interface Curve {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly x3: number;
  readonly y3: number;
}

/** Width of a bundle at the full rate of the scale, CSS pixels. */
export const fullWidth = 11;
/** Bundles thinner than this are left out: together they are no more than noise. */
export const thinnest = 0.3;

const middle = (block: LlcBlock): number => block.rect.y + block.rect.height / 2;

/** True if both blocks meet the same corridor from the same side: their curve is an arc beside them. */
function besideEachOther(a: LlcBlock, b: LlcBlock): boolean {
  return a.port.side === b.port.side && Math.abs(a.port.x - b.port.x) < 1;
}

/**
 * Order of the other blocks down a block's port, so that curves do not cross where they leave: arcs
 * up beside it (nearest first), then curves across from top to bottom, then arcs down (nearest last).
 */
function portOrder(block: LlcBlock, others: readonly LlcBlock[]): LlcBlock[] {
  const rank = (other: LlcBlock): number => {
    if (other === block || !besideEachOther(block, other)) return 1;
    return middle(other) < middle(block) ? 0 : 2;
  };
  const within = (other: LlcBlock): number => (rank(other) === 1 ? middle(other) : -middle(other));
  return [...others].sort(
    (a, b) => rank(a) - rank(b) || within(a) - within(b) || a.rect.x - b.rect.x || a.llc - b.llc,
  );
}

/** Heights at which curves meet the ports: leaving [from * llcs + to], arriving [from * llcs + to]. */
interface Slots {
  readonly leave: Float64Array;
  readonly arrive: Float64Array;
}

function slotsOf(layout: Layout): Slots {
  const blocks = layout.llcs;
  const count = blocks.length;
  const leave = new Float64Array(count * count);
  const arrive = new Float64Array(count * count);
  for (const block of blocks) {
    const { top, bottom } = block.port;
    const pitch = (bottom - top) / (2 * count);
    portOrder(block, blocks).forEach((other, index) => {
      const first = top + (2 * index + 0.5) * pitch;
      const second = first + pitch;
      // Arcs beside the blocks are nested, so their order is reversed at one of the two ends.
      const above = middle(other) < middle(block) || (other === block && true);
      const reversed = besideEachOther(block, other) && above;
      const forward = block.llc < other.llc !== reversed;
      leave[block.llc * count + other.llc] = forward ? first : second;
      arrive[other.llc * count + block.llc] = forward ? second : first;
    });
  }
  return { leave, arrive };
}

function curveBetween(a: LlcBlock, b: LlcBlock, y0: number, y3: number, corridor: number): Curve {
  const x0 = a.port.x;
  const x3 = b.port.x;
  if (besideEachOther(a, b)) {
    const reach = a === b ? corridor * 0.55 : corridor * (0.45 + 0.45 * spread(a, b));
    return {
      x0,
      y0,
      x1: x0 + a.port.side * reach,
      y1: y0,
      x2: x3 + b.port.side * reach,
      y2: y3,
      x3,
      y3,
    };
  }
  const gap = Math.max(corridor, Math.abs(x3 - x0)) * 0.5;
  return { x0, y0, x1: x0 + a.port.side * gap, y1: y0, x2: x3 + b.port.side * gap, y2: y3, x3, y3 };
}

/** 0 … 1: how far apart two blocks beside each other are, in heights of a block. */
function spread(a: LlcBlock, b: LlcBlock): number {
  return Math.min(1, Math.abs(middle(a) - middle(b)) / (4 * a.rect.height));
}

/** Width of the corridor in front of a block: to the nearest block that faces it, or a default. */
function corridorOf(layout: Layout, block: LlcBlock): number {
  let nearest = Math.min(96, layout.width * 0.12);
  for (const other of layout.llcs) {
    const across = (other.port.x - block.port.x) * block.port.side;
    if (other.port.side !== block.port.side && across > 1) nearest = Math.min(nearest, across);
  }
  return nearest;
}

/** The curves of a layout: of(from, to), also from = to (a loop at its port). */
export class BundleCurves {
  readonly #layout: Layout;
  readonly #slots: Slots;
  readonly #corridors: readonly number[];

  constructor(layout: Layout) {
    this.#layout = layout;
    this.#slots = slotsOf(layout);
    this.#corridors = layout.llcs.map((block) => corridorOf(layout, block));
  }

  of(from: number, to: number): Curve {
    const { llcs } = this.#layout;
    const key = from * llcs.length + to;
    return curveBetween(
      llcs[from]!,
      llcs[to]!,
      this.#slots.leave[key]!,
      this.#slots.arrive[key]!,
      this.#corridors[from]!,
    );
  }
}

/**
 * The rate (transfers per second of simulated time) that is drawn at full width: the largest, rounded
 * up to 1, 2 or 5 times a power of ten. It comes down only when the largest has fallen well below the
 * step before, so that widths do not flicker.
 */
export function rateScale(largest: number, current: number): number {
  const wanted = roundUp(largest);
  if (wanted >= current) return wanted;
  return largest < current * 0.3 ? wanted : current;
}

function roundUp(rate: number): number {
  if (!(rate > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(rate));
  const step = [1, 2, 5].find((factor) => rate <= factor * power * (1 + 1e-9)) ?? 10;
  return step * power;
}

/** A bundle to draw: from LLC to LLC, at a share 0 … 1 of the full rate. */
export interface Bundle {
  readonly from: number;
  readonly to: number;
  readonly share: number;
}

/** The bundles of rates per second [from * llcs + to] that are wide enough to see, thinnest first. */
export function bundlesOf(rates: Float64Array, llcs: number, fullRate: number): Bundle[] {
  if (!(fullRate > 0)) return [];
  const bundles: Bundle[] = [];
  for (let from = 0; from < llcs; from++) {
    for (let to = 0; to < llcs; to++) {
      const share = Math.min(1, rates[from * llcs + to]! / fullRate);
      if (share * fullWidth >= thinnest) bundles.push({ from, to, share });
    }
  }
  return bundles.sort((a, b) => a.share - b.share);
}

// How transfers between parts of a machine are drawn: every pair has one curve for each direction
// through the corridors between the blocks, as wide as its rate. Geometry in world coordinates.

import { blockOf, type Layout, type LlcBlock, type Port, type Rect } from '../../layout.ts';
import type { Pair, Pairing, Part } from '../../pairs.ts';

/** A cubic Bézier curve; `side` is the side of the port it arrives at, `room` its width at most. */
export interface Curve {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly x3: number;
  readonly y3: number;
  readonly side: 1 | -1;
  readonly room: number;
}

/** Width of a bundle at the full rate of the scale, CSS pixels: as much as its port has room for. */
const widestBundle = 11;
const narrowestFull = 4;
/** Of the corridor before a block a bundle takes at most this share, or it would cover small blocks and their tasks. */
const widestOfCorridor = 0.25;
/** Bundles with a smaller share of the full rate are left out: together they are noise. */
const smallestShare = 0.03;
/** How much of a port a loop takes, compared with a pair: it leaves and arrives at the same port. */
const loopWeight = 2;
/** A loop leaves and meets its port no farther apart than this, world units. */
const widestLoop = 26;
/** The two directions of a pair run no farther apart than this at a port, world units. */
const widestPair = 34;

/** A part in the picture. */
interface Anchor {
  readonly rect: Rect;
  /** Where bundles meet an LLC; frames are met on the side that faces the other. */
  readonly port: Port | undefined;
  /** How far an arc beside it may reach. */
  readonly reach: number;
}

const middle = (anchor: Anchor): number => anchor.rect.y + anchor.rect.height / 2;
const right = ({ rect }: Anchor): number => rect.x + rect.width;

/** True if both meet the same corridor from the same side: their curve is an arc beside them. */
const besideEachOther = (a: Port, b: Port): boolean => a.side === b.side && Math.abs(a.x - b.x) < 1;

/** Width of the corridor in front of a block: to the nearest block that faces it, or a default. */
function corridorOf(layout: Layout, block: LlcBlock): number {
  let nearest = Math.min(96, layout.corridor);
  for (const other of layout.llcs) {
    const across = (other.port.x - block.port.x) * block.port.side;
    if (other.port.side !== block.port.side && across > 1) nearest = Math.min(nearest, across);
  }
  return nearest;
}

/** Undefined for a part that an excerpt leaves out. */
function anchorOf(layout: Layout, part: Part): Anchor | undefined {
  if (part.kind === 'llc') {
    const block = blockOf(layout, part.llc);
    return block && { rect: block.rect, port: block.port, reach: corridorOf(layout, block) };
  }
  const frames = part.kind === 'package' ? layout.packages : layout.nodes;
  const frame = frames.find(
    (candidate) =>
      candidate.package === part.package &&
      (!('node' in candidate) || candidate.node === part.node),
  );
  return frame && { rect: frame.rect, port: undefined, reach: 30 };
}

/** Where a part is met by what comes from another one. */
function portTowards(self: Anchor, other: Anchor, layout: Layout): Port {
  if (self.port) return self.port;
  const { rect } = self;
  const inset = Math.min(rect.height * 0.08, 10);
  const span = { top: rect.y + inset, bottom: rect.y + rect.height - inset };
  const facesRight =
    other.rect.x >= right(self) ||
    (rect.x < right(other) && rect.x + rect.width / 2 < layout.width / 2);
  return facesRight ? { ...span, x: right(self), side: 1 } : { ...span, x: rect.x, side: -1 };
}

/** Heights at which the two directions between two parts meet a port. */
interface Meeting {
  readonly port: Port;
  readonly leave: number;
  readonly arrive: number;
  /** Room for each direction along the port. */
  readonly pitch: number;
}

const meetingKey = (self: number, other: number): number => self * 4096 + other;

/** Everybody a part meets on one side, in order down its edge. */
interface Visitor {
  readonly index: number;
  /** 0: arc up beside it, 1: across or a loop, 2: arc down beside it. */
  readonly rank: 0 | 1 | 2;
  readonly y: number;
  readonly x: number;
}

/**
 * Order down a port, so that curves do not cross where they leave: arcs up beside it (nearest first),
 * then curves across from top to bottom, then arcs down (nearest last).
 */
const downThePort = (a: Visitor, b: Visitor): number => {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return (a.rank === 1 ? a.y - b.y : b.y - a.y) || a.x - b.x || a.index - b.index;
};

/** The meetings of one part with its family. */
function meet(
  anchors: readonly Anchor[],
  family: readonly number[],
  self: number,
  layout: Layout,
  meetings: Map<number, Meeting>,
): void {
  const anchor = anchors[self]!;
  const sides = new Map<number, { port: Port; visitors: Visitor[] }>();
  for (const index of family) {
    const other = anchors[index]!;
    if (index === self && !anchor.port) continue;
    const port = portTowards(anchor, other, layout);
    const beside = index !== self && besideEachOther(port, portTowards(other, anchor, layout));
    const rank = !beside ? 1 : middle(other) < middle(anchor) ? 0 : 2;
    const side = sides.get(port.side) ?? { port, visitors: [] };
    side.visitors.push({ index, rank, y: middle(other), x: other.rect.x });
    sides.set(port.side, side);
  }
  for (const { port, visitors } of sides.values()) {
    const weightOf = (index: number): number => (index === self ? loopWeight : 1);
    const weights = visitors.reduce((sum, { index }) => sum + weightOf(index), 0);
    const pitch = (port.bottom - port.top) / (2 * weights);
    let top = port.top;
    for (const { index, rank } of visitors.sort(downThePort)) {
      const room = 2 * pitch * weightOf(index);
      const centre = top + room / 2;
      top += room;
      const half = Math.min(room / 2, index === self ? widestLoop : widestPair) / 2;
      // Arcs beside the parts are nested, so their order is reversed at one of the two ends.
      const forward = index === self || self < index !== (rank === 0);
      meetings.set(meetingKey(self, index), {
        port,
        leave: forward ? centre - half : centre + half,
        arrive: forward ? centre + half : centre - half,
        pitch,
      });
    }
  }
}

/** 0 … 1: how far apart two parts beside each other are, in heights of a part. */
function spread(a: Anchor, b: Anchor): number {
  return Math.min(1, Math.abs(middle(a) - middle(b)) / (4 * a.rect.height));
}

function curveBetween(a: Anchor, b: Anchor, start: Meeting, end: Meeting): Curve {
  const x0 = start.port.x;
  const x3 = end.port.x;
  const y0 = start.leave;
  const y3 = end.arrive;
  const loop = a === b ? 0.55 : 0.45 + 0.45 * spread(a, b);
  const beside = besideEachOther(start.port, end.port);
  const across = Math.abs(x3 - x0) * 0.5;
  const reach = beside ? a.reach * loop : a.port ? Math.max(a.reach * 0.5, across) : across;
  const { side } = end.port;
  return {
    x0,
    y0,
    x1: x0 + start.port.side * reach,
    y1: y0,
    x2: x3 + side * reach,
    y2: y3,
    x3,
    y3,
    side,
    room: Math.min(start.pitch, end.pitch, widestOfCorridor * Math.min(a.reach, b.reach)),
  };
}

/** The curves of all pairs, in their order; undefined where an excerpt leaves an end out. */
export function curvesOf(layout: Layout, pairing: Pairing): (Curve | undefined)[] {
  const anchors = pairing.parts.map((part) => anchorOf(layout, part));
  const present = anchors as Anchor[];
  const meetings = new Map<number, Meeting>();
  for (const family of pairing.families) {
    const here = family.filter((index) => anchors[index]);
    for (const self of here) meet(present, here, self, layout, meetings);
  }
  return pairing.pairs.map(({ from, to }: Pair) => {
    const start = meetings.get(meetingKey(from, to));
    const end = meetings.get(meetingKey(to, from));
    return start && end && curveBetween(present[from]!, present[to]!, start, end);
  });
}

/** Width at the full rate for curves shown at a scale: the same for all, so that widths compare. */
export function fullWidthOf(curves: readonly (Curve | undefined)[], scale: number): number {
  let room = Infinity;
  for (const curve of curves) if (curve) room = Math.min(room, curve.room);
  return Math.min(widestBundle, Math.max(narrowestFull, room * scale * 0.85));
}

/** A bundle to draw: which pair, at a share 0 … 1 of the full rate. */
export interface Bundle {
  readonly pair: number;
  readonly share: number;
}

/** The bundles of rates by pair that are wide enough to see, thinnest first. */
export function bundlesOf(rates: Float64Array, fullRate: number): Bundle[] {
  if (!(fullRate > 0)) return [];
  const bundles: Bundle[] = [];
  rates.forEach((rate, pair) => {
    const share = Math.min(1, rate / fullRate);
    if (share >= smallestShare) bundles.push({ pair, share });
  });
  return bundles.sort((a, b) => a.share - b.share || a.pair - b.pair);
}

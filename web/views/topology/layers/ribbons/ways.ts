// The ways of ribbons: from the edge of one block to the edge of another through the gutters between them, never
// over a block. Blocks on two sides of a gutter are joined across it; farther ones along the gutters between
// columns and the free strips between rows. Geometry in world coordinates.

import type { Layout, LlcBlock } from '../../layout.ts';
import type { Direction } from '../../traffic.ts';

export interface WayPoint {
  readonly x: number;
  readonly y: number;
}

/** A way: a cubic Bézier curve of four points, or a line with corners to be rounded. It ends at a block. */
export interface Way {
  readonly form: 'curve' | 'corners';
  readonly points: readonly WayPoint[];
  /** The side of the block it arrives at: +1, the gutter lies to its right. */
  readonly side: 1 | -1;
}

export interface Ways {
  /** In the order of the directions; undefined where an excerpt leaves an end out. */
  readonly ways: readonly (Way | undefined)[];
  /** How wide a ribbon may be so that none leaves its gutter, world units. */
  readonly room: number;
}

/** A stretch across or down the picture that no block covers. */
interface Strip {
  readonly begin: number;
  readonly end: number;
}

/** Narrower gutters lie between blocks that belong together: nothing but a line would have room. */
const narrowestGutter = 12;
/** Of a gutter, and of a free strip, one ribbon takes at most these shares. */
const widestOfGutter = 0.2;
const widestOfStrip = 0.8;
/** Where many share a strip they may overlap each other, but they can be seen and stay in it; world units. */
const leastRoom = 2;
/** Of the height of a block: what is left free at its corners. */
const cornerShare = 0.08;

const sizeOf = ({ begin, end }: Strip): number => end - begin;
const bottomOf = ({ rect }: LlcBlock): number => rect.y + rect.height;
const rightOf = ({ rect }: LlcBlock): number => rect.x + rect.width;
const middleOf = ({ rect }: LlcBlock): number => rect.y + rect.height / 2;

/** Where nothing of `taken` lies between `from` and `to`. */
function freeBetween(taken: readonly Strip[], from: number, to: number): Strip[] {
  const free: Strip[] = [];
  let at = from;
  for (const { begin, end } of [...taken].sort((a, b) => a.begin - b.begin)) {
    if (begin > at + 1e-6) free.push({ begin: at, end: begin });
    at = Math.max(at, end);
  }
  if (to > at) free.push({ begin: at, end: to });
  return free;
}

/** The gutters between columns of blocks, from the left; beside them where there is one column. */
function guttersOf({ llcs, width, corridor }: Layout): Strip[] {
  const columns = llcs.map((block) => ({ begin: block.rect.x, end: rightOf(block) }));
  const first = Math.min(...columns.map(({ begin }) => begin));
  const last = Math.max(...columns.map(({ end }) => end));
  const inside = freeBetween(columns, first, last).filter(
    (strip) => sizeOf(strip) >= narrowestGutter,
  );
  if (inside.length > 0) return inside;
  return [{ begin: last, end: Math.min(width, last + corridor) }];
}

/** What is free between rows of blocks, over and under them: titles are not. */
function stripsOf({ llcs, nodes, packages, height, titleHeight }: Layout): Strip[] {
  const tops = [...packages, ...nodes].map(({ rect }) => rect.y);
  const rows = llcs.map((block) => {
    // The titles over a block, of its node and its socket, belong to its row.
    const above = tops.filter((y) => y <= block.rect.y && y > block.rect.y - 2.5 * titleHeight);
    return { begin: Math.min(block.rect.y, ...above), end: bottomOf(block) };
  });
  return freeBetween(rows, 0, height);
}

/** One end of a ribbon: the block, and the gutter before it. */
interface End {
  readonly block: LlcBlock;
  readonly gutter: number;
  readonly side: 1 | -1;
  readonly x: number;
}

const endAt = (block: LlcBlock, gutters: readonly Strip[], gutter: number): End => {
  const side = gutters[gutter]!.begin >= rightOf(block) - 1e-6 ? 1 : -1;
  return { block, gutter, side, x: side > 0 ? rightOf(block) : block.rect.x };
};

/** The gutters that a block touches: no other block of its row lies between. */
function guttersBeside(block: LlcBlock, { llcs }: Layout, gutters: readonly Strip[]): number[] {
  const besides = llcs.filter((other) => other !== block && middleOf(other) === middleOf(block));
  return [...gutters.keys()].filter((at) => {
    const { begin, end } = gutters[at]!;
    const middle = (begin + end) / 2;
    return !besides.some((other) => {
      const x = other.rect.x + other.rect.width / 2;
      return (x - middle) * (x - block.rect.x - block.rect.width / 2) < 0;
    });
  });
}

/** Both ends of a way: at a gutter that both blocks touch, else at those that lie nearest to each other. */
function endsOf(from: LlcBlock, to: LlcBlock, layout: Layout, gutters: readonly Strip[]) {
  let best: readonly [End, End] | undefined;
  let least = Infinity;
  for (const a of guttersBeside(from, layout, gutters)) {
    for (const b of guttersBeside(to, layout, gutters)) {
      if (Math.abs(a - b) >= least) continue;
      least = Math.abs(a - b);
      best = [endAt(from, gutters, a), endAt(to, gutters, b)];
    }
  }
  return best;
}

interface Route {
  readonly from: End;
  readonly to: End;
  /** The strip it takes from gutter to gutter; -1: it stays in one. */
  readonly strip: number;
}

function routeOf(layout: Layout, gutters: readonly Strip[], strips: readonly Strip[]) {
  const byLlc = new Map(layout.llcs.map((block) => [block.llc, block]));
  return (at: Direction, llcs: number): Route | undefined => {
    const from = byLlc.get(Math.floor(at / llcs));
    const to = byLlc.get(at % llcs);
    const ends = from && to && endsOf(from, to, layout, gutters);
    if (!ends) return undefined;
    if (ends[0].gutter === ends[1].gutter) return { from: ends[0], to: ends[1], strip: -1 };
    let [strip, least] = [-1, Infinity];
    strips.forEach((each, index) => {
      const y = (each.begin + each.end) / 2;
      const detour = Math.abs(middleOf(from) - y) + Math.abs(middleOf(to) - y);
      // A wide strip is worth a little way.
      const cost = detour - Math.min(12, sizeOf(each)) * 4;
      if (cost >= least) return;
      [strip, least] = [index, cost];
    });
    return strip < 0 ? undefined : { from: ends[0], to: ends[1], strip };
  };
}

/** Hands out places next to each other: requests for the same thing get places one after the other. */
class Places {
  readonly #asked = new Map<string, { key: string; order: number }[]>();

  ask(thing: string, key: string, order: number): void {
    const all = this.#asked.get(thing) ?? [];
    if (!this.#asked.has(thing)) this.#asked.set(thing, all);
    all.push({ key, order });
  }

  /** Sorted once all have asked. */
  settle(): void {
    for (const all of this.#asked.values()) {
      all.sort((a, b) => a.order - b.order || (a.key < b.key ? -1 : 1));
    }
  }

  /** The middle of its place in a stretch. */
  of(thing: string, key: string, { begin, end }: Strip): number {
    const all = this.#asked.get(thing)!;
    const place = all.findIndex((each) => each.key === key);
    return begin + ((place + 0.5) * (end - begin)) / all.length;
  }

  count(thing: string): number {
    return this.#asked.get(thing)?.length ?? 0;
  }
}

const portOf = ({ block, side }: End): string => `${block.llc} ${side}`;
const edgeOf = ({ block }: End): Strip => {
  const { y, height } = block.rect;
  const inset = Math.min(height * cornerShare, 10);
  return { begin: y + inset, end: y + height - inset };
};

/** The middle of a gutter: ribbons keep off what lies on its two sides. */
const innerOf = ({ begin, end }: Strip): Strip => ({
  begin: begin + (end - begin) * 0.25,
  end: end - (end - begin) * 0.25,
});

function askAll(routes: readonly (Route | undefined)[]) {
  const ports = new Places();
  const lanes = new Places();
  const strips = new Places();
  routes.forEach((route, at) => {
    if (!route) return;
    const { from, to, strip } = route;
    ports.ask(portOf(from), `${at} out`, middleOf(to.block));
    ports.ask(portOf(to), `${at} in`, middleOf(from.block));
    if (strip < 0) return;
    strips.ask(String(strip), String(at), from.x);
    lanes.ask(String(from.gutter), `${at} out`, from.x);
    lanes.ask(String(to.gutter), `${at} in`, to.x);
  });
  for (const places of [ports, lanes, strips]) places.settle();
  return { ports, lanes, strips };
}

/** Across a gutter, or an arc beside two blocks on the same side of it: it stays between their edges. */
function curveOf({ from, to }: Route, y0: number, y3: number, gutter: Strip): Way {
  const beside = from.side === to.side;
  const apart = Math.min(1, Math.abs(y3 - y0) / (4 * from.block.rect.height));
  const reach = sizeOf(gutter) * (beside ? 0.4 + 0.4 * apart : 0.5);
  const points = [
    { x: from.x, y: y0 },
    { x: from.x + from.side * reach, y: y0 },
    { x: to.x + to.side * reach, y: y3 },
    { x: to.x, y: y3 },
  ];
  return { form: 'curve', points, side: to.side };
}

/** The ways of some directions, at most a dozen, each with a place of its own wherever several pass. */
export function waysOf(layout: Layout, directions: readonly Direction[], llcs: number): Ways {
  const gutters = guttersOf(layout);
  const strips = stripsOf(layout);
  const route = routeOf(layout, gutters, strips);
  const routes = directions.map((at) => route(at, llcs));
  const places = askAll(routes);
  let room = Infinity;
  const ways = routes.map((each, at): Way | undefined => {
    if (!each) return undefined;
    const { from, to, strip } = each;
    const y0 = places.ports.of(portOf(from), `${at} out`, edgeOf(from));
    const y3 = places.ports.of(portOf(to), `${at} in`, edgeOf(to));
    for (const end of [from, to]) {
      const edge = sizeOf(edgeOf(end)) / places.ports.count(portOf(end));
      room = Math.min(room, edge, sizeOf(gutters[end.gutter]!) * widestOfGutter);
    }
    if (strip < 0) return curveOf(each, y0, y3, gutters[from.gutter]!);
    const accessQueue = (end: End, key: string) =>
      places.lanes.of(String(end.gutter), key, innerOf(gutters[end.gutter]!));
    const [x1, x2] = [accessQueue(from, `${at} out`), accessQueue(to, `${at} in`)];
    const free = {
      begin: strips[strip]!.begin + leastRoom / 2,
      end: strips[strip]!.end - leastRoom / 2,
    };
    const share = (sizeOf(free) * widestOfStrip) / places.strips.count(String(strip));
    room = Math.min(room, Math.max(leastRoom, share));
    const y = places.strips.of(String(strip), String(at), free);
    const points = [
      { x: from.x, y: y0 },
      { x: x1, y: y0 },
      { x: x1, y },
      { x: x2, y },
      { x: x2, y: y3 },
      { x: to.x, y: y3 },
    ];
    return { form: 'corners', points, side: to.side };
  });
  return { ways, room };
}

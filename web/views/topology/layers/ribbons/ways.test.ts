import { describe, expect, it } from 'vitest';
import { contains, type Layout, layoutMachine } from '../../layout.ts';
import { type MachineShape, shapes, topologyOf } from '../../testing/machines.ts';
import { fullWidth } from './draw.ts';
import { type Way, type WayPoint, waysOf } from './ways.ts';

const pictures = {
  'a laptop': { width: 524, height: 361 },
  'a large screen': { width: 1599, height: 721 },
  'a phone': { width: 380, height: 420 },
} as const;

/** Directions between different caches, `many` of them spread over all. */
function directionsOf(llcs: number, many: number, skip: number): number[] {
  const all: number[] = [];
  for (let at = 0; at < llcs * llcs; at++) if (at % (llcs + 1) !== 0) all.push(at);
  const step = Math.max(1, Math.floor(all.length / many));
  const some = all.filter((_, index) => index % step === skip % step).slice(0, many);
  return some;
}

/** Points along a way; corners are taken sharp, which reaches farther than rounded. */
function along({ form, points }: Way): WayPoint[] {
  const shares = Array.from({ length: 41 }, (_, i) => i / 40);
  if (form === 'curve') {
    const [a, b, c, d] = points as [WayPoint, WayPoint, WayPoint, WayPoint];
    return shares.map((t) => {
      const u = 1 - t;
      const mix = (axis: 'x' | 'y') =>
        u ** 3 * a[axis] + 3 * u * u * t * b[axis] + 3 * u * t * t * c[axis] + t ** 3 * d[axis];
      return { x: mix('x'), y: mix('y') };
    });
  }
  return points.slice(1).flatMap((to, at) => {
    const from = points[at]!;
    return shares.map((t) => ({
      x: from.x + (to.x - from.x) * t,
      y: from.y + (to.y - from.y) * t,
    }));
  });
}

/** Whether anything of a ribbon of that width lies on a block, but where it touches its own two. */
function coversBlock(way: Way, layout: Layout, width: number): boolean {
  const half = width / 2;
  return along(way).some(({ x, y }, index, all) => {
    const isEnd = index < 2 || index > all.length - 3;
    const reach = isEnd ? 0 : half - 0.01;
    return layout.llcs.some(({ rect }) => {
      const inner = { ...rect, x: rect.x + 0.01, width: rect.width - 0.02 };
      // Across its way; where it leaves its block it is as high as wide.
      return [-reach, 0, reach].some(
        (off) =>
          contains(inner, x, y + off) ||
          (reach > 0 &&
            contains(
              inner,
              x +
                (Math.abs(off) > 0 &&
                way.form === 'corners' &&
                index > 41 &&
                index < all.length - 41
                  ? off
                  : 0),
              y,
            )),
      );
    });
  });
}

const cases = Object.entries(shapes).flatMap(([name, shape]) =>
  Object.entries(pictures).map(([screen, size]) => ({
    name,
    shape: shape as MachineShape,
    screen,
    size,
  })),
);

describe('the ways of ribbons', () => {
  it.each(cases)('run in the gutters and over no block: $name on $screen', ({ shape, size }) => {
    const topology = topologyOf(shape);
    const layout = layoutMachine(topology, size);
    for (const skip of [0, 1, 5]) {
      const directions = directionsOf(topology.llcs, 12, skip);
      const { ways, room } = waysOf(layout, directions, topology.llcs);
      expect(ways).toHaveLength(directions.length);
      for (const way of ways) {
        expect(way).toBeDefined();
        expect(way!.points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(
          true,
        );
        expect(coversBlock(way!, layout, Math.min(11, room))).toBe(false);
      }
    }
  });

  it('begin and end at the edges of their blocks, each at a place of its own', () => {
    const topology = topologyOf(shapes['granite rapids 2s snc3']);
    const layout = layoutMachine(topology, { width: 640, height: 560 });
    const directions = directionsOf(6, 12, 0);
    const { ways } = waysOf(layout, directions, 6);
    const ends = ways.flatMap((way) => [way!.points[0]!, way!.points.at(-1)!]);
    directions.forEach((at, index) => {
      const rect = layout.llcs.find(({ llc }) => llc === at % 6)!.rect;
      const end = ways[index]!.points.at(-1)!;
      expect([rect.x, rect.x + rect.width]).toContain(end.x);
      expect(end.y).toBeGreaterThan(rect.y);
      expect(end.y).toBeLessThan(rect.y + rect.height);
    });
    expect(new Set(ends.map(({ x, y }) => `${x} ${y}`)).size).toBe(ends.length);
  });

  it('leave out what an excerpt leaves out', () => {
    const topology = topologyOf(shapes['milan 2s nps1']);
    const layout = layoutMachine(topology, { width: 640, height: 560, part: [0, 1, 2, 8, 9, 10] });
    const { ways } = waysOf(layout, [1, 2], topology.llcs);
    expect(ways.map(Boolean)).toEqual([true, false]);
  });

  it('are as wide as there is room, and no wider than a finger', () => {
    expect(fullWidth({ room: 4 }, 1)).toBe(4);
    expect(fullWidth({ room: 4 }, 50)).toBe(11);
  });
});

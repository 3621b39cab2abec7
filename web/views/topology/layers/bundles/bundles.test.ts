import { describe, expect, it } from 'vitest';
import { contains, layoutMachine } from '../../layout.ts';
import { pairUp } from '../../pairs.ts';
import { type MachineShape, shapes, topologyOf } from '../../testing/machines.ts';
import { bundlesOf, type Curve, curvesOf, fullWidthOf } from './bundles.ts';

function picture(shape: MachineShape) {
  const topology = topologyOf(shape);
  const pairing = pairUp(topology);
  const layout = layoutMachine(topology, { width: 640, height: 560 });
  return {
    pairing,
    layout,
    curves: curvesOf(layout, pairing).filter((curve) => curve !== undefined),
  };
}

function pointAt(c: Curve, t: number): { x: number; y: number } {
  const u = 1 - t;
  const mix = (a: number, b: number, d: number, e: number) =>
    u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * d + t ** 3 * e;
  return { x: mix(c.x0, c.x1, c.x2, c.x3), y: mix(c.y0, c.y1, c.y2, c.y3) };
}

describe('the curves of bundles', () => {
  it.each(Object.entries(shapes))('exist for every pair and are finite: %s', (_, shape) => {
    const { pairing, curves } = picture(shape);
    expect(curves).toHaveLength(pairing.pairs.length);
    for (const curve of curves) {
      expect(Object.values(curve).every(Number.isFinite)).toBe(true);
    }
  });
  it('run through the corridor and over no block where two columns of LLCs face each other', () => {
    const { layout, curves } = picture(shapes['granite rapids 2s snc3']);
    for (const curve of curves) {
      for (let t = 0.02; t < 1; t += 0.02) {
        const { x, y } = pointAt(curve, t);
        expect(layout.llcs.some((block) => contains(block.rect, x, y))).toBe(false);
      }
    }
  });
  it('meet every port at a place of their own', () => {
    const { pairing, curves } = picture(shapes['granite rapids 2s snc3']);
    const ends = new Map<number, number[]>();
    pairing.pairs.forEach(({ from, to }, i) => {
      ends.set(from, [...(ends.get(from) ?? []), curves[i]!.y0]);
      ends.set(to, [...(ends.get(to) ?? []), curves[i]!.y3]);
    });
    for (const places of ends.values()) {
      const sorted = [...places].sort((a, b) => a - b);
      sorted.slice(1).forEach((y, i) => {
        expect(y - sorted[i]!).toBeGreaterThan(2);
      });
    }
  });
  it('join sockets across the gap between them where LLCs are many', () => {
    const { pairing, curves, layout } = picture(shapes['milan 2s nps1']);
    const between = pairing.pairs.findIndex(({ from }) => pairing.parts[from]!.kind === 'package');
    const [left, right] = layout.packages.map((frame) => frame.rect);
    expect(curves[between]!.x0).toBe(left!.x + left!.width);
    expect(curves[between]!.x3).toBe(right!.x);
  });
});

describe('bundlesOf', () => {
  it('leaves out what is too thin to see and puts the widest on top', () => {
    const rates = new Float64Array([0, 1000, 500, 1, 2000]);
    expect(bundlesOf(rates, 1000)).toEqual([
      { pair: 2, share: 0.5 },
      { pair: 1, share: 1 },
      { pair: 4, share: 1 },
    ]);
  });
  it('makes width proportional to rate', () => {
    const [thin, wide] = bundlesOf(new Float64Array([250, 750]), 1000);
    expect(wide!.share / thin!.share).toBeCloseTo(3);
  });
  it('keeps bundles as narrow as their ports, and no wider than a finger', () => {
    const { curves } = picture(shapes['granite rapids 2s snc3']);
    const narrow = fullWidthOf(curves, 1);
    expect(narrow).toBeLessThanOrEqual(curves[1]!.room);
    expect(fullWidthOf(curves, 50)).toBe(11);
  });
  it('keeps bundles to a quarter of the corridor they run through, so that small blocks are not covered', () => {
    const { curves, layout } = picture(shapes['milan 2s nps1']);
    const loops = curves.filter((curve) => curve.x0 === curve.x3);
    expect(loops.length).toBeGreaterThan(0);
    for (const loop of loops) expect(loop.room).toBeLessThanOrEqual(layout.corridor / 4);
  });
  it('draws nothing before there is a scale', () => {
    expect(bundlesOf(new Float64Array([5]), 0)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  cameraOn,
  clampCamera,
  fitAll,
  levelOf,
  matchCpu,
  panBy,
  placeOfCamera,
  toScreenX,
  toScreenY,
  toWorldX,
  toWorldY,
  zoomAt,
} from './camera.ts';
import { fly } from './flight.ts';
import { cpuRect, layoutMachine } from './layout.ts';
import { shapes, topologyOf } from './testing/machines.ts';

const view = { width: 620, height: 500 };
const layout = layoutMachine(topologyOf(shapes['granite rapids 2s snc3']), view);
const all = fitAll(layout, view);

function isInView(camera: typeof all, rect: ReturnType<typeof cpuRect>): boolean {
  const left = toScreenX(camera, view, rect.x);
  const top = toScreenY(camera, view, rect.y);
  return (
    left >= 0 &&
    top >= 0 &&
    left + rect.width * camera.scale <= view.width &&
    top + rect.height * camera.scale <= view.height
  );
}

describe('the camera', () => {
  it('shows every CPU when it shows everything', () => {
    for (const cpu of layout.cpuX.keys()) {
      expect(isInView(all, cpuRect(layout, cpu))).toBe(true);
    }
    expect(levelOf(all, layout)).toBe('mid');
  });
  it('keeps the point under the pointer when it zooms', () => {
    const point = { x: 200, y: 300 };
    const before = [toWorldX(all, view, point.x), toWorldY(all, view, point.y)];
    const zoomed = zoomAt(all, layout, view, point, 3);
    expect(zoomed.scale).toBeCloseTo(all.scale * 3);
    expect(toWorldX(zoomed, view, point.x)).toBeCloseTo(before[0]!);
    expect(toWorldY(zoomed, view, point.y)).toBeCloseTo(before[1]!);
  });
  it('neither zooms out beyond the machine nor in beyond a cell', () => {
    expect(zoomAt(all, layout, view, { x: 0, y: 0 }, 0.01)).toEqual(all);
    const close = zoomAt(all, layout, view, { x: 300, y: 250 }, 1e6);
    expect(layout.cpuHeight * close.scale).toBeLessThanOrEqual(view.height / 2);
  });
  it('cannot be panned off the machine', () => {
    const close = zoomAt(all, layout, view, { x: 300, y: 250 }, 4);
    const gone = panBy(close, layout, view, 1e6, -1e6);
    expect(gone).toEqual(clampCamera(gone, layout, view));
    expect(toWorldX(gone, view, 0)).toBeGreaterThanOrEqual(-1e-6);
  });
  it('flies from the start to the end without a jump', () => {
    const close = zoomAt(all, layout, view, { x: 60, y: 80 }, 5);
    const flight = fly(close, all, view);
    expect(flight.at(0).scale).toBeCloseTo(close.scale);
    expect(flight.at(1)).toEqual(all);
    let previous = flight.at(0);
    for (let step = 1; step <= 100; step++) {
      const next = flight.at(step / 100);
      expect(next.scale / previous.scale).toBeGreaterThan(0.8);
      expect(next.scale / previous.scale).toBeLessThan(1.25);
      previous = next;
    }
    expect(flight.duration).toBeGreaterThan(250);
    expect(flight.duration).toBeLessThanOrEqual(1400);
  });
  it('cuts from an excerpt to the machine with a CPU in the same place, as wide', () => {
    const excerpt = layoutMachine(topologyOf(shapes['granite rapids 2s snc3']), {
      ...view,
      excerpt: [0, 240, 120, 360],
    });
    const from = { layout: excerpt, camera: fitAll(excerpt, view) };
    const camera = matchCpu(0, from, layout);
    const before = cpuRect(excerpt, 0);
    const after = cpuRect(layout, 0);
    expect(after.width * camera.scale).toBeCloseTo(before.width * from.camera.scale);
    expect(toScreenX(camera, view, after.x)).toBeCloseTo(toScreenX(from.camera, view, before.x));
  });
  it('takes no time to stay', () => {
    expect(fly(all, all, view).duration).toBe(0);
  });
});

describe('the place of a camera', () => {
  const moved = panBy(zoomAt(all, layout, view, { x: 400, y: 120 }, 3.3), layout, view, 35, -20);

  it('leads back to it, to a part of a pixel', () => {
    const again = cameraOn(placeOfCamera(moved, layout, view), layout, view);
    expect(Math.abs(again.scale / moved.scale - 1) * view.width).toBeLessThan(0.5);
    expect(Math.abs(again.x - moved.x) * moved.scale).toBeLessThan(0.5);
    expect(Math.abs(again.y - moved.y) * moved.scale).toBeLessThan(0.5);
  });

  it('shows the same CPU in the middle of a picture of another size', () => {
    const place = placeOfCamera(moved, layout, view);
    const wide = { width: 1400, height: 420 };
    const there = layoutMachine(topologyOf(shapes['granite rapids 2s snc3']), wide);
    expect(placeOfCamera(cameraOn(place, there, wide), there, wide)).toMatchObject({
      kind: 'place',
      cpu: (place as { cpu: number }).cpu,
    });
  });

  it('is the whole machine where all of it is in sight, and where a link names a CPU it lacks', () => {
    expect(placeOfCamera(all, layout, view)).toEqual({ kind: 'all' });
    expect(cameraOn({ kind: 'place', cpu: 5_000, zoom: 4 }, layout, view)).toEqual(all);
    expect(cameraOn({ kind: 'llc', llc: 1 }, layout, view)).toEqual(all);
  });

  it('stays on the machine, however far a link wants to go', () => {
    const far = cameraOn({ kind: 'place', cpu: 0, x: -1000, y: 1000, zoom: 1000 }, layout, view);
    expect(far).toEqual(clampCamera(far, layout, view));
  });
});

import { describe, expect, it } from 'vitest';
import {
  cameraFor,
  clampCamera,
  excerptFor,
  fitAll,
  fly,
  levelOf,
  matchCpu,
  panBy,
  toScreenX,
  toScreenY,
  toWorldX,
  toWorldY,
  zoomAt,
} from './camera.ts';
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
  it('fits two cores so that words can be read in them', () => {
    const camera = cameraFor({ kind: 'cpus', cpus: [0, 240, 1, 241] }, layout, view);
    for (const cpu of [0, 240, 1, 241]) expect(isInView(camera, cpuRect(layout, cpu))).toBe(true);
    expect(levelOf(camera, layout)).toBe('near');
  });
  it('fits one LLC, one node and one socket, none closer than the one before', () => {
    const scales = [
      cameraFor({ kind: 'llc', llc: 2 }, layout, view),
      cameraFor({ kind: 'package', package: 0 }, layout, view),
      cameraFor({ kind: 'all' }, layout, view),
    ].map((camera) => camera.scale);
    expect([...scales].sort((a, b) => b - a)).toEqual(scales);
    expect(cameraFor({ kind: 'node', node: 2 }, layout, view).scale).toBe(scales[0]);
  });
  it('shows everything when asked for what the machine does not have', () => {
    expect(cameraFor({ kind: 'llc', llc: 99 }, layout, view)).toEqual(all);
    expect(cameraFor({ kind: 'cpus', cpus: [9999] }, layout, view)).toEqual(all);
  });
  it.each(Object.entries(shapes))(
    'of %s shows a node whole and leaves nothing empty beside what it cuts',
    (_, shape) => {
      for (const size of [view, { width: 700, height: 450 }, { width: 1400, height: 450 }]) {
        const drawn = layoutMachine(topologyOf(shape), size);
        for (const { node, rect } of drawn.nodes) {
          const camera = cameraFor({ kind: 'node', node }, drawn, size);
          const { scale } = camera;
          const [left, right] = [0, drawn.width].map((x) => toScreenX(camera, size, x));
          const [top, bottom] = [0, drawn.height].map((y) => toScreenY(camera, size, y));
          // Either the machine goes beyond the view at both ends, or it is in it at both.
          expect(left! > 0.5).toBe(right! < size.width - 0.5);
          expect(top! > 0.5).toBe(bottom! < size.height - 0.5);
          expect(toScreenX(camera, size, rect.x)).toBeGreaterThanOrEqual(-0.5);
          expect(toScreenX(camera, size, rect.x + rect.width)).toBeLessThanOrEqual(
            size.width + 0.5,
          );
          expect(scale).toBeGreaterThanOrEqual(fitAll(drawn, size).scale);
        }
      }
    },
  );
  it('shows the whole machine where a part of it would hardly be larger', () => {
    const size = { width: 606, height: 480 };
    const four = layoutMachine(topologyOf(shapes['skylake 4s']), size);
    const whole = fitAll(four, size);
    expect(cameraFor({ kind: 'node', node: 0 }, four, size)).toEqual(whole);
    const { scale } = cameraFor({ kind: 'cpus', cpus: [0] }, four, size);
    expect(scale).toBeGreaterThan(1.25 * whole.scale);
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
    const close = cameraFor({ kind: 'cpus', cpus: [0, 240] }, layout, view);
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
  it('asks for an excerpt where CPUs lie too far apart, and not where they are neighbours', () => {
    const target = (cpus: number[]) => ({ kind: 'cpus', cpus }) as const;
    expect(excerptFor(target([0, 240, 120, 360]), layout, view, 11)).toEqual([0, 240, 120, 360]);
    expect(excerptFor(target([0, 240, 1, 241]), layout, view, 11)).toBeUndefined();
    expect(excerptFor(target([...layout.cpuX.keys()]), layout, view, 11)).toBeUndefined();
    expect(excerptFor({ kind: 'all' }, layout, view, 11)).toBeUndefined();
  });
  it('takes no time to stay', () => {
    expect(fly(all, all, view).duration).toBe(0);
  });
});

// Where the picture looks: a point of the world in the middle of the view, and a scale. Pure maths of
// fitting, panning, zooming and of flying smoothly from one place to another.

import { interpolateZoom } from 'd3-interpolate';
import type { Layout, Rect } from './layout.ts';
import { cpuRect, unionOf } from './layout.ts';
import type { CameraTarget } from './types.ts';

export interface Camera {
  /** Point of the world in the middle of the view. */
  readonly x: number;
  readonly y: number;
  /** CSS pixels of the view per unit of the world. */
  readonly scale: number;
}

/** Size of the part of the view that shows the machine, CSS pixels. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
}

/**
 * How much a picture of CPUs can say: far, LLC blocks with their utilisation; mid, CPU cells; near,
 * cells with words in them.
 */
export type Level = 'far' | 'mid' | 'near';

/** Narrower cells cannot show a hatch and a dot apart. */
export const midCell = 6;
/** From this width on, in sizes of text, a task's name and a line's can be read in a cell. */
const nearCellTexts = 6;

/** A cell is never shown larger than this part of the view's smaller side. */
const largestCellShare = 0.45;
/** A picture of a part that shows it less than so many times larger only cuts off the rest. */
const leastGain = 1.25;
/** Share of the view left empty around what the camera fits. */
const fitMargin = 0.04;
/** Longest flight of the camera, ms; short hops take less. */
const longestFlight = 1400;

/** The level for a text size in CSS pixels. */
export function levelOf(camera: Camera, layout: Layout, textSize = 11): Level {
  const cell = layout.cpuWidth * camera.scale;
  if (cell < midCell) return 'far';
  return cell < nearCellTexts * textSize ? 'mid' : 'near';
}

export const toScreenX = (camera: Camera, view: Viewport, x: number): number =>
  (x - camera.x) * camera.scale + view.width / 2;
export const toScreenY = (camera: Camera, view: Viewport, y: number): number =>
  (y - camera.y) * camera.scale + view.height / 2;
export const toWorldX = (camera: Camera, view: Viewport, x: number): number =>
  (x - view.width / 2) / camera.scale + camera.x;
export const toWorldY = (camera: Camera, view: Viewport, y: number): number =>
  (y - view.height / 2) / camera.scale + camera.y;

/** The whole machine, never larger than it was laid out: its cells are whole pixels then. */
export function fitAll(layout: Layout, view: Viewport): Camera {
  const scale = Math.min(1, view.width / layout.width, view.height / layout.height);
  return { x: layout.width / 2, y: layout.height / 2, scale: Math.max(1e-3, scale) };
}

function largestScale(layout: Layout, view: Viewport): number {
  const cell = Math.max(layout.cpuWidth, layout.cpuHeight);
  const wanted = (Math.min(view.width, view.height) * largestCellShare) / cell;
  return Math.max(wanted, fitAll(layout, view).scale);
}

/**
 * Any set of rectangles, with a margin where there is machine around them; the whole machine if there is
 * none. Nothing is left empty beside what is cut, as where a person moves the picture.
 */
export function fitRects(rects: readonly Rect[], layout: Layout, view: Viewport): Camera {
  const union = unionOf(rects);
  if (!union) return fitAll(layout, view);
  const room = 1 - 2 * fitMargin;
  const wanted = Math.min(
    (view.width * room) / union.width,
    (view.height * room) / union.height,
    largestScale(layout, view),
  );
  const all = fitAll(layout, view);
  if (wanted < all.scale * leastGain) return all;
  const middle = {
    x: union.x + union.width / 2,
    y: union.y + union.height / 2,
    scale: wanted,
  };
  return clampCamera(middle, layout, view);
}

/** Where a target is; ids that the machine does not have are ignored. */
export function cameraFor(target: CameraTarget, layout: Layout, view: Viewport): Camera {
  switch (target.kind) {
    case 'all':
      return fitAll(layout, view);
    case 'cpus':
      return fitRects(
        target.cpus.filter((cpu) => cpu in layout.cpuX).map((cpu) => cpuRect(layout, cpu)),
        layout,
        view,
      );
    case 'llc':
      return fitRects(rectsWhere(layout.llcs, 'llc', target.llc), layout, view);
    case 'node':
      return fitRects(rectsWhere(layout.nodes, 'node', target.node), layout, view);
    case 'package':
      return fitRects(rectsWhere(layout.packages, 'package', target.package), layout, view);
  }
}

function rectsWhere<Key extends string>(
  frames: readonly (Readonly<Record<Key, number>> & { readonly rect: Rect })[],
  key: Key,
  id: number,
): Rect[] {
  return frames.filter((frame) => frame[key] === id).map((frame) => frame.rect);
}

/** Keeps the scale useful and some of the machine in view. */
export function clampCamera(camera: Camera, layout: Layout, view: Viewport): Camera {
  const smallest = fitAll(layout, view).scale;
  const scale = Math.min(largestScale(layout, view), Math.max(smallest, camera.scale));
  const halfWidth = Math.min(layout.width / 2, view.width / 2 / scale);
  const halfHeight = Math.min(layout.height / 2, view.height / 2 / scale);
  const clamp = (value: number, half: number, size: number): number =>
    Math.min(Math.max(value, half), size - half);
  return {
    x: clamp(camera.x, halfWidth, layout.width),
    y: clamp(camera.y, halfHeight, layout.height),
    scale,
  };
}

/** Zooms by a factor, keeping the world under a point of the view where it is. */
export function zoomAt(
  camera: Camera,
  layout: Layout,
  view: Viewport,
  point: { readonly x: number; readonly y: number },
  factor: number,
): Camera {
  const scaled = clampCamera({ ...camera, scale: camera.scale * factor }, layout, view).scale;
  const x = toWorldX(camera, view, point.x) - (point.x - view.width / 2) / scaled;
  const y = toWorldY(camera, view, point.y) - (point.y - view.height / 2) / scaled;
  return clampCamera({ x, y, scale: scaled }, layout, view);
}

/** Moves the picture by a distance on the view, CSS pixels. */
export function panBy(
  camera: Camera,
  layout: Layout,
  view: Viewport,
  dx: number,
  dy: number,
): Camera {
  const { x, y, scale } = camera;
  return clampCamera({ x: x - dx / scale, y: y - dy / scale, scale }, layout, view);
}

/**
 * A camera on one layout that shows a CPU where another camera shows it on another layout, and as
 * wide: the place to cut from one to the other.
 */
export function matchCpu(
  cpu: number,
  from: { readonly layout: Layout; readonly camera: Camera },
  to: Layout,
): Camera {
  const before = cpuRect(from.layout, cpu);
  const after = cpuRect(to, cpu);
  const scale = (from.camera.scale * before.width) / after.width;
  const offsetX = (before.x + before.width / 2 - from.camera.x) * from.camera.scale;
  const offsetY = (before.y + before.height / 2 - from.camera.y) * from.camera.scale;
  return {
    x: after.x + after.width / 2 - offsetX / scale,
    y: after.y + after.height / 2 - offsetY / scale,
    scale,
  };
}

/** At most so many CPUs are worth an excerpt: more would not be large either. */
const largestExcerpt = 16;

/**
 * The CPUs of a target that lie too far apart to be seen together in the whole machine: they get a
 * picture of their own. Undefined if the machine's picture will do.
 */
export function excerptFor(
  target: CameraTarget,
  layout: Layout,
  view: Viewport,
  textSize: number,
): readonly number[] | undefined {
  if (target.kind !== 'cpus') return undefined;
  const cpus = target.cpus.filter((cpu) => cpu in layout.cpuX);
  if (cpus.length === 0 || cpus.length > largestExcerpt) return undefined;
  return levelOf(cameraFor(target, layout, view), layout, textSize) === 'near' ? undefined : cpus;
}

export interface CameraFlight {
  /** ms. */
  readonly duration: number;
  /** Where the camera is at a share 0 … 1 of the time. */
  readonly at: (share: number) => Camera;
}

/** Starts and ends gently. */
const ease = (share: number): number => share * share * (3 - 2 * share);

/** The way from one camera to another that neither rushes nor loses sight (van Wijk and Nuij 2003). */
export function fly(from: Camera, to: Camera, view: Viewport): CameraFlight {
  const path = interpolateZoom(
    [from.x, from.y, view.width / from.scale],
    [to.x, to.y, view.width / to.scale],
  );
  const still = from.x === to.x && from.y === to.y && from.scale === to.scale;
  return {
    duration: still ? 0 : Math.min(longestFlight, 250 + path.duration * 0.8),
    at: (share) => {
      if (share >= 1) return to;
      const [x, y, width] = path(ease(Math.max(0, share)));
      return { x, y, scale: view.width / width };
    },
  };
}

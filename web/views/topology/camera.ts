// Where the picture looks: a point of the world in the middle of the view, and a scale. Pure maths of
// fitting, panning and zooming. Flying from one place to another: flight.ts.

import type { Layout } from './layout.ts';
import { cpuRect } from './layout.ts';
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
/** What is laid out is drawn a little smaller than it might be, where its cells are whole pixels then. */
const leastGrowth = 1.12;

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

/** All that is laid out, in the middle and as large as the view allows. */
export function fitAll(layout: Layout, view: Viewport): Camera {
  const most = Math.min(view.width / layout.width, view.height / layout.height);
  const scale = most > 1 && most < leastGrowth ? 1 : most;
  return { x: layout.width / 2, y: layout.height / 2, scale: Math.max(1e-3, scale) };
}

function largestScale(layout: Layout, view: Viewport): number {
  const cell = Math.max(layout.cpuWidth, layout.cpuHeight);
  const wanted = (Math.min(view.width, view.height) * largestCellShare) / cell;
  return Math.max(wanted, fitAll(layout, view).scale);
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

/** Digits of what is said of a place: less than half a pixel of any picture. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The CPU whose centre lies nearest to a point of the world. */
function cpuAround({ cpuX, cpuY, cpuWidth, cpuHeight }: Layout, x: number, y: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let cpu = 0; cpu < cpuX.length; cpu += 1) {
    const far = Math.hypot(cpuX[cpu]! + cpuWidth / 2 - x, cpuY[cpu]! + cpuHeight / 2 - y);
    if (far < least) [nearest, least] = [cpu, far];
  }
  return nearest;
}

/** Where a camera on the whole machine looks, in words that hold in every size of the picture. */
export function placeOfCamera(
  { x, y, scale }: Camera,
  layout: Layout,
  view: Viewport,
): CameraTarget {
  const zoom = rounded(scale / fitAll(layout, view).scale);
  if (zoom <= 1) return { kind: 'all' };
  const cpu = cpuAround(layout, x, y);
  const rect = cpuRect(layout, cpu);
  const right = rounded((x - rect.x) / rect.width - 0.5);
  const below = rounded((y - rect.y) / rect.height - 0.5);
  const beside = { ...(right !== 0 && { x: right }), ...(below !== 0 && { y: below }) };
  return { kind: 'place', cpu, ...beside, zoom };
}

/** The camera on what is laid out for a target; a CPU that the machine does not have is nowhere. */
export function cameraOn(target: CameraTarget, layout: Layout, view: Viewport): Camera {
  const all = fitAll(layout, view);
  if (target.kind !== 'place' || !(target.cpu < layout.cpuX.length)) return all;
  const { cpu, x = 0, y = 0, zoom } = target;
  const rect = cpuRect(layout, cpu);
  const camera = {
    x: rect.x + (0.5 + x) * rect.width,
    y: rect.y + (0.5 + y) * rect.height,
    scale: all.scale * zoom,
  };
  return clampCamera(camera, layout, view);
}

// The scheduling domains of a CPU, drawn on request: a frame and a name for each level, dashed frames for
// its groups. They belong to the selected CPU and have its colour. Loaded after the first picture.

import { cellRect } from '../../draw/marks.ts';
import { type LiveScene, legible, monoFont, roundedPath, screenRect } from '../../draw/scene.ts';
import type { Layout, Rect } from '../../layout.ts';
import { meet } from '../../rects.ts';
import { type CpuDomains, type DrawnLevel, placeDomains } from './domains.ts';

interface Placed {
  readonly domains: CpuDomains;
  readonly levels: readonly DrawnLevel[];
}

/** Where the domains lie in a layout: worked out once, drawn in every picture. */
const placed = new WeakMap<Layout, Placed>();

function levelsIn({ layout, machine }: LiveScene, domains: CpuDomains): readonly DrawnLevel[] {
  const known = placed.get(layout);
  if (known?.domains === domains) return known.levels;
  const levels = placeDomains(layout, machine.catalog.topology, domains);
  placed.set(layout, { domains, levels });
  return levels;
}

/** Groups smaller than this on screen would be a carpet of dashes, CSS pixels. */
const leastGroup = 9;
const groupDash = [4, 3];
/** How far from the edge of the picture a frame is still meant to be seen whole, CSS pixels. */
const edge = 4;

const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

function stroke({ context }: LiveScene, { x, y, width, height }: Rect): void {
  context.strokeRect(x, y, width, height);
}

function drawGroups(scene: LiveScene, { groups }: DrawnLevel): void {
  const { context, palette } = scene;
  context.strokeStyle = palette.focus;
  context.lineWidth = palette.stroke;
  context.setLineDash(groupDash.map((length) => length * palette.stroke));
  for (const rect of groups.flat()) {
    const frame = screenRect(scene, rect);
    if (Math.min(frame.width, frame.height) >= leastGroup) stroke(scene, grown(frame, 0.5));
  }
  context.setLineDash([]);
}

function drawSpan(scene: LiveScene, frames: readonly Rect[]): void {
  const { context, palette } = scene;
  const width = 2 * palette.stroke;
  for (const frame of frames) {
    const line = grown(frame, width / 2);
    context.strokeStyle = palette.background;
    context.lineWidth = width + 2;
    stroke(scene, line);
    context.strokeStyle = palette.focus;
    context.lineWidth = width;
    stroke(scene, line);
  }
}

/** A frame whose side would be cut off by the edge of the picture by a hair is drawn just inside it. */
function inEdges({ x, y, width, height }: Rect, { palette, view }: LiveScene): Rect {
  const room = 3 * palette.stroke;
  const least = (at: number) => (at > -edge && at < room ? room : at);
  const most = (at: number, of: number) => (at < of + edge && at > of - room ? of - room : at);
  const [left, top] = [least(x), least(y)];
  const [right, bottom] = [most(x + width, view.width), most(y + height, view.height)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The part of a frame that is in the picture; undefined if none is. */
function visible(frame: Rect, { view }: LiveScene): Rect | undefined {
  const [left, top] = [Math.max(frame.x, 1), Math.max(frame.y, 1)];
  const right = Math.min(frame.x + frame.width, view.width - 1);
  const bottom = Math.min(frame.y + frame.height, view.height - 1);
  if (right <= left || bottom <= top) return undefined;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Places for a name at a frame, best first: inside it at its corners, else just outside of it. */
function placesFor(frame: Rect, width: number, height: number): readonly Rect[] {
  const right = frame.x + frame.width;
  const bottom = frame.y + frame.height;
  const at = (x: number, y: number): Rect => ({ x, y, width, height });
  const inside = frame.width >= width + 4 && frame.height >= 2.5 * height;
  const corners = [
    at(right - width, frame.y),
    at(right - width, bottom - height),
    at(frame.x, bottom - height),
    at(frame.x + (frame.width - width) / 2, frame.y),
    at(frame.x, frame.y),
  ];
  const beside = [
    at(frame.x, frame.y - height - 2),
    at(frame.x, bottom + 2),
    at(right + 2, frame.y),
    at(frame.x - width - 2, frame.y),
  ];
  return inside ? corners : beside;
}

/** The first place in the picture that covers nothing of `taken`; the first of all if there is none. */
function freePlace(places: readonly Rect[], taken: readonly Rect[], { view }: LiveScene): Rect {
  const fits = (place: Rect) =>
    place.x >= 0 &&
    place.y >= 0 &&
    place.x + place.width <= view.width &&
    place.y + place.height <= view.height &&
    !taken.some((other) => meet(place, other));
  return places.find(fits) ?? places[0]!;
}

function drawName(scene: LiveScene, name: string, place: Rect): void {
  const { context, palette } = scene;
  context.fillStyle = palette.focus;
  roundedPath(context, place, 3);
  context.fill();
  context.fillStyle = palette.background;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, place.x + place.width / 2, place.y + place.height / 2 + 0.5);
}

/** The frame of a level that the CPU lies in: its name stands there. */
function ownFrame(frames: readonly Rect[], cell: Rect): Rect | undefined {
  return frames.find((frame) => meet(frame, cell)) ?? frames[0];
}

export function drawDomains(scene: LiveScene): void {
  const { context, palette, snapshot } = scene;
  const { domains } = snapshot;
  const cell = domains && cellRect(scene, domains.cpu);
  if (!domains || !cell || Number.isNaN(cell.x)) return;
  context.save();
  const levels = levelsIn(scene, domains).toReversed();
  for (const level of levels) drawGroups(scene, level);
  const shown = levels.map(({ name, span }) => ({
    name,
    frames: span.map((rect) => inEdges(screenRect(scene, rect), scene)),
  }));
  for (const { frames } of shown) drawSpan(scene, frames);
  const size = legible(palette, palette.textSmall);
  context.font = monoFont(palette, size, 600);
  const taken: Rect[] = [cell];
  for (const { name, frames } of shown) {
    const own = ownFrame(frames, cell);
    const part = own && visible(own, scene);
    if (!part) continue;
    const width = context.measureText(name).width + size * 0.7;
    const place = freePlace(placesFor(part, width, size * 1.35), taken, scene);
    taken.push(place);
    drawName(scene, name, place);
  }
  context.restore();
}

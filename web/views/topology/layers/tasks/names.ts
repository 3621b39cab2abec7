// The names of tasks beside their marks: of few tasks, each where it covers least, if it leaves the others readable; of many
// those that fit into the cell of their CPU, and the one that is selected.

import { duration } from '../../../../ui/format.ts';
import type { Viewport } from '../../camera.ts';
import { blockTitleBoxes } from '../../draw/frames.ts';
import { type Dot, type LiveScene, legible, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { doing } from '../../task-places.ts';

/** Room around a name on its plate, and between plate and mark, CSS pixels. */
const padding = 2.5;
const gap = 2;

/** The share of a name that may lie over others, or beyond the view: two that cannot be read say less than one. */
const mostCovered = 0.1;

interface Label {
  readonly text: string;
  readonly rect: Rect;
}

/** Names that stand already, and titles of LLCs, which had better stay readable. */
interface Placed {
  readonly labels: Label[];
  readonly titles: readonly Rect[];
}

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Right of the mark, left, below, above, then the corners: in this order where several cover as little. */
function placesAround({ x, y, radius }: Dot, width: number, height: number): Rect[] {
  const reach = radius + gap;
  const middle = y - height / 2;
  const centre = x - width / 2;
  return [
    { x: x + reach, y: middle, width, height },
    { x: x - reach - width, y: middle, width, height },
    { x: centre, y: y + reach, width, height },
    { x: centre, y: y - reach - height, width, height },
    { x: x + reach * 0.7, y: y + reach * 0.7, width, height },
    { x: x - reach * 0.7 - width, y: y + reach * 0.7, width, height },
    { x: x + reach * 0.7, y: y - reach * 0.7 - height, width, height },
    { x: x - reach * 0.7 - width, y: y - reach * 0.7 - height, width, height },
  ];
}

/** How much of a place lies over other names, titles, marks, or beyond the view. */
function costOf(place: Rect, { view, marks }: LiveScene, task: number, placed: Placed) {
  let cost = 4 * outside(place, view);
  for (const { rect } of placed.labels) cost += 3 * overlap(place, rect);
  for (const title of placed.titles) cost += overlap(place, title);
  for (let at = 0; at < marks.count; at++) {
    if (marks.task[at] === task) continue;
    const reach = marks.radius[at]! + 1;
    const box = {
      x: marks.x[at]! - reach,
      y: marks.y[at]! - reach,
      width: 2 * reach,
      height: 2 * reach,
    };
    cost += overlap(place, box);
  }
  return cost;
}

/** How much of a place lies beyond the view. */
const outside = (place: Rect, { width, height }: Viewport): number =>
  place.width * place.height - overlap(place, { x: 0, y: 0, width, height });

function isHeaped(place: Rect, { view }: LiveScene, { labels }: Placed): boolean {
  const lost = labels.reduce((sum, { rect }) => sum + overlap(place, rect), outside(place, view));
  return lost > place.width * place.height * mostCovered;
}

/** Puts a name where it covers least of what may be covered; nowhere if it would be heaped everywhere. */
function place(scene: LiveScene, task: number, text: string, size: number, placed: Placed): void {
  const mark = scene.marks.of(task);
  if (!mark) return;
  const width = scene.context.measureText(text).width + 2 * padding;
  let best: Rect | undefined;
  let least = Infinity;
  for (const rect of placesAround(mark, width, size * 1.35)) {
    if (isHeaped(rect, scene, placed)) continue;
    const cost = costOf(rect, scene, task, placed);
    // A little is nothing: names do not jump for a pixel.
    if (cost >= least - 4) continue;
    least = cost;
    best = rect;
    if (cost === 0) break;
  }
  if (best) placed.labels.push({ text, rect: best });
}

/** "worker 3"; in Follow, where one can read it, also how long it has waited. */
function textOf({ machine, snapshot }: LiveScene, task: number): string {
  const name = machine.taskName(task);
  const waits = snapshot.places.doing[task] === doing.waits && snapshot.tempo === 'follow';
  return waits ? `${name} waits ${duration(snapshot.frame.tasks.since[task]!)}` : name;
}

function drawLabels(scene: LiveScene, labels: readonly Label[]): void {
  const { context, palette } = scene;
  context.fillStyle = palette.background;
  context.globalAlpha = 0.82;
  for (const { rect } of labels) {
    roundedPath(context, rect, 3);
    context.fill();
  }
  context.globalAlpha = 1;
  context.fillStyle = palette.ink;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const { text, rect } of labels) {
    context.fillText(text, rect.x + padding, rect.y + rect.height / 2 + 0.5);
  }
}

/** Of many tasks: who runs, where the cell has the room; near by cards name them. */
function fittingTasks(scene: LiveScene, size: number): number[] {
  const { cells, marks, snapshot, level } = scene;
  if (level === 'near' || cells.width < size * 4) return [];
  const fitting: number[] = [];
  for (let at = 0; at < marks.count; at++) {
    const task = marks.task[at]!;
    if (snapshot.places.doing[task] !== doing.runs) continue;
    const width = scene.context.measureText(scene.machine.taskName(task)).width;
    if (width + marks.radius[at]! + gap + 2 * padding <= cells.width / 2) fitting.push(task);
  }
  return fitting;
}

export function drawTaskNames(scene: LiveScene): void {
  const { context, palette, marks, snapshot } = scene;
  if (marks.count === 0) return;
  const size = legible(palette, palette.textSmall);
  context.font = textFont(palette, size, 600);
  const { places, selection } = snapshot;
  const named = places.few
    ? Array.from(marks.task.subarray(0, marks.count)).sort((a, b) => a - b)
    : fittingTasks(scene, size);
  const { task: selected } = selection;
  if (selected !== undefined) named.unshift(selected);
  if (named.length === 0) return;
  const titles = blockTitleBoxes(scene);
  context.font = textFont(palette, size, 600);
  const placed: Placed = { labels: [], titles };
  // Who is selected comes first, where nothing stands in the way yet.
  for (const task of new Set(named)) place(scene, task, textOf(scene, task), size, placed);
  drawLabels(scene, placed.labels);
}

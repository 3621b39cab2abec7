// The names of tasks beside their marks, each inside the cell of its CPU, where it covers neither another name nor a mark; what
// has no room there is left out, since over another cell a name would speak of the wrong CPU. Near by cards name tasks.

import { duration } from '../../../../ui/format.ts';
import { numberBox } from '../../draw/near.ts';
import { type Dot, type LiveScene, legible, roundedPath, textFont } from '../../draw/scene.ts';
import type { Rect } from '../../layout.ts';
import { doing } from '../../task-places.ts';

/** Room around a name on its plate, and between plate and mark, CSS pixels. */
const padding = 2.5;
const gap = 2;

interface Label {
  readonly text: string;
  readonly rect: Rect;
}

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/** Right of the mark, left, below, above, then the corners: the first that is free is taken. */
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

/** The part of a cell that is in view. */
function roomOf({ cells, view }: LiveScene, cpu: number): Rect {
  const x = Math.max(0, cells.x[cpu]!);
  const y = Math.max(0, cells.y[cpu]!);
  const right = Math.min(view.width, cells.x[cpu]! + cells.width);
  const bottom = Math.min(view.height, cells.y[cpu]! + cells.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** What stands in a cell besides a mark: other marks, the number of its CPU. */
function obstaclesOf(scene: LiveScene, cell: number, task: number): Rect[] {
  const { marks, cells } = scene;
  const found: Rect[] = [];
  const number = numberBox(scene, cells.visible[cell]!);
  if (number) found.push(number);
  for (let at = marks.begin[cell]!; at < marks.begin[cell + 1]!; at++) {
    if (marks.task[at] === task) continue;
    const reach = marks.radius[at]!;
    const [x, y] = [marks.x[at]! - reach, marks.y[at]! - reach];
    found.push({ x, y, width: 2 * reach, height: 2 * reach });
  }
  return found;
}

/** Of marks that lie on each other, or touch in a row, a name beside them would not say whose it is. */
function isCrowded({ marks }: LiveScene, cell: number, task: number, mark: Dot): boolean {
  for (let at = marks.begin[cell]!; at < marks.begin[cell + 1]!; at++) {
    const away = Math.hypot(marks.x[at]! - mark.x, marks.y[at]! - mark.y);
    const isBeside = Math.abs(marks.y[at]! - mark.y) < mark.radius;
    const room = marks.radius[at]! + mark.radius + (isBeside ? 2 * gap : 0);
    if (marks.task[at] !== task && away < room) return true;
  }
  return false;
}

/** Where a text stands in the cell of its task; undefined: there is no room for it. */
function placeFor(
  scene: LiveScene,
  { cell, task }: Named,
  text: string,
  placed: readonly Label[],
): Rect | undefined {
  const mark = scene.marks.of(task);
  if (!mark || isCrowded(scene, cell, task, mark)) return undefined;
  const width = scene.context.measureText(text).width + 2 * padding;
  const height = nameSize(scene) * 1.35;
  const room = roomOf(scene, scene.cells.visible[cell]!);
  if (width > room.width || height > room.height) return undefined;
  const taken = [...obstaclesOf(scene, cell, task), ...placed.map(({ rect }) => rect)];
  return placesAround(mark, width, height).find(
    (rect) => isInside(rect, room) && !taken.some((other) => overlap(rect, other)),
  );
}

/** "worker 3"; in Follow, where one can read it, also how long it has waited, if there is room for that. */
function textsOf({ machine, snapshot }: LiveScene, task: number): string[] {
  const name = machine.taskName(task);
  const waits = snapshot.places.doing[task] === doing.waits && snapshot.tempo === 'follow';
  return waits ? [`${name} waits ${duration(snapshot.frame.tasks.since[task]!)}`, name] : [name];
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

const nameSize = ({ palette }: LiveScene): number => legible(palette, palette.textSmall);

/** A task that is to be named, and its cell by its place among those in view. */
interface Named {
  readonly cell: number;
  readonly task: number;
}

/**
 * The named tasks: all if there are few, else the running ones; the selected one first, while nothing stands in its
 * way yet.
 */
function namedTasks({ marks, cells, snapshot }: LiveScene): Named[] {
  const { places, selection } = snapshot;
  const named: Named[] = [];
  for (let cell = 0; cell < cells.visible.length; cell++) {
    for (let at = marks.begin[cell]!; at < marks.begin[cell + 1]!; at++) {
      const task = marks.task[at]!;
      if (task === selection.task) named.unshift({ cell, task });
      else if (places.few || places.doing[task] === doing.runs) named.push({ cell, task });
    }
  }
  return named;
}

/** Narrower cells have no room for any name. */
const smallestForNames = 4;

export function drawTaskNames(scene: LiveScene): void {
  const { context, palette, marks, cells, level } = scene;
  const size = nameSize(scene);
  if (marks.count === 0 || level === 'near' || cells.width < size * smallestForNames) return;
  context.font = textFont(palette, size, 600);
  const placed: Label[] = [];
  for (const named of namedTasks(scene)) {
    for (const text of textsOf(scene, named.task)) {
      const rect = placeFor(scene, named, text, placed);
      if (!rect) continue;
      placed.push({ text, rect });
      break;
    }
  }
  drawLabels(scene, placed);
}

// The place of every task's mark on screen: the running task in the upper part of its CPU's cell, tasks that wait
// for the CPU in a row under it, sleeping ones below. A cell without a running task shows its first sleeper large.
// If there are few tasks, each has a mark, over others where its cell is narrow.

import { doing, type TaskPlaces } from '../task-places.ts';
import { type Cells, type Dot, type DrawScene, hasNumbers, type Marks } from './scene.ts';

/** Narrower cells have no room for marks, unless there are few tasks. */
const smallestForMarks = 6;
/** Marks are no larger than this, CSS pixels, and those of few tasks no smaller than that. */
const largestMark = 8;
const smallestOfFew = 3.5;
/** A mark may be missed by this much. */
const pressSlack = 3;

/** Where the running task of a CPU stands, and where a move to it ends. */
export function mainPlace(scene: DrawScene, cpu: number, few: boolean): Dot {
  const { cells, level } = scene;
  const x = cells.x[cpu]! + cells.width / 2;
  if (level === 'near') {
    const radius = Math.min(11, cells.width * 0.1, cells.height * 0.07);
    return { x, y: cells.y[cpu]! + Math.max(radius + 5, cells.height * 0.15), radius };
  }
  const wanted = few
    ? Math.min(cells.width * 0.36, cells.height * 0.3)
    : Math.min(cells.width * 0.26, cells.height * 0.24);
  const radius = Math.min(largestMark, Math.max(few ? smallestOfFew : 1.2, wanted));
  const high = few ? 0.38 : 0.42;
  return { x, y: cells.y[cpu]! + cells.height * (hasNumbers(scene) ? 0.5 : high), radius };
}

/** The rows of small marks in every cell, from its corner. */
interface Rows {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly pitch: number;
  readonly columns: number;
  readonly rows: number;
  /** From the first column to where the last may stand at most. */
  readonly span: number;
}

/** Of few tasks: one row, as wide as the cell. */
function rowOfFew(cells: Cells, main: Dot): Rows {
  const radius = Math.max(2.5, main.radius * 0.72);
  const y = main.y + main.radius + radius + 1;
  const pitch = 2 * radius + 2;
  const room = Math.max(0, cells.width - 2 * radius - 2);
  const columns = 1 + Math.floor(room / pitch);
  const x = Math.min(radius + 1, cells.width / 2);
  return { x, y, radius, pitch, columns, rows: 1, span: room };
}

function rowsUnder(scene: DrawScene, main: Dot, few: boolean): Rows {
  const { cells, level } = scene;
  const near = level === 'near';
  if (few && !near) return rowOfFew(cells, main);
  const small = Math.min(cells.width * 0.1, 2.6);
  const radius = near ? 3.5 : Math.max(0.8, small);
  const pitch = radius * 2 + Math.max(1, radius * 0.7);
  const inset = Math.max(1.5, cells.width * 0.1);
  const columns = Math.max(1, Math.floor((cells.width - 2 * inset + pitch - 2 * radius) / pitch));
  const top = main.y + main.radius + radius + 1;
  const bottom = cells.height - (near ? 12 : inset + radius);
  const rows = near ? 1 : Math.max(1, Math.floor((bottom - top) / pitch) + 1);
  const span = Math.max(pitch, (columns - 1) * pitch);
  return { x: inset + radius, y: rows > 1 ? top : bottom, radius, pitch, columns, rows, span };
}

/** So many tasks of a CPU are drawn over each other rather than left out. */
const mostSqueezed = 12;

/** The same rows with more marks in each, which overlap: every one can still be pressed. */
function squeezed(rows: Rows, marks: number): Rows {
  const columns = Math.ceil(marks / rows.rows);
  return { ...rows, columns, pitch: rows.span / Math.max(1, columns - 1) };
}

/** Filled anew for every picture; holds one place a task, and crosses where more have no room. */
export class TaskMarks implements Marks {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  readonly task: Int32Array;
  count = 0;
  readonly moreX: Float32Array;
  readonly moreY: Float32Array;
  readonly moreOf: Int32Array;
  readonly begin: Int32Array;
  moreCount = 0;
  moreRadius = 1;
  mainRadius = 0;
  /** The mark of a task, or -1. */
  readonly #of: Int32Array;

  constructor(tasks: number, cpus: number) {
    this.x = new Float32Array(tasks);
    this.y = new Float32Array(tasks);
    this.radius = new Float32Array(tasks);
    this.task = new Int32Array(tasks);
    this.moreX = new Float32Array(cpus);
    this.moreY = new Float32Array(cpus);
    this.moreOf = new Int32Array(cpus);
    this.begin = new Int32Array(cpus + 1);
    this.#of = new Int32Array(tasks).fill(-1);
  }

  place(scene: DrawScene, places: TaskPlaces): void {
    this.count = 0;
    this.moreCount = 0;
    this.#of.fill(-1);
    this.begin.fill(0);
    const { visible, width } = scene.cells;
    const first = visible[0];
    if (first === undefined || (width < smallestForMarks && !places.few)) return;
    const main = withinCell(scene, places.few);
    const rows = rowsUnder(scene, main, places.few);
    this.mainRadius = main.radius;
    this.moreRadius = rows.radius;
    for (let at = 0; at < visible.length; at++) {
      const cpu = visible[at]!;
      if (places.begin[cpu] !== places.begin[cpu + 1]) this.#placeCell(scene, places, at, rows);
      this.begin[at + 1] = this.count;
    }
  }

  #placeCell(scene: DrawScene, places: TaskPlaces, at: number, rows: Rows): void {
    const cpu = scene.cells.visible[at]!;
    const begin = places.begin[cpu]!;
    const end = places.begin[cpu + 1]!;
    const kinds = places.doing;
    const main = mainPlace(scene, cpu, places.few);
    const isMain = kinds[places.task[begin]!] !== doing.waits;
    if (isMain) this.#put(places.task[begin]!, main.x, main.y, main.radius);
    const wanted = end - begin - (isMain ? 1 : 0);
    const isOverlaid = places.few || end - begin <= mostSqueezed;
    const crowded = wanted > rows.columns * rows.rows && isOverlaid;
    const used = crowded ? squeezed(rows, wanted) : rows;
    const room = used.columns * used.rows;
    let slot = 0;
    for (let i = isMain ? begin + 1 : begin; i < end; i++) {
      const task = places.task[i]!;
      const isFirstSleeper =
        kinds[task] === doing.sleeps && (i === begin || kinds[places.task[i - 1]!] === doing.waits);
      if (isFirstSleeper) slot = this.#nextRow(slot, used, end - i);
      const x = scene.cells.x[cpu]! + used.x + (slot % used.columns) * used.pitch;
      const y = scene.cells.y[cpu]! + used.y + Math.floor(slot / used.columns) * rows.pitch;
      if (slot === room - 1 && i < end - 1) {
        this.moreX[this.moreCount] = x;
        this.moreOf[this.moreCount] = at;
        this.moreY[this.moreCount++] = y;
        return;
      }
      this.#put(task, x, y, rows.radius);
      slot++;
    }
  }

  /** Sleepers begin a row of their own where there is one for all of them. */
  #nextRow(slot: number, rows: Rows, sleepers: number): number {
    const next = Math.ceil(slot / rows.columns) * rows.columns;
    return next + sleepers <= rows.columns * rows.rows ? next : slot;
  }

  #put(task: number, x: number, y: number, radius: number): void {
    const at = this.count++;
    this.x[at] = x;
    this.y[at] = y;
    this.radius[at] = radius;
    this.task[at] = task;
    this.#of[task] = at;
  }

  of(task: number): Dot | undefined {
    const at = this.#of[task] ?? -1;
    return at < 0 ? undefined : { x: this.x[at]!, y: this.y[at]!, radius: this.radius[at]! };
  }

  near(x: number, y: number): number {
    let found = -1;
    let least = Infinity;
    for (let at = 0; at < this.count; at++) {
      const away = Math.hypot(this.x[at]! - x, this.y[at]! - y);
      // Small marks lie over large ones: by their middle each can be had.
      const share = away / this.radius[at]!;
      if (away > this.radius[at]! + pressSlack || share >= least) continue;
      least = share;
      found = this.task[at]!;
    }
    return found;
  }
}

/** Where the running task stands in any cell, from its corner. */
const withinCell = (scene: DrawScene, few: boolean): Dot => {
  const cpu = scene.cells.visible[0]!;
  const place = mainPlace(scene, cpu, few);
  return { ...place, x: place.x - scene.cells.x[cpu]!, y: place.y - scene.cells.y[cpu]! };
};

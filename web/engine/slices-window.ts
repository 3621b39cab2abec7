// Answers what a timeline shows of a window: slices where they can be told apart, else shares of time
// by pixel, from the log or from the pyramids, whichever is less to look at. Changes nothing but lets
// the pyramids catch up.

import { ACTIVITY } from './abi.gen.ts';
import {
  ARROW,
  MARK,
  type TimelineQuery,
  type TimelineWindow,
  tileActivities,
  windowArrowLimit,
  windowPixelLimit,
  windowRowLimit,
} from './slices.ts';
import { type SliceEntry, type SliceRecorder, unpackMark } from './slices-recorder.ts';

/** Slices of a row a pixel up to which they are drawn one by one. */
const slicesInPixel = 1;
/** And up to which shares are added up from them rather than read from the pyramid. */
const binnedInPixel = 8;
/** The same for a row that is an LLC. */
const binnedOfLlc = 16;
/** Marks of a row: more than one in so many pixels cannot be told apart. */
const pixelsOfMark = 16;
/** Marks looked at in search of arrows. */
const arrowSearchLimit = 30_000;
/** Slices of a CPU looked at in search of the one in which a woken task begins to run. */
const landingSlices = 64;

const activities = tileActivities.length;
const bytesInCell = 4;

/** Fails with what would be right; a question comes from another thread, perhaps another version. */
function check({ from, to, rows, pixels }: TimelineQuery, { topology }: SliceRecorder): void {
  if (!(from >= 0 && to > from))
    throw new RangeError(`timeline: ${from} to ${to} ns is not a window`);
  if (!(pixels >= 1 && pixels <= windowPixelLimit)) {
    throw new RangeError(`timeline: ${pixels} pixels; must be 1 to ${windowPixelLimit}`);
  }
  if (rows.length > windowRowLimit) {
    throw new RangeError(`timeline: ${rows.length} rows; at most ${windowRowLimit}`);
  }
  const bad = rows.find((row) => row >= topology.cpus || row < -topology.llcs);
  if (bad !== undefined) throw new RangeError(`timeline: there is no row ${bad}`);
}

/** Gathers one answer, row by row. */
class Answer {
  readonly #recorder: SliceRecorder;
  readonly #query: TimelineQuery;
  readonly #known: number;
  readonly #span: number;
  readonly slices: SliceEntry[] = [];
  readonly sliceFrom: Uint32Array;
  readonly cellFrom: Uint32Array;
  readonly cellStart: Float64Array;
  readonly cellWidth: Float64Array;
  readonly spent: Float64Array;
  readonly #shares: Uint8Array[] = [];
  #cells = 0;
  visited = 0;

  constructor(recorder: SliceRecorder, query: TimelineQuery) {
    this.#recorder = recorder;
    this.#query = query;
    this.#known = recorder.known;
    this.#span = query.to - query.from;
    const count = query.rows.length;
    this.sliceFrom = new Uint32Array(count + 1);
    this.cellFrom = new Uint32Array(count + 1);
    this.cellStart = new Float64Array(count);
    this.cellWidth = new Float64Array(count);
    this.spent = new Float64Array(count * activities);
  }

  addRow(index: number): void {
    const row = this.#query.rows[index]!;
    if (row < 0) this.#llc(index, -1 - row);
    else this.#cpu(index, row);
    this.sliceFrom[index + 1] = this.slices.length;
    this.cellFrom[index + 1] = this.#cells;
  }

  shares(): Uint8Array {
    const all = new Uint8Array(this.#cells * bytesInCell);
    let at = 0;
    for (const part of this.#shares) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  #cpu(index: number, cpu: number): void {
    const { from, to, pixels } = this.#query;
    const { slices } = this.#recorder;
    const count = slices.count(cpu, from, to);
    const isThere = !slices.isCut(cpu) || slices.first(cpu) <= from;
    if (isThere && count <= pixels * slicesInPixel) this.#each(index, cpu);
    else if (isThere && count <= pixels * binnedInPixel) this.#binned(index, [cpu]);
    else this.#celled(index, this.#recorder.byCpu, cpu);
  }

  #llc(index: number, llc: number): void {
    const { from, to, pixels } = this.#query;
    const { slices, topology, byLlc } = this.#recorder;
    if (this.#span / pixels < byLlc.width) {
      const cpus = Array.from(topology.llc.keys()).filter((cpu) => topology.llc[cpu] === llc);
      const count = cpus.reduce((sum, cpu) => sum + slices.count(cpu, from, to), 0);
      const isThere = cpus.every((cpu) => !slices.isCut(cpu) || slices.first(cpu) <= from);
      if (isThere && count <= pixels * binnedOfLlc) {
        this.#binned(index, cpus);
        return;
      }
    }
    this.#celled(index, byLlc, llc);
  }

  #each(index: number, cpu: number): void {
    const { from, to } = this.#query;
    this.visited += this.#recorder.forSlices(cpu, from, to, (slice) => {
      this.slices.push({ ...slice });
      this.#spend(index, slice);
    });
  }

  /** A slice's part in the window counts; its waits lie evenly over it. */
  #spend(index: number, slice: SliceEntry): void {
    const { from, to } = this.#query;
    const part = Math.min(to, slice.end) - Math.max(from, slice.start);
    const share = part / (slice.end - slice.start);
    const stalled = slice.stalled * share;
    const spun = slice.spun * share;
    const at = index * activities;
    this.spent[at + slice.mode]! += part - stalled - spun;
    this.spent[at + ACTIVITY.STALLED]! += stalled;
    this.spent[at + ACTIVITY.SPINNING]! += spun;
  }

  #binned(index: number, cpus: readonly number[]): void {
    const { from, to, pixels } = this.#query;
    const width = this.#span / pixels;
    const end = Math.min(to, this.#known);
    const bins = Math.max(0, Math.ceil((end - from) / width));
    const spent = new Float64Array(bins * bytesInCell);
    for (const cpu of cpus) {
      this.visited += this.#recorder.forSlices(cpu, from, to, (slice) => {
        this.#spend(index, slice);
        if (slice.mode !== ACTIVITY.IDLE) this.#bin(slice, from, width, bins, spent);
      });
    }
    this.visited += bins;
    const bytes = new Uint8Array(bins * bytesInCell);
    for (let bin = 0; bin < bins; bin++) {
      const there = (Math.min(width, end - from - bin * width) || 1) * cpus.length;
      writeShares(bytes, bin, spent.subarray(bin * bytesInCell), there);
    }
    this.#addCells(index, from, width, bytes);
  }

  #bin(slice: SliceEntry, from: number, width: number, bins: number, spent: Float64Array): void {
    const length = slice.end - slice.start;
    const last = Math.min(bins - 1, Math.floor((slice.end - from) / width));
    for (let bin = Math.max(0, Math.floor((slice.start - from) / width)); bin <= last; bin++) {
      const start = Math.max(slice.start, from + bin * width);
      const part = Math.min(slice.end, from + (bin + 1) * width) - start;
      if (part <= 0) continue;
      const stalled = (slice.stalled * part) / length;
      const spun = (slice.spun * part) / length;
      const at = bin * bytesInCell;
      spent[at + slice.mode - 1]! += part - stalled - spun;
      spent[at + 2]! += stalled;
      spent[at + 3]! += spun;
    }
  }

  #celled(index: number, pyramid: SliceRecorder['byCpu'], row: number): void {
    const { from, to, pixels } = this.#query;
    const end = Math.min(to, this.#known);
    const range = pyramid.range(from, Math.max(from, end), this.#span / pixels);
    const { level, width, first } = range;
    const cells = range.end - first;
    const bytes = new Uint8Array(cells * bytesInCell);
    const spent = new Float64Array(activities);
    for (let cell = 0; cell < cells; cell++) {
      pyramid.read(row, level, first + cell, this.#known, spent);
      let there = 0;
      for (let activity = 0; activity < activities; activity++) {
        this.spent[index * activities + activity]! += spent[activity]!;
        there += spent[activity]!;
      }
      writeShares(bytes, cell, spent.subarray(1), there);
    }
    this.visited += cells;
    this.#addCells(index, first * width, width, bytes);
  }

  #addCells(index: number, start: number, width: number, bytes: Uint8Array): void {
    this.cellStart[index] = start;
    this.cellWidth[index] = width;
    this.#shares.push(bytes);
    this.#cells += bytes.length / bytesInCell;
  }
}

/** User, kernel, stalled, spinning of 255, so that they never sum to more. */
function writeShares(bytes: Uint8Array, cell: number, spent: Float64Array, of: number): void {
  let left = 255;
  for (let part = 0; part < bytesInCell; part++) {
    const share = Math.min(left, Math.round((255 * spent[part]!) / Math.max(1e-9, of)));
    bytes[cell * bytesInCell + part] = share;
    left -= share;
  }
}

interface Mark {
  readonly time: number;
  readonly kind: number;
  readonly task: number;
  readonly cpu: number;
  readonly fromCpu: number;
  readonly more: number;
}

/** The marks of a CPU in the window, sleeps of its slices included, in order of time. */
function marksOf(recorder: SliceRecorder, cpu: number, { from, to }: TimelineQuery): Mark[] {
  const marks: Mark[] = [];
  const end = Math.min(to, recorder.known);
  const place = recorder.marks.placeFrom(cpu, from);
  for (let more = place !== undefined; place && more; more = place.next()) {
    if (place.time >= end) break;
    marks.push({ time: place.time, ...unpackMark(place.x), task: place.y, more: place.z });
  }
  recorder.forSlices(cpu, from, end, ({ end: time, slept, task }) => {
    if (slept && time < end) {
      marks.push({ time, kind: MARK.SLEEP, task, cpu: 0, fromCpu: 0, more: 0 });
    }
  });
  return marks.sort((a, b) => a.time - b.time);
}

function marksIn(recorder: SliceRecorder, query: TimelineQuery) {
  const marks: Mark[] = [];
  const markFrom = new Uint32Array(query.rows.length + 1);
  let marksLeftOut = false;
  let visited = 0;
  query.rows.forEach((cpu, index) => {
    if (cpu >= 0) {
      const count = recorder.marks.count(cpu, query.from, query.to);
      if (count * pixelsOfMark <= query.pixels) {
        const own = marksOf(recorder, cpu, query);
        visited += own.length;
        marks.push(...own);
      } else marksLeftOut = true;
    }
    markFrom[index + 1] = marks.length;
  });
  return {
    visited,
    columns: {
      markFrom,
      marksLeftOut,
      markTime: Float64Array.from(marks, ({ time }) => time),
      markKind: Uint8Array.from(marks, ({ kind }) => kind),
      markTask: Int32Array.from(marks, ({ task }) => task),
      markCpu: Int32Array.from(marks, ({ cpu }) => cpu),
      markFromCpu: Int32Array.from(marks, ({ fromCpu }) => fromCpu),
      markMore: Uint32Array.from(marks, ({ more }) => more),
    },
  };
}

interface Arrow {
  readonly kind: number;
  readonly fromCpu: number;
  readonly fromTime: number;
  readonly toCpu: number;
  readonly task: number;
}

/** Wake-ups and migrations with either end on a wanted CPU. */
function findArrows(recorder: SliceRecorder, query: TimelineQuery) {
  const { from, to } = query;
  const wanted = new Set(query.arrowsOf ?? []);
  const cpus = Array.from({ length: recorder.topology.cpus }, (_, cpu) => cpu);
  const inAll = cpus.reduce((sum, cpu) => sum + recorder.marks.count(cpu, from, to), 0);
  const searched = inAll <= arrowSearchLimit ? cpus : cpus.filter((cpu) => wanted.has(cpu));
  const arrows: Arrow[] = [];
  let visited = 0;
  for (const cpu of wanted.size > 0 ? searched : []) {
    const place = recorder.marks.placeFrom(cpu, from);
    for (let more = place !== undefined; place && more; more = place.next()) {
      const { time } = place;
      if (time >= to) break;
      visited++;
      const mark = unpackMark(place.x);
      const source = mark.kind === MARK.WAKE ? cpu : mark.fromCpu;
      const isArrow = mark.kind === MARK.WAKE || mark.kind === MARK.MIGRATE;
      if (!isArrow || source === mark.cpu) continue;
      if (!wanted.has(source) && !wanted.has(mark.cpu)) continue;
      const kind = mark.kind === MARK.WAKE ? ARROW.WAKE : place.z === 1 ? ARROW.PUSH : ARROW.PULL;
      arrows.push({ kind, fromCpu: source, fromTime: time, toCpu: mark.cpu, task: place.y });
    }
  }
  return { arrows: arrows.sort((a, b) => a.fromTime - b.fromTime), visited };
}

/** When `task` begins to run on a CPU at or after `time`; NaN if not soon. */
function landing(recorder: SliceRecorder, { toCpu, fromTime, task }: Arrow, until: number): number {
  let found = Number.NaN;
  let looked = 0;
  recorder.forSlices(toCpu, fromTime, until, (slice) => {
    if (slice.task === task && slice.start >= fromTime) found = slice.start;
    return Number.isNaN(found) && ++looked < landingSlices;
  });
  return found;
}

function arrowsIn(recorder: SliceRecorder, query: TimelineQuery) {
  const { arrows, visited } = findArrows(recorder, query);
  const stride = Math.max(1, Math.ceil(arrows.length / windowArrowLimit));
  const shown = arrows.filter((_, index) => index % stride === 0);
  return {
    visited: visited + shown.length,
    columns: {
      total: arrows.length,
      kind: Uint8Array.from(shown, ({ kind }) => kind),
      fromCpu: Uint16Array.from(shown, ({ fromCpu }) => fromCpu),
      fromTime: Float64Array.from(shown, ({ fromTime }) => fromTime),
      toCpu: Uint16Array.from(shown, ({ toCpu }) => toCpu),
      toTime: Float64Array.from(shown, (arrow) => landing(recorder, arrow, query.to)),
      task: Int32Array.from(shown, ({ task }) => task),
    },
  };
}

/** The answer to a question about a window; its arrays belong to the caller. Throws RangeError. */
export function timelineWindow(recorder: SliceRecorder, query: TimelineQuery): TimelineWindow {
  check(query, recorder);
  recorder.settle();
  const answer = new Answer(recorder, query);
  for (let index = 0; index < query.rows.length; index++) answer.addRow(index);
  const marks = marksIn(recorder, query);
  const arrows = arrowsIn(recorder, query);
  const { slices } = answer;
  return {
    from: query.from,
    to: query.to,
    known: recorder.known,
    detailSpan: recorder.detailSpan,
    rows: query.rows.slice(),
    sliceFrom: answer.sliceFrom,
    sliceStart: Float64Array.from(slices, ({ start }) => start),
    sliceEnd: Float64Array.from(slices, ({ end }) => end),
    sliceMode: Uint8Array.from(slices, ({ mode }) => mode),
    sliceTask: Int32Array.from(slices, ({ task }) => task),
    sliceStalled: Float64Array.from(slices, ({ stalled }) => stalled),
    sliceSpun: Float64Array.from(slices, ({ spun }) => spun),
    cellFrom: answer.cellFrom,
    cellStart: answer.cellStart,
    cellWidth: answer.cellWidth,
    shares: answer.shares(),
    ...marks.columns,
    arrows: arrows.columns,
    spent: answer.spent,
    visited: answer.visited + marks.visited + arrows.visited,
  };
}

/**
 * ns of the nearest beginning of a slice, or mark, after (+1) or before (-1) `time` on one CPU, or on
 * any; undefined if nothing is known there.
 */
export function timelineNext(
  recorder: SliceRecorder,
  time: number,
  by: 1 | -1,
  cpu?: number,
): number | undefined {
  const cpus = cpu === undefined ? Array.from({ length: recorder.topology.cpus }).keys() : [cpu];
  let nearest: number | undefined;
  const consider = (found: number | undefined) => {
    if (found === undefined || found > recorder.known) return;
    if (nearest === undefined || (by > 0 ? found < nearest : found > nearest)) nearest = found;
  };
  for (const which of cpus) {
    for (const log of [recorder.slices, recorder.marks]) {
      consider(by > 0 ? log.placeFrom(which, time + 1)?.time : log.lastBefore(which, time));
    }
    const since = recorder.reader.since(which);
    if (by > 0 ? since > time : since < time) consider(since);
  }
  return nearest;
}

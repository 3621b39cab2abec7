// What time went to, by row and cell of time, and cells of cells up to the whole run: any stretch can
// be drawn at any width for about two cells a pixel. Exact to the nanosecond at the lowest level.

import { ACTIVITY } from './abi.gen.ts';

/** Kernel is what the others leave of a cell. */
const timeColumns = 4;
const columnOf: Readonly<Record<number, number>> = {
  [ACTIVITY.IDLE]: 0,
  [ACTIVITY.USER]: 1,
  [ACTIVITY.STALLED]: 2,
  [ACTIVITY.SPINNING]: 3,
};
/** Column by activity; -1: not kept. */
const columns = Int8Array.from({ length: 5 }, (_, activity) => columnOf[activity] ?? -1);

/** ns: finer cells would only cost time; what is drawn so near comes from the log. */
const leastWidth = 16_384;

/** What is counted in the cells of the lowest level. */
export const countedColumns = ['switches', 'wakeups', 'migrations', 'misses', 'waited'] as const;
export type Counted = (typeof countedColumns)[number];

const missColumn = countedColumns.indexOf('misses');
const waitedColumn = countedColumns.indexOf('waited');

/** The open cell of a row, one line of the host's cache: first the time columns, then these. */
const open = { misses: 4, waited: 5, end: 6, stride: 8 } as const;

/** Bytes of one cell, its share of the upper levels included. */
export const cellBytes = (2 * timeColumns + countedColumns.length) * 4 + timeColumns * 2;

export interface CellRange {
  readonly level: number;
  /** ns: width of a cell. */
  readonly width: number;
  /** Cells [first, end). */
  readonly first: number;
  readonly end: number;
}

export class SharePyramid {
  readonly rows: number;
  /** Cells of a row at the lowest level: a power of two. */
  readonly cells: number;
  /** ns: width of a cell at the lowest level. */
  readonly width: number;
  /** CPU time in a ns of each row. */
  readonly #cpus: Uint16Array;
  /**
   * By level: ns, [(row * cells of the level + cell) * timeColumns + column]. The lowest is exact; the
   * others, which only pictures are drawn from, have 24 bits.
   */
  readonly #time: [Uint32Array, ...Float32Array[]];
  readonly #counts: Uint32Array;
  /** Where tiles that fill whole cells begin (+1) and end (-1); by cell and column. */
  readonly #filled: Int16Array;
  /** By row: the cell being filled, see `open` below; its sums are not in the levels yet. */
  readonly #open: Float64Array;
  /** Cells of the lowest level that changed since the upper levels were made. */
  #changedFrom = 0;
  #changedTo = 1;

  /**
   * `cpusOfRow[row]` CPUs share a row. `cellLimit` bounds all rows together, `perRow` each. Only a
   * pyramid that is `counting` takes counts. Throws RangeError if a cell would not fit 32 bits.
   */
  constructor(
    cpusOfRow: Uint16Array,
    duration: number,
    { cellLimit, perRow, counting }: { cellLimit: number; perRow: number; counting: boolean },
  ) {
    this.rows = cpusOfRow.length;
    this.#cpus = cpusOfRow;
    this.#open = new Float64Array(this.rows * open.stride);
    const most = Math.min(perRow, Math.max(1, cellLimit / Math.max(1, this.rows)));
    this.cells = 2 ** Math.floor(Math.log2(most));
    this.width = Math.max(leastWidth, Math.ceil(duration / this.cells));
    const inRow = Math.max(0, ...this.#cpus) * this.width;
    if (inRow >= 2 ** 32) throw new RangeError(`a cell of ${inRow} ns does not fit 32 bits`);
    this.#time = [new Uint32Array(this.rows * this.cells * timeColumns)];
    for (let cells = this.cells / 2; cells >= 1; cells /= 2) {
      this.#time.push(new Float32Array(this.rows * cells * timeColumns));
    }
    this.#filled = new Int16Array(this.rows * this.cells * timeColumns);
    this.#counts = new Uint32Array(counting ? this.rows * this.cells * countedColumns.length : 0);
  }

  get bytes(): number {
    return this.#time.reduce(
      (sum, level) => sum + level.byteLength,
      this.#counts.byteLength + this.#filled.byteLength,
    );
  }

  /** Adds the time of a tile; what lies beyond the last cell is not kept. */
  add(row: number, activity: number, from: number, to: number): void {
    const column = columns[activity]!;
    if (column < 0) return;
    const at = row * open.stride;
    const end = this.#open[at + open.end]!;
    if (from >= end - this.width && to <= end) this.#open[at + column]! += to - from;
    else this.#addElsewhere(row, column, from, to);
  }

  /** Counts a miss at `time`, with the ns it waited. */
  countMiss(row: number, time: number, waited: number): void {
    const at = row * open.stride;
    let end = this.#open[at + open.end]!;
    if (time >= end || time < end - this.width) end = this.#openCell(row, time);
    this.#open[at + open.misses]!++;
    const inCell = Math.min(waited, end - time);
    this.#open[at + open.waited]! += inCell;
    if (inCell < waited) this.#waitElsewhere(row, time + inCell, time + waited);
  }

  count(row: number, what: Counted, time: number): void {
    const cell = row * this.cells + this.#cellOf(time);
    this.#counts[cell * countedColumns.length + countedColumns.indexOf(what)]!++;
  }

  #cellOf(time: number): number {
    return Math.min(this.cells - 1, Math.floor(time / this.width));
  }

  #changed(from: number, to: number): void {
    if (from < this.#changedFrom) this.#changedFrom = from;
    if (to > this.#changedTo) this.#changedTo = to;
  }

  /** Puts the sums of a row's open cell where they belong. */
  #close(row: number): void {
    const at = row * open.stride;
    const sums = this.#open;
    const cell = Math.round(sums[at + open.end]! / this.width) - 1;
    if (cell < 0) return;
    const index = row * this.cells + cell;
    for (let column = 0; column < timeColumns; column++) {
      this.#time[0][index * timeColumns + column]! += sums[at + column]!;
    }
    if (this.#counts.length > 0) {
      this.#counts[index * countedColumns.length + missColumn]! += sums[at + open.misses]!;
      this.#counts[index * countedColumns.length + waitedColumn]! += sums[at + open.waited]!;
    }
    sums.fill(0, at, at + open.end);
    this.#changed(cell, cell + 1);
  }

  /** Opens the cell of `time` for a row; returns where it ends, ns. */
  #openCell(row: number, time: number): number {
    this.#close(row);
    const end = (this.#cellOf(time) + 1) * this.width;
    this.#open[row * open.stride + open.end] = end;
    return end;
  }

  /**
   * A tile that is not all in the open cell. Cells that it fills are only noted at both ends, so that
   * long tiles cost no more than short ones; the cell where it ends is the next to be filled.
   */
  #addElsewhere(row: number, column: number, from: number, to: number): void {
    const first = this.#cellOf(from);
    const last = this.#cellOf(to - 1);
    const inRow = row * this.cells;
    const time = this.#time[0];
    const firstEnd = Math.min(to, (first + 1) * this.width);
    time[(inRow + first) * timeColumns + column]! += firstEnd - from;
    if (last > first) {
      const end = Math.min(to, (last + 1) * this.width);
      time[(inRow + last) * timeColumns + column]! += end - last * this.width;
      this.#filled[(inRow + first + 1) * timeColumns + column]!++;
      this.#filled[(inRow + last) * timeColumns + column]!--;
    }
    this.#changed(first, last + 1);
    if (to > this.#open[row * open.stride + open.end]!) this.#openCell(row, to - 1);
  }

  /** Gives the cells [from, to) of all rows the time of the tiles that filled them. */
  #fill(from: number, to: number): void {
    const filled = this.#filled;
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < timeColumns; column++) {
        let tiles = 0;
        for (let cell = from; cell < to; cell++) {
          const at = (row * this.cells + cell) * timeColumns + column;
          tiles += filled[at]!;
          filled[at] = 0;
          this.#time[0][at]! += tiles * this.width;
        }
      }
    }
  }

  #waitElsewhere(row: number, from: number, to: number): void {
    const last = this.#cellOf(to - 1);
    let start = from;
    for (let cell = this.#cellOf(from); cell <= last; cell++) {
      const end = Math.min(to, (cell + 1) * this.width);
      const at = (row * this.cells + cell) * countedColumns.length + waitedColumn;
      if (end > start) this.#counts[at]! += end - start;
      start = end;
    }
  }

  /** The cells that cover [from, to), at the level whose cells are nearest below a pixel of `span`. */
  range(from: number, to: number, span: number): CellRange {
    let level = 0;
    while (level + 1 < this.#time.length && this.width * 2 ** (level + 1) <= span) level++;
    const width = this.width * 2 ** level;
    const cells = this.cells / 2 ** level;
    const first = Math.min(cells, Math.max(0, Math.floor(from / width)));
    const end = Math.max(first, Math.min(cells, Math.ceil(to / width)));
    return { level, width, first, end };
  }

  /** ns by activity of one cell, of which only the time before `known` counts, into `spent`. */
  read(row: number, level: number, cell: number, known: number, spent: Float64Array): void {
    const width = this.width * 2 ** level;
    const there = Math.min(width, Math.max(0, known - cell * width)) * this.#cpus[row]!;
    const time = this.#time[level]!;
    const at = (row * (this.cells / 2 ** level) + cell) * timeColumns;
    const idle = time[at]!;
    const user = time[at + 1]!;
    const stalled = time[at + 2]!;
    const spinning = time[at + 3]!;
    spent[ACTIVITY.IDLE] = idle;
    spent[ACTIVITY.USER] = user;
    spent[ACTIVITY.STALLED] = stalled;
    spent[ACTIVITY.SPINNING] = spinning;
    // A stall is told when it begins: what of it lies beyond `known` is taken from the kernel here.
    spent[ACTIVITY.KERNEL] = Math.max(0, there - idle - user - stalled - spinning);
  }

  /** A count of one cell of the lowest level. */
  counts(row: number, cell: number, what: Counted): number {
    const column = countedColumns.indexOf(what);
    return this.#counts[(row * this.cells + cell) * countedColumns.length + column]!;
  }

  /** Makes all sums readable; to be called before read and counts. */
  settle(): void {
    for (let row = 0; row < this.rows; row++) this.#close(row);
    let [from, to] = [this.#changedFrom, this.#changedTo];
    this.#fill(from, to);
    for (let level = 1; level < this.#time.length; level++) {
      [from, to] = [from >> 1, (to + 1) >> 1];
      const [below, here] = [this.#time[level - 1]!, this.#time[level]!];
      const cells = this.cells / 2 ** level;
      for (let row = 0; row < this.rows; row++) {
        for (let cell = from; cell < to; cell++) {
          const at = (row * cells + cell) * timeColumns;
          for (let column = 0; column < timeColumns; column++) {
            here[at + column] = below[2 * at + column]! + below[2 * at + timeColumns + column]!;
          }
        }
      }
    }
    this.#changedFrom = this.cells;
    this.#changedTo = 0;
  }
}

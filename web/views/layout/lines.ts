// Cuts the picture of a layout into cache lines, and folds away lines of cpupri's arrays on which
// nothing happens. Decides what is shown; drawing is LineMap's.

import {
  type LayoutPart,
  type LayoutPicture,
  LINE_BYTES,
  type PlacedGap,
} from '../../scenario/layout/index.ts';

/** A part or a gap, as far as it lies on one line. */
export interface Cell {
  readonly part: LayoutPart | undefined;
  readonly gap: PlacedGap | undefined;
  /** Bytes from the start of the line. */
  readonly start: number;
  readonly size: number;
  /** False where it goes on from the line before. */
  readonly isFirst: boolean;
}

export interface LayoutLineRow {
  readonly kind: 'line';
  /** The first is 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Lines that are not drawn one by one. */
export interface FoldRow {
  readonly kind: 'fold';
  readonly first: number;
  readonly last: number;
  readonly parts: readonly LayoutPart[];
}

export type LayoutRow = LayoutLineRow | FoldRow;

/** Fewer lines than this take no more room than the row that would stand for them. */
const LEAST_FOLDED = 3;

function cellsOf(
  { offset, size }: { readonly offset: number; readonly size: number },
  what: Pick<Cell, 'part' | 'gap'>,
  lines: Cell[][],
): void {
  for (let at = offset; at < offset + size; ) {
    const line = Math.floor(at / LINE_BYTES);
    const end = Math.min(offset + size, (line + 1) * LINE_BYTES);
    lines[line]?.push({
      ...what,
      start: at % LINE_BYTES,
      size: end - at,
      isFirst: at === offset,
    });
    at = end;
  }
}

/** All lines of a picture. */
export function lineRowsOf(picture: LayoutPicture): LayoutLineRow[] {
  const lines: Cell[][] = Array.from({ length: picture.lines }, () => []);
  for (const part of picture.parts) cellsOf(part, { part, gap: undefined }, lines);
  for (const gap of picture.gaps) cellsOf(gap, { part: undefined, gap }, lines);
  return lines.map((cells, index) => ({
    kind: 'line',
    number: index + 1,
    cells: cells.sort((one, other) => one.start - other.start),
  }));
}

const isElement = ({ part }: Cell): boolean => part === undefined || /\[\d+\]$/.test(part.label);

export interface FoldOptions {
  /** True for a part on which something happens: its line stays open. */
  readonly isBusy: (part: LayoutPart) => boolean;
  /** Lines that stay open whatever lies on them. */
  readonly open: ReadonlySet<number>;
}

/** The lines, with runs of idle lines of array elements folded into one row each. */
export function foldedRows(
  lines: readonly LayoutLineRow[],
  { isBusy, open }: FoldOptions,
): LayoutRow[] {
  const rows: LayoutRow[] = [];
  let idle: LayoutLineRow[] = [];
  const flush = () => {
    if (idle.length < LEAST_FOLDED) rows.push(...idle);
    else rows.push(fold(idle));
    idle = [];
  };
  for (const line of lines) {
    const isIdle =
      !open.has(line.number) &&
      line.cells.every(isElement) &&
      !line.cells.some(({ part }) => part && isBusy(part));
    if (isIdle) idle.push(line);
    else {
      flush();
      rows.push(line);
    }
  }
  flush();
  return rows;
}

function fold(lines: readonly LayoutLineRow[]): FoldRow {
  const parts = lines.flatMap(({ cells }) => cells.flatMap(({ part }) => (part ? [part] : [])));
  return {
    kind: 'fold',
    first: lines[0]!.number,
    last: lines.at(-1)!.number,
    parts: [...new Set(parts)],
  };
}

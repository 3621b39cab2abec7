// Where rows and bytes of the map lie on the screen, and which byte lies under a point. CSS pixels.

import { LINE_BYTES, lineOfOffset } from '../../scenario/layout/index.ts';
import type { LayoutRow } from './lines.ts';

export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** Left of the bytes: line numbers. */
  readonly gutter: number;
  /** Pixels a byte. */
  readonly byte: number;
  /** Right of the bytes there is room for what share of the heat a line has. */
  readonly hasShares: boolean;
  /** Of the box of a line; of that of a fold. */
  readonly lineHeight: number;
  readonly foldHeight: number;
  /** Upper edge of each row. */
  readonly tops: readonly number[];
  /** Size of names. */
  readonly type: number;
}

/** Widths and heights at 16 px to the rem. */
const GUTTER = 40;
const MARGIN = 62;
const EDGE = 4;
const LINE_HEIGHT = 34;
const FOLD_HEIGHT = 22;
const SPACE = 4;
/** Names may be a little smaller than the theme's small text, but not on a projector. */
const TYPE = 11;
const PROJECTOR_TYPE = 12;
/** Where bytes would be narrower, names are lost: there shares give way to them. */
const LEAST_BYTE = 5;
/** On a phone: all of a line can be seen, even where few names can be read. */
const LEAST_OF_ALL = 3;

/** `scale`: how much larger than usual the theme's small text is. */
export function geometryOf(rows: readonly LayoutRow[], width: number, scale: number): Geometry {
  const gutter = GUTTER * scale;
  const beside = (width - gutter - MARGIN * scale) / LINE_BYTES;
  const hasShares = beside >= LEAST_BYTE;
  const alone = Math.min(LEAST_BYTE, (width - gutter - EDGE) / LINE_BYTES);
  const byte = hasShares ? beside : Math.max(LEAST_OF_ALL, alone);
  const lineHeight = LINE_HEIGHT * scale;
  const foldHeight = FOLD_HEIGHT * scale;
  const tops: number[] = [];
  let height = SPACE;
  for (const { kind } of rows) {
    tops.push(height);
    height += (kind === 'line' ? lineHeight : foldHeight) + SPACE;
  }
  const type = (scale > 1.5 ? PROJECTOR_TYPE : TYPE) * scale;
  return { width, height, gutter, byte, hasShares, lineHeight, foldHeight, tops, type };
}

export const rowHeight = ({ lineHeight, foldHeight }: Geometry, row: LayoutRow): number =>
  row.kind === 'line' ? lineHeight : foldHeight;

/** Left edge of a byte of a line. */
export const xOfByte = ({ gutter, byte }: Geometry, inLine: number): number =>
  gutter + byte * inLine;

/** The byte of root_domain under a point; in a fold, one in proportion to how far down it is. */
export function byteAt(
  geometry: Geometry,
  rows: readonly LayoutRow[],
  x: number,
  y: number,
): number {
  const { tops, gutter, byte } = geometry;
  const below = tops.findIndex((top) => top > y);
  const index = below < 0 ? rows.length - 1 : Math.max(0, below - 1);
  const row = rows[index]!;
  const inLine = Math.min(LINE_BYTES - 1, Math.max(0, (x - gutter) / byte));
  if (row.kind === 'line') return (row.number - 1) * LINE_BYTES + inLine;
  const share = Math.min(1, Math.max(0, (y - tops[index]!) / rowHeight(geometry, row)));
  const lines = row.last - row.first;
  return (row.first - 1 + Math.round(lines * share)) * LINE_BYTES + inLine;
}

/** The row that shows a line; -1 if there is none. */
export const rowOfLine = (rows: readonly LayoutRow[], line: number): number =>
  rows.findIndex((row) =>
    row.kind === 'line' ? row.number === line : line >= row.first && line <= row.last,
  );

export interface LayoutBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes that bytes of root_domain take, one a line; lines that are folded have none. */
export function boxesOf(
  geometry: Geometry,
  rows: readonly LayoutRow[],
  { offset, size }: { readonly offset: number; readonly size: number },
): LayoutBox[] {
  const boxes: LayoutBox[] = [];
  for (let at = offset; at < offset + size; ) {
    const end = Math.min(offset + size, lineOfOffset(at) * LINE_BYTES);
    const index = rowOfLine(rows, lineOfOffset(at));
    if (rows[index]?.kind === 'line') {
      boxes.push({
        x: xOfByte(geometry, at % LINE_BYTES),
        y: geometry.tops[index]!,
        width: (end - at) * geometry.byte,
        height: geometry.lineHeight,
      });
    }
    at = end;
  }
  return boxes;
}

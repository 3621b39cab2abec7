// Copies fields of rows in the core's memory into columns: a frame takes a hundred thousand values,
// and accessors that find each of them anew would take most of a picture's time.

import { AbiError, type FieldLayout } from './rows.ts';

export type RowColumn =
  | Uint8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float64Array;

/** Rows of one structure in memory; what every class of abi.gen.ts is. */
export interface RowSource {
  readonly buffer: ArrayBuffer;
  readonly start: number;
  readonly count: number;
  readonly rowBytes: number;
}

// One function a type, though they read alike: shared, an access would be to "some typed array",
// which costs engines fifty times as much.

function copyU8(to: Uint8Array, from: Uint8Array, first: number, stride: number): void {
  for (let i = 0, at = first; i < to.length; i++, at += stride) to[i] = from[at]!;
}

function copyU16(to: Uint16Array, from: Uint16Array, first: number, stride: number): void {
  for (let i = 0, at = first; i < to.length; i++, at += stride) to[i] = from[at]!;
}

function copyI16(to: Int16Array, from: Int16Array, first: number, stride: number): void {
  for (let i = 0, at = first; i < to.length; i++, at += stride) to[i] = from[at]!;
}

function copyU32(to: Uint32Array, from: Uint32Array, first: number, stride: number): void {
  for (let i = 0, at = first; i < to.length; i++, at += stride) to[i] = from[at]!;
}

function copyI32(to: Int32Array, from: Int32Array, first: number, stride: number): void {
  for (let i = 0, at = first; i < to.length; i++, at += stride) to[i] = from[at]!;
}

/** 64-bit values from their halves; they must be below 2^53. */
function copyU64(to: Float64Array, from: Uint32Array, first: number, stride: number): void {
  for (let i = 0, at = first; i < to.length; i++, at += stride) {
    const high = from[at + 1]!;
    if (high > 0x1f_ffff) throw new AbiError(`a 64-bit value is beyond 2^53 (high half ${high})`);
    to[i] = high * 0x1_0000_0000 + from[at]!;
  }
}

/**
 * Fills `to` with a field of as many rows, from row `first` on. Throws AbiError when there are not so
 * many rows or a value is beyond 2^53, TypeError when the column is not of the field's type.
 */
export function copyColumn(to: RowColumn, rows: RowSource, field: FieldLayout, first = 0): void {
  const [type, offset] = field;
  if (first < 0 || first + to.length > rows.count) {
    throw new AbiError(`rows ${first} to ${first + to.length} are not among ${rows.count}`);
  }
  const { buffer, start, rowBytes } = rows;
  const bytes = rows.count * rowBytes;
  const from = first * rowBytes + offset;
  if (type === 'u8' && to instanceof Uint8Array) {
    copyU8(to, new Uint8Array(buffer, start, bytes), from, rowBytes);
  } else if (type === 'u16' && to instanceof Uint16Array) {
    copyU16(to, new Uint16Array(buffer, start, bytes / 2), from / 2, rowBytes / 2);
  } else if (type === 'i16' && to instanceof Int16Array) {
    copyI16(to, new Int16Array(buffer, start, bytes / 2), from / 2, rowBytes / 2);
  } else if (type === 'u32' && to instanceof Uint32Array) {
    copyU32(to, new Uint32Array(buffer, start, bytes / 4), from / 4, rowBytes / 4);
  } else if (type === 'i32' && to instanceof Int32Array) {
    copyI32(to, new Int32Array(buffer, start, bytes / 4), from / 4, rowBytes / 4);
  } else if (type === 'u64' && to instanceof Float64Array) {
    copyU64(to, new Uint32Array(buffer, start, bytes / 4), from / 4, rowBytes / 4);
  } else {
    throw new TypeError(`a field of type ${type} does not go into a ${to.constructor.name}`);
  }
}

/** Fills every column of a table that is a field of the same name. */
export function copyTable(
  table: object,
  rows: RowSource,
  fields: Readonly<Record<string, FieldLayout>>,
): void {
  for (const [name, column] of Object.entries(table)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field && typeof column === 'object') copyColumn(column as RowColumn, rows, field);
  }
}

/** The same for rows of a ring: `first` is a sequence number, and the rows may wrap around. */
export function copyRing(
  table: object,
  ring: RowSource,
  fields: Readonly<Record<string, FieldLayout>>,
  first: number,
  count: number,
): void {
  const start = first % ring.count;
  const untilEnd = Math.min(count, ring.count - start);
  for (const [name, column] of Object.entries(table)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field || typeof column !== 'object') continue;
    const all = column as RowColumn;
    copyColumn(all.subarray(0, untilEnd), ring, field, start);
    copyColumn(all.subarray(untilEnd, count), ring, field, 0);
  }
}

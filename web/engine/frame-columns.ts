// What columns of a frame are made of: typed arrays, each on a place of its own that is a multiple of eight bytes.

export const constructors = {
  u8: Uint8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;
export type ColumnType = keyof typeof constructors;
export type FrameColumn = InstanceType<(typeof constructors)[ColumnType]>;
export type ColumnTable<Columns> = {
  readonly [Name in keyof Columns as Columns[Name] extends FrameColumn ? Name : never]: ColumnType;
};

/** Called for each column in a fixed order: its table, name, type, offset in the buffer and length. */
export type ColumnVisitor = (
  table: string,
  name: string,
  type: ColumnType,
  offset: number,
  length: number,
) => void;

/** Where the column behind one at `offset` begins. */
export const columnEnd = (type: ColumnType, offset: number, length: number): number =>
  Math.ceil((offset + length * constructors[type].BYTES_PER_ELEMENT) / 8) * 8;

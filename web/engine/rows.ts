// Rows of the core's structures in memory: from a table of fields (abi/*.gen.ts) a class whose accessors speak of one row.
// Little-endian, as every host of the core is.
//
// The accessors are made once, of closures over an offset: as quick in a loop as accessors written out, while a function
// that is told the field at each call takes three times as long and more (docs/speed.md).

/** A value the core gave does not fit: a defect of ours, or memory that is not what it claims. */
export class AbiError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AbiError';
  }
}

type Numbers = 'u8' | 'u16' | 'i16' | 'u32' | 'i32';
/** Type, offset in the row, length. */
export type FieldLayout = readonly [Numbers | 'u64' | 'i64', number, number];
export type Fields = Readonly<Record<string, FieldLayout>>;

/** Type, how many, and where only if that is not where C puts it: behind the field before, on its own alignment. */
type Form = readonly [FieldLayout[0], number, number?];
type Forms = Readonly<Record<string, Form>>;
type Placed<F extends Forms> = {
  readonly [K in keyof F]: readonly [F[K][0], number, F[K][1]];
};

export const u8 = ['u8', 1] as const;
export const u16 = ['u16', 1] as const;
export const i16 = ['i16', 1] as const;
export const u32 = ['u32', 1] as const;
export const i32 = ['i32', 1] as const;
export const u64 = ['u64', 1] as const;

/** The fields of a structure, in its order, each with its offset. A table of offsets would be most of a page's ABI. */
export function placeFields<const F extends Forms>(forms: F): Placed<F> {
  let end = 0;
  const place = ([name, [type, length, at]]: [string, Form]) => {
    const bytes = Number(type.slice(1)) / 8;
    const offset = at ?? Math.ceil(end / bytes) * bytes;
    end = offset + bytes * length;
    return [name, [type, offset, length]];
  };
  return Object.fromEntries(Object.entries(forms).map(place)) as Placed<F>;
}

const arrays = {
  u8: Uint8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
} as const;
interface Arrays {
  u8: Uint8Array<ArrayBuffer>;
  u16: Uint16Array<ArrayBuffer>;
  i16: Int16Array<ArrayBuffer>;
  u32: Uint32Array<ArrayBuffer>;
  i32: Int32Array<ArrayBuffer>;
}

/** The names of fields that are one number. */
type Single<F extends Fields> = { [K in keyof F]: F[K][2] extends 1 ? K : never }[keyof F];
type ArrayOf<Place extends FieldLayout> = Place[0] extends Numbers
  ? Arrays[Place[0]]
  : (index: number) => number;

/** A number where there is one of it; else an array over the memory, or of 64-bit numbers a function by index. */
export type Accessors<F extends Fields> = {
  -readonly [K in Single<F>]: number;
} & {
  readonly [K in Exclude<keyof F, Single<F>>]: ArrayOf<F[K]>;
} & {
  readonly [K in Single<F> as F[K][0] extends 'u64'
    ? `${K & string}Low` | `${K & string}High`
    : never]: number;
};

/** Rows of one structure in memory: `at` selects the row that the accessors speak of. */
export class RowCursor {
  readonly buffer: ArrayBuffer;
  readonly start: number;
  readonly count: number;
  readonly rowBytes: number;
  /** For the accessors: the memory, and where in it the selected row begins. */
  readonly view: DataView;
  row = 0;

  constructor(buffer: ArrayBuffer, start: number, count: number, rowBytes: number, name: string) {
    const fits = Number.isInteger(start) && Number.isInteger(count) && start >= 0 && count >= 0;
    if (!fits || start + count * rowBytes > buffer.byteLength) {
      throw new AbiError(
        `${name}: ${count} rows at ${start} do not lie in ${buffer.byteLength} bytes of memory`,
      );
    }
    if (start % 8 !== 0) throw new AbiError(`${name}: offset ${start} is not a multiple of 8`);
    this.buffer = buffer;
    this.start = start;
    this.count = count;
    this.rowBytes = rowBytes;
    this.view = new DataView(buffer, start, count * rowBytes);
  }

  at(index: number): this {
    if (!(index >= 0 && index < this.count)) {
      throw new AbiError(`row ${index} is not one of ${this.count}`);
    }
    this.row = index * this.rowBytes;
    return this;
  }

  /** A 64-bit number from its halves; throws AbiError when it is not below 2^53. */
  u64(offset: number): number {
    const low = this.view.getUint32(this.row + offset, true);
    const high = this.view.getUint32(this.row + offset + 4, true);
    if (high > 0x1f_ffff) throw new AbiError(`a 64-bit value is beyond 2^53 (high half ${high})`);
    return high * 0x1_0000_0000 + low;
  }

  /** The same with a sign. */
  i64(offset: number): number {
    const low = this.view.getUint32(this.row + offset, true);
    const high = this.view.getInt32(this.row + offset + 4, true);
    const value = high * 0x1_0000_0000 + low;
    if (!Number.isSafeInteger(value)) {
      throw new AbiError(`a 64-bit value is not within 2^53 (high half ${high})`);
    }
    return value;
  }

  setU64(offset: number, value: number): void {
    if (!(Number.isSafeInteger(value) && value >= 0)) {
      throw new AbiError(`${value} is not a whole number from 0 to 2^53 - 1`);
    }
    this.view.setUint32(this.row + offset, value % 0x1_0000_0000, true);
    this.view.setUint32(this.row + offset + 4, Math.floor(value / 0x1_0000_0000), true);
  }
}

type Accessor = PropertyDescriptor & ThisType<RowCursor>;

// One literal a type: an engine then compiles each for its own kind of read.
const single: Readonly<Record<FieldLayout[0], (at: number) => Accessor>> = {
  u8: (at) => ({
    get() {
      return this.view.getUint8(this.row + at);
    },
    set(value: number) {
      this.view.setUint8(this.row + at, value);
    },
  }),
  u16: (at) => ({
    get() {
      return this.view.getUint16(this.row + at, true);
    },
    set(value: number) {
      this.view.setUint16(this.row + at, value, true);
    },
  }),
  i16: (at) => ({
    get() {
      return this.view.getInt16(this.row + at, true);
    },
    set(value: number) {
      this.view.setInt16(this.row + at, value, true);
    },
  }),
  u32: (at) => ({
    get() {
      return this.view.getUint32(this.row + at, true);
    },
    set(value: number) {
      this.view.setUint32(this.row + at, value, true);
    },
  }),
  i32: (at) => ({
    get() {
      return this.view.getInt32(this.row + at, true);
    },
    set(value: number) {
      this.view.setInt32(this.row + at, value, true);
    },
  }),
  u64: (at) => ({
    get() {
      return this.u64(at);
    },
    set(value: number) {
      this.setU64(at, value);
    },
  }),
  i64: (at) => ({
    get() {
      return this.i64(at);
    },
  }),
};

function several(name: string, [type, at, length]: FieldLayout): Accessor {
  if (type === 'u64' || type === 'i64') {
    return {
      value(index: number) {
        if (!(index >= 0 && index < length)) throw new AbiError(`${name}[${index}] does not exist`);
        return this[type](at + index * 8);
      },
    };
  }
  const Numbers = arrays[type];
  return {
    get() {
      return new Numbers(this.buffer, this.start + this.row + at, length);
    },
  };
}

function accessorsOf(name: string, field: FieldLayout): Record<string, Accessor> {
  const [type, at, length] = field;
  if (length > 1) return { [name]: several(name, field) };
  const own = { [name]: single[type](at) };
  if (type !== 'u64') return own;
  return { ...own, [`${name}Low`]: single.u32(at), [`${name}High`]: single.u32(at + 4) };
}

export interface RowsOf<F extends Fields> {
  readonly bytes: number;
  readonly fields: F;
  new (buffer: ArrayBuffer, start: number, count?: number): RowCursor & Accessors<F>;
}

/** The class of rows of the structure of that name, `bytes` long. */
export function rows<const F extends Fields>(name: string, bytes: number, fields: F): RowsOf<F> {
  class Own extends RowCursor {
    static readonly bytes = bytes;
    static readonly fields = fields;

    constructor(buffer: ArrayBuffer, start: number, count = 1) {
      super(buffer, start, count, bytes, name);
    }
  }
  for (const [field, place] of Object.entries(fields)) {
    Object.defineProperties(Own.prototype, accessorsOf(field, place));
  }
  return Own as unknown as RowsOf<F>;
}

type Camel<Name> = Name extends `${infer Head}_${infer Next}${infer Rest}`
  ? `${Head}${Uppercase<Next>}${Camel<Rest>}`
  : Name;
type CamelFields<F extends Fields> = { readonly [K in keyof F as Camel<K>]: F[K] };

/** A table in names of the header (task_hints) as one in ours (taskHints). */
export const camelFields = <const F extends Fields>(fields: F): CamelFields<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      field,
    ]),
  ) as CamelFields<F>;

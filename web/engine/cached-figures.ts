// The figures of a whole run, kept for the next time: the same run gives them again, but only when it has ended. Until then
// they are told at once and said to be kept; at its end its own replace them.

import { packCached, unpackCached } from './cached-bytes.ts';
import type { C2cRows, Measured } from './types/measured.ts';

/** Raise its number with every change of what Measured holds: older figures are then computed anew. */
const magic = 'SCHEDSF2';

type ColumnName = Exclude<keyof C2cRows, 'count' | 'dropped'>;

/** Every column of the rows, in the order of the bytes. */
const columns: { readonly [Name in ColumnName]: KindOf<C2cRows[Name]> } = {
  line: Uint32Array,
  offset: Uint16Array,
  symbol: Uint16Array,
  loads: Uint32Array,
  stores: Uint32Array,
  locked: Uint32Array,
  localHitm: Uint32Array,
  remoteHitm: Uint32Array,
  storeL1Hit: Uint32Array,
  storeL1Miss: Uint32Array,
  loadCount: Uint32Array,
  loadCycles: Float64Array,
  hitmCycles: Float64Array,
  maxCycles: Uint32Array,
  records: Uint32Array,
};
type KindOf<Column> = Column extends Uint16Array
  ? Uint16ArrayConstructor
  : Column extends Uint32Array
    ? Uint32ArrayConstructor
    : Float64ArrayConstructor;
const columnNames = Object.keys(columns) as ColumnName[];

interface Head extends Omit<Measured, 'rows' | 'waiting' | 'isKept' | 'traceHash'> {
  readonly traceHash: string;
  readonly rows: Pick<C2cRows, 'count' | 'dropped'>;
  readonly lines: number;
}

/** The name of the figures of a run whose warm start has `key`. */
export const figuresKey = (key: string): string => `${key}-figures`;

/** `traceHash` is that of the run that gave them, at its end. */
export function packFigures(
  { headline, rows, waiting, zones }: Measured,
  traceHash: string,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { count, dropped } = rows;
  const head: Head = {
    traceHash,
    headline,
    zones,
    rows: { count, dropped },
    lines: waiting.length,
  };
  return packCached(magic, key, head, [...columnNames.map((name) => rows[name]), waiting]);
}

/** Undefined for bytes that are cut, changed, foreign or of another key: the run gives its figures at its end. */
export const unpackFigures = (
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<Measured | undefined> =>
  unpackCached(magic, bytes, key, ({ traceHash, headline, zones, rows, lines }: Head, take) => {
    const made = columnNames.map((name) => {
      const Kind = columns[name];
      return [name, new Kind(take(rows.count * Kind.BYTES_PER_ELEMENT))];
    });
    const waiting = new Float64Array(take(lines * 8));
    return {
      headline,
      zones,
      rows: { ...rows, ...Object.fromEntries(made) },
      waiting,
      isKept: true,
      traceHash,
    };
  });

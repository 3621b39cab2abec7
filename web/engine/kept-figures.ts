// The figures of a whole run, kept for the next time: the same run gives them again, but only when it has ended. Until then
// they are told at once and said to be kept; at its end its own replace them.

import { packKept, unpackKept } from './kept-bytes.ts';
import type { C2cRows, Measured } from './types/measured.ts';

/** Raise its number with every change of what Measured holds: older figures are then computed anew. */
const magic = 'SCHEDSF1';

const kinds = { Float64Array, Uint16Array, Uint32Array };
type Column = Float64Array | Uint16Array | Uint32Array;
type KindName = keyof typeof kinds;

/** The columns of the rows: each has as many elements as there are rows. */
interface Head extends Omit<Measured, 'rows' | 'waiting' | 'isKept'> {
  readonly rows: Pick<C2cRows, 'count' | 'dropped'>;
  readonly columns: readonly (readonly [name: string, kind: KindName])[];
  readonly lines: number;
}

/** The name of the figures of a run whose beginning has `key`. */
export const figuresKey = (key: string): string => `${key}-figures`;

const isColumn = (value: unknown): value is Column =>
  Object.values(kinds).some((kind) => value instanceof kind);

export function packFigures(
  { headline, rows, waiting, zones }: Measured,
  key: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { count, dropped } = rows;
  const columns = Object.entries(rows).filter((entry): entry is [string, Column] =>
    isColumn(entry[1]),
  );
  const head: Head = {
    headline,
    zones,
    rows: { count, dropped },
    columns: columns.map(([name, column]) => [name, column.constructor.name as KindName]),
    lines: waiting.length,
  };
  return packKept(magic, key, head, [...columns.map(([, column]) => column), waiting]);
}

/** Undefined for bytes that are cut, changed, foreign or of another key: the run gives its figures at its end. */
export const unpackFigures = (
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
): Promise<Measured | undefined> =>
  unpackKept(magic, bytes, key, ({ headline, zones, rows, columns, lines }: Head, take) => {
    const made = columns.map(([name, kind]): [string, Column] => {
      const Kind = kinds[kind];
      return [name, new Kind(take(rows.count * Kind.BYTES_PER_ELEMENT))];
    });
    return {
      headline,
      zones,
      rows: { ...rows, ...Object.fromEntries(made) } as C2cRows,
      waiting: new Float64Array(take(lines * 8)),
      isKept: true as const,
    };
  });

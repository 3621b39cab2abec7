// Which line of a pasted structure a hot line of a report is, and what is done to the fields on it: where the offsets of the
// report's rows are fields. Nothing is known of where the structure begins in memory: it is taken to begin on a line.

import type { OwnC2cLine, OwnC2cRow } from '../c2c/read.ts';
import { reportWeightsOf } from '../c2c/weights.ts';
import type { ReadField, ReadStruct } from './read.ts';

const LINE = 64;

/** A field of the line as the report has it. */
export interface HotField {
  readonly field: ReadField;
  /** Of what the report counts (HITM, records): how much is of this field. */
  readonly heat: number;
  readonly isLoaded: boolean;
  readonly isStored: boolean;
  /** The most CPUs that one of its functions ran on. */
  readonly cpus: number;
}

export interface HotStructLine {
  readonly struct: ReadStruct;
  /** Of the structure, from 1. */
  readonly lineNumber: number;
  /** Of the report, from 0. */
  readonly reported: number;
  /** The hottest first. */
  readonly fields: readonly HotField[];
  /** How many lines of the structure would do as well. */
  readonly others: number;
}

/** The hottest line of a report that one of the structures has fields for; undefined: it has none. */
export function hotLineOf(
  lines: readonly OwnC2cLine[],
  structs: readonly ReadStruct[],
): HotStructLine | undefined {
  const heat = reportWeightsOf(lines);
  if (!heat) return undefined;
  const sums = heat.rows.map((rows) => rows.reduce((sum, each) => sum + each, 0));
  const order = [...lines.keys()].sort((x, y) => sums[y]! - sums[x]!);
  for (const reported of order) {
    const rows = lines[reported]!.rows.map((row, at) => ({ row, heat: heat.rows[reported]![at]! }));
    const fits = structs.flatMap((struct) => fitsOf(struct, rows));
    const best = fits.reduce((most, { score }) => Math.max(most, score), 0);
    const [first, ...others] = fits.filter(({ score }) => score === best);
    if (!first || best < leastShare) continue;
    const { struct, lineNumber } = first;
    const fields = fieldsOn(struct, lineNumber, rows);
    return { struct, lineNumber, reported, fields, others: others.length };
  }
  return undefined;
}

/** Rows of the line that have to fall on fields, by how much they count. */
const leastShare = 0.5;

interface Weighed {
  readonly row: OwnC2cRow;
  readonly heat: number;
}

/** A row counts by its heat, and those without any, as those of stores are, a little: they tell lines apart, too. */
const weightOf = ({ heat }: Weighed, all: number, count: number): number =>
  heat + all / (10 * count);

/** Bytes of a structure in which lines are looked for: as much as threads may touch of one. */
const mostBytes = 65_536;

function fitsOf(struct: ReadStruct, rows: readonly Weighed[]) {
  // Of each byte: nothing, a field, the first of one.
  const bytes = new Uint8Array(mostBytes);
  for (const { offset = mostBytes, size = 1 } of struct.fields)
    bytes.fill(1, offset, offset + Math.max(1, size));
  for (const { offset } of struct.fields) if (offset !== undefined) bytes[offset] = 2;
  const lines = Math.floor(bytes.findLastIndex((byte) => byte > 0) / LINE) + 1;
  const all = rows.reduce((sum, { heat }) => sum + heat, 0) || 1;
  const total = rows.reduce((sum, row) => sum + weightOf(row, all, rows.length), 0);
  return Array.from({ length: lines }, (_, line) => {
    const hit = rows.reduce((sum, each) => {
      const byte = bytes[line * LINE + each.row.offset] ?? 0;
      // The first byte of a field says more than one in its middle.
      const fit = byte === 2 ? 1 : byte === 1 ? 0.75 : 0;
      return sum + fit * weightOf(each, all, rows.length);
    }, 0);
    return { struct, lineNumber: line + 1, score: Math.round((1000 * hit) / total) / 1000 };
  });
}

const fieldAt = ({ fields }: ReadStruct, at: number): ReadField | undefined =>
  fields.find(
    ({ offset, size }) =>
      offset !== undefined && offset <= at && at < offset + Math.max(1, size ?? 1),
  );

const isStore = (row: OwnC2cRow): boolean =>
  row.store_l1_hit_pct > 0 || row.store_l1_miss_pct > 0 || (row.store_na_pct ?? 0) > 0;
const isLoad = (row: OwnC2cRow): boolean =>
  row.rmt_hitm_pct > 0 || row.lcl_hitm_pct > 0 || (row.peer_pct ?? 0) > 0 || row.load_cycles > 0;

function fieldsOn(struct: ReadStruct, lineNumber: number, rows: readonly Weighed[]): HotField[] {
  const byField = new Map<ReadField, HotField>();
  for (const { row, heat } of rows) {
    const field = fieldAt(struct, (lineNumber - 1) * LINE + row.offset);
    if (!field) continue;
    const before = byField.get(field);
    byField.set(field, {
      field,
      heat: (before?.heat ?? 0) + heat,
      isLoaded: (before?.isLoaded ?? false) || isLoad(row),
      isStored: (before?.isStored ?? false) || isStore(row),
      cpus: Math.max(before?.cpus ?? 0, row.cpus),
    });
  }
  const found = [...byField.values()].sort((x, y) => y.heat - x.heat);
  // A line without stores has nothing to fight about: the report has not sampled them.
  const hasStores = found.some(({ isStored }) => isStored);
  return hasStores
    ? found
    : found.map((each, at) => (at === 0 ? { ...each, isStored: true } : each));
}

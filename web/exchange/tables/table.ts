// A table on its way out, and what it looks like as CSV and as JSON. Which tables there are stands in
// the files beside this one.

import { type CsvCell, csvOfRows } from '../../base/csv.ts';
import { visible } from '../../base/visible.ts';
import { type Provenance, provenanceLines } from '../provenance.ts';

export interface TableColumn {
  /** Stable: lower case, words joined by "_". */
  readonly name: string;
  readonly unit?: string;
}

export interface Table {
  /** Stable, as a column's. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** As many cells as columns; undefined: nothing to say. */
  readonly rows: readonly (readonly CsvCell[])[];
}

/** Version of the JSON; it only grows fields within a version. */
const jsonFormat = 'schedscape-tables/1';

const headOf = ({ name, unit }: TableColumn): string => (unit ? `${name} (${unit})` : name);

/**
 * One table. The provenance stands in lines that begin with "#", as `perf stat -x,` writes its own:
 * readers of CSV are told to skip them (pandas: comment='#').
 */
export function csvOf({ columns, rows }: Table, provenance: Provenance): string {
  const comments = provenanceLines(provenance).map((line) => `# ${line}\r\n`);
  return comments.join('') + csvOfRows([columns.map(headOf), ...rows]);
}

function jsonTable({ columns, rows }: Table) {
  return {
    units: Object.fromEntries(columns.map(({ name, unit = '' }) => [name, unit])),
    rows: rows.map((row) =>
      Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])),
    ),
  };
}

/** All the given tables in one document. */
export function jsonOf(tables: readonly Table[], provenance: Provenance): string {
  const { notModelled, ...said } = provenance;
  const document = {
    format: jsonFormat,
    ...said,
    not_modelled: notModelled,
    tables: Object.fromEntries(tables.map((table) => [table.name, jsonTable(table)])),
  };
  return `${visible(JSON.stringify(document, null, 2))}\n`;
}

/** The rows of several tables of one kind, with the variant each came from in front. */
export function byVariant(parts: readonly (readonly [string, Table])[]): Table {
  const [, first] = parts[0]!;
  return {
    name: first.name,
    columns: [{ name: 'variant' }, ...first.columns],
    rows: parts.flatMap(([variant, { rows }]) => rows.map((row) => [variant, ...row])),
  };
}

// The published perf c2c tables, as far as this view reads them, and which simulated line each
// belongs to. Loaded with the view, not at start-up.

import lastLine from '../../../scenarios/published/c2c-cpupri-last-line.json';
import maskBitmap from '../../../scenarios/published/c2c-cpupri-mask-bitmap.json';
import line3 from '../../../scenarios/published/c2c-root-domain-line3.json';
import { fieldsOnLine } from '../../engine/fields.ts';
import type { Catalog } from '../../engine/types.ts';
import { type ComparedRow, mergePublished, type PublishedC2cRow } from './match.ts';

/** A line by what it is of: structure as the core names it, and the line in the baseline layout. */
export interface TableLine {
  readonly structure: string;
  /** 1-based. */
  readonly lineNumber: number;
  /** Of several of a kind; left out: the first. */
  readonly instance?: number | undefined;
}

export interface PublishedTable extends TableLine {
  /** What scenarios call the file it stands in: theirs is the run it was measured on. */
  readonly name: string;
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly rows: readonly ComparedRow[];
  /** For an opened report: how its line was found. */
  readonly found?: string | undefined;
}

interface PublishedFile {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly PublishedC2cRow[];
}

const tableOf = (
  name: string,
  file: PublishedFile,
  source: string,
  place: TableLine,
): PublishedTable => ({
  ...place,
  name,
  id: file.id,
  title: file.title,
  source,
  rows: mergePublished(file.rows),
});

const rootDomain = (lineNumber: number): TableLine => ({ structure: 'root_domain', lineNumber });
const line1 = line3.related_tables[0]!;

/** The tables that a scenario names as its own. */
export const tablesNamed = (names: readonly string[]): readonly PublishedTable[] =>
  publishedTables.filter(({ name }) => names.includes(name));

/** Of the bitmap the posting names no vector; only that of level NORMAL fits what it shows. */
export const publishedTables: readonly PublishedTable[] = [
  tableOf('c2c-root-domain-line3', line3, line3.provenance.document, rootDomain(3)),
  tableOf('c2c-root-domain-line3', line1, line1.provenance.source, rootDomain(1)),
  tableOf('c2c-cpupri-last-line', lastLine, lastLine.provenance.document, rootDomain(28)),
  tableOf('c2c-cpupri-mask-bitmap', maskBitmap, maskBitmap.provenance.document, {
    structure: 'cpupri mask bitmap',
    lineNumber: 1,
  }),
];

function isOf({ lines, structures }: Catalog, line: number, place: TableLine): boolean {
  if (lines.instance[line] !== (place.instance ?? 0)) return false;
  if (lines.lineNumber[line] !== place.lineNumber) return false;
  return structures[lines.structure[line]!] === place.structure;
}

/** The simulated line a published table belongs to, or -1. */
export function simulatedLine(catalog: Catalog, table: TableLine): number {
  for (let line = 0; line < catalog.lines.count; line += 1) {
    if (isOf(catalog, line, table)) return line;
  }
  return -1;
}

const namesOn = (catalog: Catalog, line: number): string[] =>
  fieldsOnLine(catalog, line).map(({ name }) => name);

/**
 * The published table of a simulated line among `tables`, or undefined. Tables are of the baseline layout: in another
 * one a line of the same number counts as the same only if a field of `baseline` still lies on it.
 */
export function publishedFor(
  catalog: Catalog,
  line: number,
  baseline: Catalog = catalog,
  tables: readonly PublishedTable[] = publishedTables,
): PublishedTable | undefined {
  const table = tables.find((each) => isOf(catalog, line, each));
  // An opened report was matched to this very run.
  if (!table || baseline === catalog || table.found !== undefined) return table;
  const before = simulatedLine(baseline, table);
  const fields = before < 0 ? [] : namesOn(baseline, before);
  const here = namesOn(catalog, line);
  const isSame = fields.length === 0 || fields.some((name) => here.includes(name));
  return isSame ? table : undefined;
}

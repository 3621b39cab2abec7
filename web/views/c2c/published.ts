// The published perf c2c tables, as far as this view reads them, and which simulated line each
// belongs to. Loaded with the view, not at start-up.

import lastLine from '../../../scenarios/published/c2c-cpupri-last-line.json';
import line3 from '../../../scenarios/published/c2c-root-domain-line3.json';
import type { Catalog } from '../../engine/types.ts';
import { mergePublished, type PublishedRow, type Row } from './match.ts';

export interface PublishedTable {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly structure: string;
  /** 1-based line inside the structure, in the baseline layout. */
  readonly lineNumber: number;
  readonly rows: readonly Row[];
}

interface PublishedFile {
  readonly id: string;
  readonly title: string;
  readonly provenance: { readonly document: string };
  readonly line: { readonly structure: string; readonly line_number_1_based: number };
  readonly rows: readonly PublishedRow[];
}

function tableOf(file: PublishedFile): PublishedTable {
  return {
    id: file.id,
    title: file.title,
    source: file.provenance.document,
    structure: file.line.structure,
    lineNumber: file.line.line_number_1_based,
    rows: mergePublished(file.rows),
  };
}

export const publishedTables: readonly PublishedTable[] = [line3, lastLine].map(tableOf);

/** The published table of a simulated line, or undefined. */
export function publishedFor(catalog: Catalog, line: number): PublishedTable | undefined {
  const structure = catalog.structures[catalog.lines.structure[line] ?? -1];
  const lineNumber = catalog.lines.lineNumber[line];
  return publishedTables.find(
    (table) => table.structure === structure && table.lineNumber === lineNumber,
  );
}

/** The simulated line a published table belongs to, or -1. */
export function lineOf(catalog: Catalog, table: PublishedTable): number {
  const { lines, structures } = catalog;
  for (let line = 0; line < lines.count; line += 1) {
    const named = structures[lines.structure[line]!] === table.structure;
    if (named && lines.lineNumber[line] === table.lineNumber) return line;
  }
  return -1;
}

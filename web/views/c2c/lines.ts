// Splits the c2c rows of a run by cache line and ranks the lines as perf c2c does: by HITM.

import { fieldAt } from '../../engine/fields.ts';
import { type C2cRows, type Catalog, lineBytes } from '../../engine/types.ts';
import type { CountedRow } from './match.ts';

export interface RankedLine {
  readonly line: number;
  readonly hitm: number;
}

/** Lines with rows, most HITM first; ties by line index. */
export function rankLines(rows: C2cRows): RankedLine[] {
  const hitm = new Map<number, number>();
  for (let at = 0; at < rows.count; at += 1) {
    const line = rows.line[at]!;
    hitm.set(line, (hitm.get(line) ?? 0) + rows.localHitm[at]! + rows.remoteHitm[at]!);
  }
  return [...hitm]
    .map(([line, sum]) => ({ line, hitm: sum }))
    .sort((a, b) => b.hitm - a.hitm || a.line - b.line);
}

/** The rows of one line as counts. */
export function rowsOfLine(rows: C2cRows, catalog: Catalog, line: number): CountedRow[] {
  const found: CountedRow[] = [];
  for (let at = 0; at < rows.count; at += 1) {
    if (rows.line[at] !== line) continue;
    const offset = rows.offset[at]!;
    found.push({
      offset,
      symbol: catalog.symbols[rows.symbol[at]!] ?? '',
      field: fieldAt(catalog, line * lineBytes + offset),
      rmtHitm: rows.remoteHitm[at]!,
      lclHitm: rows.localHitm[at]!,
      storeL1Hit: rows.storeL1Hit[at]!,
      loadCount: rows.loadCount[at]!,
      loadCycles: rows.loadCycles[at]!,
      records: rows.records[at]!,
    });
  }
  return found;
}

// Columns on a terminal: the first to the left, the rest to the right.

import { oneLine } from '../web/base/visible.ts';

/** Lines of a table; every row has as many cells as the first, each of one line whatever it holds. */
export function tableLines(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map(oneLine));
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Four significant digits; whole numbers from a thousand on. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const digits = Math.min(3, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toFixed(digits);
}

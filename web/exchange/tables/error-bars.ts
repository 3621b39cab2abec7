// Columns that a table of figures has for error bars: where eight of ten published figures would lie, and whose claims say so.

import type { CsvCell } from '../../base/csv.ts';
import type { ErrorBar } from '../../scenario/error-bars/table.ts';
import { errorBarWords } from '../../scenario/error-bars/words.ts';
import type { TableColumn } from './table.ts';

export const barColumns: readonly TableColumn[] = [
  { name: 'expected_low_80' },
  { name: 'expected_high_80' },
  { name: 'expected_says' },
];

/** Empty where there is no error bar. */
export const barCells = (bar: ErrorBar | undefined): CsvCell[] =>
  bar ? [bar.low, bar.high, errorBarWords(bar)] : [undefined, undefined, undefined];
